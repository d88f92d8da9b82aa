package io.bloomtree.bus;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Place;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One node of a tree: what the topology says of it, and what its slices have told, put together.
 * Immutable. Sums are of those slices that answered.
 *
 * @param role {@code root}, {@code region} or {@code edge}
 * @param level 0 is the root
 * @param parent null at the root
 * @param hosts that the topology places it on
 * @param degraded why its answers are worth less than usual now; empty if they are not
 * @param filter null while all of it is away
 * @param counts what {@link io.bloomtree.tree.Tally.Count} counts, by its key
 * @param agent how its offers ended; null unless it is an edge that answered
 */
public record NodeView(
    String id,
    String role,
    int level,
    String parent,
    List<String> children,
    List<String> hosts,
    Availability state,
    List<Degradation> degraded,
    FilterReport filter,
    NodePlanView plan,
    Map<String, Long> counts,
    List<Occupancy> tables,
    long bytesSent,
    AgentReport agent,
    List<SliceView> slices) {
  public NodeView {
    children = List.copyOf(children);
    hosts = List.copyOf(hosts);
    degraded = List.copyOf(degraded);
    counts = Map.copyOf(counts);
    tables = List.copyOf(tables);
    slices = List.copyOf(slices);
  }

  /**
   * What the topology planned. Immutable.
   *
   * @param fpp the node's rate of false positives at design load
   */
  public record NodePlanView(double fpp, long memoryBytes) {}

  /** Of the node at a place; {@code reports}: of those slices of it that answered. */
  static NodeView of(Network network, Place place, Map<Endpoint, NodeReport> reports) {
    TopologyNode node = network.node(place.self().id());
    SlicePlan plan = place.self().plan();
    List<SliceView> slices = network.slicesOf(node.id()).stream()
        .map(slice -> SliceView.of(network, slice, Optional.ofNullable(reports.get(slice))))
        .toList();
    List<SliceView> up = slices.stream()
        .filter(slice -> slice.state() == Availability.UP).toList();
    return new NodeView(
        node.id().value(),
        node.role().name().toLowerCase(Locale.ROOT),
        place.level(),
        place.parent().map(parent -> parent.id().value()).orElse(null),
        place.children().stream().map(NodeRef::id).map(Objects::toString).toList(),
        node.hosts(),
        Availability.of(up.size(), slices.size()),
        up.stream().flatMap(slice -> slice.health().degraded().stream()).distinct().sorted()
            .toList(),
        up.isEmpty() ? null
            : FilterReport.ofNode(
                network, node.id(), up.stream().map(SliceView::filter).toList()),
        new NodePlanView(plan.falsePositiveRate(), plan.memoryBytes()),
        up.stream().flatMap(slice -> slice.counts().entrySet().stream())
            .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum)),
        tables(up),
        up.stream().mapToLong(slice -> slice.traffic().bytesSent()).sum(),
        Optional.ofNullable(reports.get(Endpoint.of(node.id()))).map(NodeReport::agent)
            .orElse(null),
        slices);
  }

  /** Tables of one name have the room of all of them. */
  private static List<Occupancy> tables(List<SliceView> slices) {
    return slices.stream().flatMap(slice -> slice.tables().stream())
        .collect(groupingBy(Occupancy::table, LinkedHashMap::new, toList()))
        .entrySet().stream()
        .map(table -> new Occupancy(
            table.getKey(),
            table.getValue().stream().mapToLong(Occupancy::size).sum(),
            table.getValue().stream().mapToLong(Occupancy::limit).sum()))
        .toList();
  }
}
