package io.bloomtree.experiments.stable;

/** A rate that the paper prints, per cent, with as many digits as it prints. Immutable. */
record Printed(String percent) {
  /** A stream made from a handful of printed numbers is not the paper's: so much is allowed. */
  private static final double TOLERANCE = 0.05;
  /** What a fair count exceeds once in ten thousand times. */
  private static final double DEVIATIONS = 3.9;

  double share() {
    return Double.parseDouble(percent) / 100;
  }

  /** Whether a rate counted in so many trials is it, but for its rounding, chance and 5 %. */
  boolean isReproducedBy(double rate, long trials) {
    return isWithin(TOLERANCE * share(), rate, trials);
  }

  /** Whether it is it but for its rounding and chance alone. */
  boolean isExactly(double rate, long trials) {
    return isWithin(0, rate, trials);
  }

  private boolean isWithin(double tolerance, double rate, long trials) {
    double chance = DEVIATIONS * Math.sqrt(share() * (1 - share()) / trials);
    return Math.abs(rate - share()) <= rounding() + chance + tolerance;
  }

  private double rounding() {
    int point = percent.indexOf('.');
    int decimals = point < 0 ? 0 : percent.length() - point - 1;
    return 0.5 * Math.pow(10, -decimals) / 100;
  }

  @Override public String toString() {
    return percent + " %";
  }
}
