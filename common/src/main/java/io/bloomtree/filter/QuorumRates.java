package io.bloomtree.filter;

/**
 * The error rates of vertical slices under a quorum, some of the slices having failed. Immutable.
 *
 * @param probes how many positions an event has, k
 * @param quorum how many of them must be live and set for a duplicate, x
 * @param fill the share of bits that are set
 * @param failedShare the share of slices that failed, f/S
 */
public record QuorumRates(int probes, int quorum, double fill, double failedShare) {
  /*
   * The paper's rule: duplicate iff at least x bits on live slices are set. It prints a false
   * positive rate of ((1 - f/S) fill)^x, which is that of x given bits; any x of k will do, and the
   * binomial tail is far larger (k = 8, x = 3, half full, a fifth failed: 0.064 printed, 0.685
   * true).
   *
   * Our rule: duplicate iff at least x bits are live and all of the live ones are set. A live bit
   * that is not set proves that the event is new, however many others are set. All live bits of a
   * true duplicate are set, so both rules deny it in the same case, when fewer than x are live: the
   * false negatives are equal, and the false positives far fewer (0.0165 in the example).
   */

  public QuorumRates {
    if (probes < 1) {
      throw new IllegalArgumentException("probes must be >= 1: probes=" + probes);
    }
    if (quorum < 0 || quorum > probes) {
      throw new IllegalArgumentException("quorum must be 0 to " + probes + ": quorum=" + quorum);
    }
    ErrorRates.requireProbability("fill", fill);
    ErrorRates.requireProbability("failedShare", failedShare);
  }

  /** The false positives of the paper's rule, as printed. To compare; it is wrong. */
  public double falsePositivesAsPrinted() {
    return StrictMath.pow((1 - failedShare) * fill, quorum);
  }

  /** The false positives of the paper's rule: at least x bits are live and set. */
  public double falsePositivesOfPaper() {
    return Binomial.atLeast(probes, quorum, (1 - failedShare) * fill);
  }

  /** The false positives of our rule: at least x bits are live, and all live ones are set. */
  public double falsePositives() {
    double sum = 0;
    for (int live = probes; live >= quorum; live--) {
      sum += Binomial.exactly(probes, live, 1 - failedShare) * StrictMath.pow(fill, live);
    }
    return Math.min(1, sum);
  }

  /** The false negatives of either rule: fewer than x bits are live. */
  public double falseNegatives() {
    return Binomial.fewerThan(probes, quorum, 1 - failedShare);
  }
}
