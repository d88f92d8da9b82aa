package io.bloomtree.experiments.beyond;

/**
 * How often something was seen. Immutable.
 *
 * @param count so often
 * @param trials of so many
 */
record Observed(long count, long trials) {
  private static final double DEVIATIONS = 4;
  /** Filters filled with other events differ that much in their rate. */
  private static final double SPREAD = 0.01;

  double rate() {
    return (double) count / trials;
  }

  /** Whether chance explains the difference: four deviations, and a hundredth of the rate. */
  boolean agreesWith(double expected) {
    return Math.abs(count - expected * trials) <= slack(expected);
  }

  /** The same, where less is as good. */
  boolean isAtMost(double limit) {
    return count <= limit * trials + slack(limit);
  }

  private double slack(double expected) {
    double deviation = Math.sqrt(expected * (1 - expected) * trials);
    return DEVIATIONS * deviation + SPREAD * expected * trials + 1;
  }
}
