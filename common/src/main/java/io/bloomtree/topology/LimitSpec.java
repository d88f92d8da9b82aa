package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much there may be of what (P5). Immutable.
 *
 * @param key the longest key, in bytes
 * @param frame the longest packet, in bytes
 * @param claims a slice's claims
 * @param offers an agent's offers that wait for a verdict
 * @param outstanding an agent's events that are asked for, claimed, or not yet acknowledged
 * @param relayed events a region passes on, of each kind
 * @param agents those whose incarnation a root slice remembers
 * @param inbox packets that one slice has received and not yet handled; more are dropped and
 *     counted
 * @param subFilters of a filter that grows
 * @param filterMemory bytes that one slice of a filter that grows may take
 * @param deadline within which every offer ends (P3)
 */
public record LimitSpec(
    int key,
    int frame,
    int claims,
    int offers,
    int outstanding,
    int relayed,
    int agents,
    int inbox,
    int subFilters,
    long filterMemory,
    Duration deadline) {
  public LimitSpec {
    requireNonNull(deadline, "deadline");
  }
}
