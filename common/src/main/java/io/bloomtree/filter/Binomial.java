package io.bloomtree.filter;

/** Binomial coefficients and tails for the few trials that an event has probes. */
final class Binomial {
  private Binomial() {}

  static double choose(int trials, int successes) {
    double product = 1;
    for (int i = 1; i <= successes; i++) {
      product = product * (trials - successes + i) / i;
    }
    return product;
  }

  /**
   * The probability of exactly so many successes; in logarithms, so that no power underflows first.
   */
  static double exactly(int trials, int successes, double probability) {
    if (successes < 0 || successes > trials) {
      return 0;
    }
    if (probability == 0 || probability == 1) {
      return successes == (probability == 0 ? 0 : trials) ? 1 : 0;
    }
    return StrictMath.exp(
        StrictMath.log(choose(trials, successes))
            + successes * StrictMath.log(probability)
            + (trials - successes) * StrictMath.log1p(-probability));
  }

  /** The probability of at least so many successes, summed from the smaller side. */
  static double atLeast(int trials, int successes, double probability) {
    if (successes <= trials * probability) {
      return 1 - sum(trials, 0, successes - 1, probability);
    }
    return sum(trials, successes, trials, probability);
  }

  /** The probability of fewer successes than that. */
  static double fewerThan(int trials, int successes, double probability) {
    if (successes > trials * probability) {
      return 1 - sum(trials, successes, trials, probability);
    }
    return sum(trials, 0, successes - 1, probability);
  }

  private static double sum(int trials, int from, int to, double probability) {
    double sum = 0;
    for (int i = from; i <= to; i++) {
      sum += exactly(trials, i, probability);
    }
    return Math.min(1, sum);
  }
}
