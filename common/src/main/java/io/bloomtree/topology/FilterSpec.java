package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import java.util.Optional;

/**
 * What a node's filter is asked to be. Immutable.
 *
 * @param expected the design load: how many distinct events it is sized for, in each window if
 *     there is one
 * @param growth of bloom and sliding
 * @param equalTimers the equal-timers heuristic of sliding filters, k'
 * @param slots of the window of sliding filters
 * @param memory bytes, of kinds that forget; left out: those of a Bloom filter for the expected
 *     events, or of a buffer of so many
 * @param gap how many events usually come between an event and its copy, for kinds that forget
 * @param profile which errors matter to a reservoir
 * @param threshold below this chance of being sampled a reservoir keeps every new event
 * @param reset which bits make room in a reservoir
 * @param variant of the importance-aware filter
 */
public record FilterSpec(
    FilterKind kind,
    long expected,
    Growth growth,
    Optional<Integer> equalTimers,
    Optional<Integer> slots,
    Optional<Long> memory,
    Optional<Long> gap,
    Optional<ReservoirShape.Profile> profile,
    Optional<Double> threshold,
    Optional<ReservoirShape.Reset> reset,
    Optional<ImportanceShape.Variant> variant) {
  public FilterSpec {
    requireNonNull(kind, "kind");
    requireNonNull(growth, "growth");
    requireNonNull(equalTimers, "equalTimers");
    requireNonNull(slots, "slots");
    requireNonNull(memory, "memory");
    requireNonNull(gap, "gap");
    requireNonNull(profile, "profile");
    requireNonNull(threshold, "threshold");
    requireNonNull(reset, "reset");
    requireNonNull(variant, "variant");
    if (expected < 1) {
      throw new IllegalArgumentException("expected must be >= 1: expected=" + expected);
    }
  }
}
