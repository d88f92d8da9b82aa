package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Map;

/**
 * What one slice of a node, or an agent, has counted since it started, and how it is. Immutable.
 *
 * @param level 0 is the root
 * @param process that runs it, in words
 * @param startedAt wall clock, in milliseconds
 * @param tables how full its tables are
 * @param agent how its offers ended; null unless it is an agent
 */
public record NodeReport(
    Endpoint slice,
    int level,
    long incarnation,
    long startedAt,
    String process,
    Map<Tally.Count, Long> counts,
    List<Occupancy> tables,
    FilterReport filter,
    TrafficReport traffic,
    HealthReport health,
    AgentReport agent) {
  public NodeReport {
    requireNonNull(slice, "slice");
    requireNonNull(process, "process");
    counts = Map.copyOf(counts);
    tables = List.copyOf(tables);
    requireNonNull(filter, "filter");
    requireNonNull(traffic, "traffic");
    requireNonNull(health, "health");
  }

  public long count(Tally.Count count) {
    return counts.get(count);
  }

  /** In packets. */
  public long bytesSent() {
    return traffic.bytesSent();
  }

  /** Packets that it could not read, or were too long, and dropped. */
  public long malformedPackets() {
    return traffic.malformedPackets();
  }

  /** Packets dropped because their sender had as many waiting as it may have. */
  public long floodedPackets() {
    return traffic.floodedPackets();
  }
}
