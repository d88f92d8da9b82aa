package io.bloomtree.filter;

import java.util.Optional;

/**
 * How a filter of some kind is built, and what follows from that: what it costs and how often it
 * errs. Immutable.
 */
public sealed interface FilterShape
    permits BloomShape, BufferShape, FpBufferShape, GrowingShape, ImportanceShape, ReservoirShape,
        SlidingShape, StableShape, TimedBufferShape {

  /** How many positions an event has. */
  int probes();

  /** The memory of its cells; one that grows may take more later. */
  long memoryBytes();

  /**
   * How often an event it was never fed is claimed, at most: of a kind that forgets whatever the
   * stream, of one that does not at its design load.
   */
  double falsePositiveRate();

  /**
   * How often a copy is not recognised, if within the window there is one, in a stream of distinct
   * events otherwise.
   *
   * @param gap how many events came since the one that it is a copy of
   */
  double falseNegativeRate(long gap);

  /** How long it remembers; empty: for ever, or it depends on what comes. */
  default Optional<Window> remembers() {
    return Optional.empty();
  }

  /**
   * The shape of one of so many filters that share the events between them, and together keep to
   * the rate that this one is sized for.
   *
   * @throws IllegalArgumentException if it is too small for that
   */
  FilterShape share(int count);

  /** A new, empty filter; {@code seed}: of its random numbers, if it draws any. */
  FilterSlice newFilter(long seed);

  /**
   * A filter on some storage: a new, empty one if the storage is new, else the one that was kept
   * there.
   *
   * @throws StorageException if there is no room for it, or what is there is none of this shape
   */
  FilterSlice open(long seed, Storage storage);

  /** Whether two filters of this shape can be made one that has the events of both. */
  default boolean unites() {
    return false;
  }
}
