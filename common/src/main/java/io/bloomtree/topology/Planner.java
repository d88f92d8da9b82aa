package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BloomSlicePlan;
import io.bloomtree.topology.Budget.Family;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.topology.Plan.PathPlan;
import io.bloomtree.topology.Plan.Share;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Computes a {@link Plan}. Used once. */
final class Planner {
  private final Topology topology;
  private final Budget budget;
  private final Map<Family, List<TopologyNode>> members = new LinkedHashMap<>();
  private final Map<Family, Double> rates = new HashMap<>();
  private final Map<BloomSlicePlan, SliceFailures> failures = new HashMap<>();
  private final List<NodePlan> nodes = new ArrayList<>();
  private final List<PathPlan> paths = new ArrayList<>();

  Planner(Topology topology) {
    this.topology = topology;
    this.budget = new Budget(topology);
  }

  Plan plan() {
    topology.root().nodes().forEach(
        node -> members.computeIfAbsent(budget.family(node), it -> new ArrayList<>()).add(node));
    members.forEach((family, alike) ->
        rates.put(family, budget.plan(alike.get(0)).falsePositiveRate(family.expected())));
    visit(topology.root(), List.of(), Set.of());
    List<Share> shares = members.keySet().stream().map(this::share).toList();
    return new Plan(topology.tree(), topology.fpp(), shares, nodes, paths, hosts());
  }

  private List<HostPlan> hosts() {
    if (topology.cluster().isEmpty() || topology.hosts().isEmpty()) {
      return List.of();
    }
    ClusterSpec cluster = topology.cluster().get();
    Network network = topology.network();
    return topology.hosts().stream().map(host -> {
      List<Endpoint> slices = network.hostedBy(host);
      long memory = slices.stream()
          .mapToLong(slice -> network.plan(slice.node()).memoryBytes(slice.slice()))
          .sum();
      return new HostPlan(host, cluster.address(host), slices, memory);
    }).toList();
  }

  private void visit(TopologyNode node, List<NodeId> above, Set<Family> familiesAbove) {
    Family family = budget.family(node);
    nodes.add(nodePlan(node, family, above.size()));
    List<NodeId> path = new ArrayList<>();
    path.add(node.id());
    path.addAll(above);
    Set<Family> families = new LinkedHashSet<>(familiesAbove);
    families.add(family);
    if (node.children().isEmpty()) {
      paths.add(new PathPlan(path, families.stream().mapToDouble(rates::get).sum()));
    }
    node.children().forEach(child -> visit(child, path, families));
  }

  private NodePlan nodePlan(TopologyNode node, Family family, int level) {
    BloomSlicePlan plan = budget.plan(node);
    double falsePositives = rates.get(family);
    return new NodePlan(
        node.id(),
        node.role(),
        level,
        node.filter().expected(),
        plan,
        plan.memoryBytes(),
        budget.share(family),
        falsePositives,
        plan.count() > 1
            ? Optional.of(failures.computeIfAbsent(
                plan, it -> SliceFailures.of(it, falsePositives)))
            : Optional.empty());
  }

  private Share share(Family family) {
    BloomSlicePlan plan = budget.plan(members.get(family).get(0));
    return new Share(
        family.expected(),
        plan.shape().layout(),
        plan.probes(),
        family.horizontalSlices(),
        budget.share(family),
        rates.get(family),
        members.get(family).stream().map(TopologyNode::id).toList(),
        layoutReason(family, plan) + " " + shareReason(family));
  }

  private static String layoutReason(Family family, BloomSlicePlan plan) {
    if (family.vertical()) {
      return "Plain layout: vertical slices need it, and whole filters of the same design load "
          + "have it too, so that they share one rate.";
    }
    return plan.shape().layout() == Layout.CACHE_LINE
        ? "Cache lines: one cache miss an event."
        : "Plain layout: cache lines would need too much memory for so low a rate or so few "
            + "events.";
  }

  private String shareReason(Family family) {
    int parts = budget.mostOnAPath(family);
    return parts == 1
        ? "All filters on a path are alike, so they err together and have the whole budget."
        : "Up to " + parts + " shapes on a path, whose rates add up: each has 1/" + parts
            + " of the budget.";
  }
}
