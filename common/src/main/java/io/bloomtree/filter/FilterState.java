package io.bloomtree.filter;

import java.io.IOException;
import java.io.OutputStream;

/**
 * What can be said about a filter, or a slice of one, and how it is kept. Owned by one event loop.
 */
public interface FilterState {

  /** The memory its cells take. */
  long memoryBytes();

  /** The share of its cells that are set, 0 to 1. Maintained, not counted: cheap to ask for. */
  double fill();

  /** How many distinct events it was fed, judged by its fill. */
  double estimatedCardinality();

  /** How often it claims an event it was never fed, judged by its fill. */
  double estimatedFalsePositiveRate();

  /** How many filters it consists of: more than one only of a kind that grows. */
  default int subFilters() {
    return 1;
  }

  /** Whether it should have grown and could not, being at its limits. */
  default boolean isGrowthRefused() {
    return false;
  }

  /** The length of a snapshot taken now. */
  long snapshotBytes();

  /** Writes all of its state. The stream is neither buffered nor closed. */
  void writeSnapshot(OutputStream out) throws IOException;

  /**
   * All of its state, in bytes.
   *
   * @throws IllegalStateException if it is too large for an array
   */
  byte[] toSnapshot();
}
