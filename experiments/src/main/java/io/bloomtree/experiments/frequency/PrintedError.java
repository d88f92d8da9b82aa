package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;

/**
 * An error that the thesis prints, of one run, beside the root mean square of ours.
 *
 * <p>What one run finds is chance. It is taken for reproduced if a run of ours could have found it:
 * if it is neither so large nor so small beside the root mean square of several runs that less than
 * one in a hundred is.
 *
 * @param error as printed, a share
 */
record PrintedError(double error) {
  /** Of Student's t with eight degrees of freedom, 0.5 % are above. */
  private static final double MOST = 3.36;
  /** One in a hundred is nearer to zero. */
  private static final double LEAST = 0.0125;

  /**
   * Compares.
   *
   * @param ours root mean square
   * @param factor how many times as large errors should be here, where there are fewer records and
   *     pairs
   */
  Comparison with(String what, double ours, double factor) {
    double expected = Math.abs(error) * factor;
    boolean isAlike = ours == 0
        ? error == 0 : expected <= MOST * ours && expected >= LEAST * ours;
    boolean isScaled = Math.abs(factor - 1) > 0.005;
    return Comparison.claim(what, SHARE.show(error)
            + (isScaled ? ", as much as " + SHARE.show(error * factor) + " here" : ""),
        SHARE.show(ours) + " root mean square", isAlike, "");
  }
}
