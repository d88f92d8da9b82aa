package io.bloomtree.experiments.stable;

/**
 * A stable filter as the paper's equations have it: cells are taken from a number of times that
 * need not be whole, and may be set more often than others. Immutable.
 *
 * @param cells the paper's m
 * @param most what a cell is set to, the paper's Max
 * @param probes the paper's K
 * @param decrements the paper's P
 */
record PaperFilter(double cells, int most, int probes, double decrements) {
  /*
   * The sum of Eq. 9 to 13 runs over the events of a gap, up to 10^9 of them. Summed by parts, its
   * terms are those of a negative binomial distribution: that the cell was taken from Max times
   * before it was first set, and that this was within the gap. With r = k + p (1 - k), the
   * probability that an event changes the cell at all,
   *
   *     PR0(gap, k) = (1 - k / r)^Max · Pr(at least Max of gap events change it)
   *
   * of which the first factor is the stable point (Eq. 7), and the second one has Max terms.
   */
  private static final double NEGLIGIBLE = 1e-17;

  /** Has this bound of false positives exactly (Eq. 17). */
  static PaperFilter forRate(double cells, int most, int probes, double fpp) {
    double zeros = Math.pow(1 - Math.pow(fpp, 1.0 / probes), 1.0 / most);
    double decrements = zeros / ((1 - zeros) * (1.0 / probes - 1 / cells));
    return new PaperFilter(cells, most, probes, decrements);
  }

  /** The P that the paper gives for a rate: rounded down. */
  static long printedDecrements(double cells, int most, int probes, double fpp) {
    return (long) forRate(cells, most, probes, fpp).decrements;
  }

  /**
   * How often an event sets a cell of an event (Eq. 18).
   *
   * @param share of that event in the stream, the paper's f / N
   * @param phi how much more often than others the cell is set, in the paper's measure
   */
  double setting(double share, double phi) {
    double average = probes / cells;
    return share + average * (1 - share) + phi * Math.sqrt(average * (1 - average));
  }

  /** Whether there can be such a filter and such a cell. */
  boolean isPossible(double setting) {
    return decrements <= cells && setting > 0 && setting <= 1;
  }

  /** How often a copy is not recognised after so many events (Eq. 9 to 14). */
  double falseNegativeRate(long gap, double setting) {
    return -Math.expm1(probes * Math.log1p(-zeroAfter(gap, setting)));
  }

  private double zeroAfter(long gap, double setting) {
    double taken = decrements / cells * (1 - setting);
    double changed = setting + taken;
    return Math.pow(taken / changed, most) * atLeast(most, gap, changed);
  }

  /** The expected share of cells at zero after so many events, from none set on (Eq. 1). */
  double zerosAfter(long events) {
    double setting = setting(0, 0);
    double neverSet = Math.exp(events * Math.log1p(-setting));
    return zeroAfter(events, setting) + neverSet * (1 - atLeast(most, events, decrements / cells));
  }

  /** That at least so many of the trials succeed: summed on the side where there is less. */
  private static double atLeast(int successes, long trials, double probability) {
    if (trials < successes) {
      return 0;
    }
    if (probability >= 1) {
      return 1;
    }
    double odds = probability / (1 - probability);
    double term = Math.exp(trials * Math.log1p(-probability));
    if (trials * probability > successes) {
      double fewer = 0;
      for (int i = 0; i < successes; i++) {
        fewer += term;
        term *= (double) (trials - i) / (i + 1) * odds;
      }
      return 1 - fewer;
    }
    for (int i = 0; i < successes; i++) {
      term *= (double) (trials - i) / (i + 1) * odds;
    }
    double sum = 0;
    for (long i = successes; i <= trials && term > NEGLIGIBLE * sum; i++) {
      sum += term;
      term *= (double) (trials - i) / (i + 1) * odds;
    }
    return sum;
  }
}
