package io.bloomtree.cli;

import io.bloomtree.topology.LimitSpec;

/**
 * What {@code bloomtree filter} holds in memory at most. Immutable.
 *
 * @param line the longest line, in bytes, without its end
 * @param key the longest key, in bytes
 * @param batch how many lines are offered together
 * @param flights how many such batches wait for their verdicts or to be written
 */
record FilterLimits(int line, int key, int batch, int flights) {
  /* Enough to fill the frames of a tree; more would only wait in the queues of its event loops. */
  private static final int BATCH = 1024;
  private static final int FLIGHTS = 4;

  FilterLimits {
    if (line < 1 || key < 1 || batch < 1 || flights < 1) {
      throw new IllegalArgumentException("limits must be positive: line=" + line + ", key=" + key
          + ", batch=" + batch + ", flights=" + flights);
    }
  }

  /**
   * As much as an agent of the topology takes without refusing. Half of it, since what is confirmed
   * and not yet acknowledged counts as well.
   */
  static FilterLimits of(int line, LimitSpec topology) {
    int atOnce = Math.max(1, Math.min(topology.offers(), topology.outstanding()) / 2);
    int batch = Math.min(BATCH, Math.max(1, atOnce / FLIGHTS));
    return new FilterLimits(line, topology.key(), batch, Math.min(FLIGHTS, atOnce / batch));
  }
}
