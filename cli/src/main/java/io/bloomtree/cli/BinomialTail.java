package io.bloomtree.cli;

/** How likely a rate explains what was counted, for as many trials as there are keys. */
final class BinomialTail {
  private static final double NEGLIGIBLE = 1e-17;

  private BinomialTail() {}

  /**
   * The probability of at least so many successes; 1, which is an upper bound, for no more than
   * there would be on average.
   */
  static double atLeast(long successes, long trials, double probability) {
    if (successes < 0 || successes > trials || !(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("must be 0 <= successes <= trials and a probability: "
          + "successes=" + successes + ", trials=" + trials + ", probability=" + probability);
    }
    if (successes <= trials * probability) {
      return 1;
    }
    if (probability == 0) {
      return 0;
    }
    double odds = probability / (1 - probability);
    double term = Math.exp(logChoose(trials, successes)
        + successes * Math.log(probability)
        + (trials - successes) * Math.log1p(-probability));
    double sum = 0;
    // beyond the average each term is smaller than the one before
    for (long i = successes; i <= trials && term > sum * NEGLIGIBLE; i++) {
      sum += term;
      term *= odds * (trials - i) / (i + 1);
    }
    return Math.min(1, sum);
  }

  private static double logChoose(long trials, long successes) {
    double sum = 0;
    for (long i = 1; i <= Math.min(successes, trials - successes); i++) {
      sum += Math.log((double) (trials - i + 1) / i);
    }
    return sum;
  }
}
