package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Endpoint;
import java.util.List;
import java.util.Map;

/**
 * What one slice of a node has counted since it started. Immutable.
 *
 * @param level 0 is the root
 * @param tables how full its tables are
 * @param bytesSent in packets; what the event bus adds to each is not in it
 * @param malformedPackets that it could not read, or were too long, and dropped
 * @param floodedPackets dropped because their sender had as many waiting as it may have
 */
public record NodeReport(
    Endpoint slice,
    int level,
    Map<Tally.Count, Long> counts,
    List<Occupancy> tables,
    long bytesSent,
    long malformedPackets,
    long floodedPackets) {
  public NodeReport {
    requireNonNull(slice, "slice");
    counts = Map.copyOf(counts);
    tables = List.copyOf(tables);
  }

  public long count(Tally.Count count) {
    return counts.get(count);
  }
}
