package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a node's filter is asked to be. Immutable.
 *
 * @param expected the design load: how many distinct events it is sized for
 * @param equalTimers the equal-timers heuristic of sliding filters, k'
 */
public record FilterSpec(
    FilterKind kind, long expected, Growth growth, Optional<Integer> equalTimers) {
  public FilterSpec {
    requireNonNull(kind, "kind");
    requireNonNull(growth, "growth");
    requireNonNull(equalTimers, "equalTimers");
    if (expected < 1) {
      throw new IllegalArgumentException("expected must be >= 1: expected=" + expected);
    }
  }
}
