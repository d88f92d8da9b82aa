package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;

/**
 * A rate that the paper gives, in its text or in a table. Immutable.
 *
 * <p>A lower rate is no better here: the filters are the paper's, and where one of them errs less
 * often than printed, it is the stream that is another one, or what is printed does not follow from
 * the paper's rules.
 */
record PrintedRate(double rate) {
  private static final double TOLERANCE = 0.1;
  /** Chance is given two standard deviations of what would be counted at the printed rate. */
  private static final double DEVIATIONS = 2;

  /** By how much, as a share of it, what is seen in so many trials may be more or less. */
  private double tolerance(long trials) {
    return TOLERANCE + DEVIATIONS / Math.sqrt(rate * trials);
  }

  boolean isLike(double seen, long trials) {
    return Math.abs(seen - rate) <= tolerance(trials) * rate;
  }

  /** The remark is for what is not alike. */
  Comparison beside(String what, double seen, long trials, String remark) {
    return Comparison.number(what, SHARE, rate, seen, tolerance(trials),
        isLike(seen, trials) ? "" : remark);
  }
}
