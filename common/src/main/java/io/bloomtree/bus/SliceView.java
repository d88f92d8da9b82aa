package io.bloomtree.bus;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One slice of a node, or an agent. Immutable. What only itself can tell is null, 0 or empty while
 * it is away.
 *
 * @param host that the topology places it on; null if none
 * @param process that runs it, in words
 * @param startedAt wall clock, in milliseconds
 * @param counts what {@link Tally.Count} counts, by its key
 */
public record SliceView(
    int index,
    Availability state,
    String host,
    String process,
    long startedAt,
    long incarnation,
    FilterReport filter,
    Map<String, Long> counts,
    List<Occupancy> tables,
    TrafficReport traffic,
    HealthReport health) {
  public SliceView {
    counts = Map.copyOf(counts);
    tables = List.copyOf(tables);
  }

  static SliceView of(Network network, Endpoint slice, Optional<NodeReport> told) {
    List<String> hosts = network.node(slice.node()).hosts();
    String host = hosts.isEmpty() ? null : hosts.get(slice.slice() % hosts.size());
    return told
        .map(report -> new SliceView(
            slice.slice(), Availability.UP, host, report.process(), report.startedAt(),
            report.incarnation(), report.filter(), keyed(report.counts()), report.tables(),
            report.traffic(), report.health()))
        .orElseGet(() -> new SliceView(
            slice.slice(), Availability.AWAY, host, null, 0, 0, null, Map.of(), List.of(), null,
            null));
  }

  private static Map<String, Long> keyed(Map<Tally.Count, Long> counts) {
    Map<String, Long> keyed = new TreeMap<>();
    counts.forEach((count, times) -> keyed.put(count.key(), times));
    return keyed;
  }
}
