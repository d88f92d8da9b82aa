package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bounds for counted events, computed from the rate they should have: a count that a correct
 * implementation exceeds with a probability below one in ten thousand.
 */
public final class Confidence {
  private static final double DEVIATIONS = 3.9;

  private Confidence() {}

  /** Checks that a rate is not exceeded. */
  public static void assertAtMost(double rate, long count, long trials) {
    assertThat((double) count)
        .as("%d of %d where at most %s is allowed", count, trials, rate)
        .isLessThanOrEqualTo(trials * rate + slack(rate, trials));
  }

  /** Checks that a rate is met, from both sides. */
  public static void assertAbout(double rate, long count, long trials) {
    assertThat((double) count)
        .as("%d of %d where %s is expected", count, trials, rate)
        .isBetween(trials * rate - slack(rate, trials), trials * rate + slack(rate, trials));
  }

  private static double slack(double rate, long trials) {
    return DEVIATIONS * Math.sqrt(trials * rate * (1 - rate)) + 1;
  }
}
