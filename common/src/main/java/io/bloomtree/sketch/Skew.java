package io.bloomtree.sketch;

/**
 * What the self-join size of a stream says of its skew: the exponent of the Zipf distribution that
 * has as large a one (Section 4.1).
 */
public final class Skew {
  private static final double MOST_EXPONENT = 16;
  private static final int STEPS = 60;
  /** Of so many ranks terms are added one by one; for the rest there is a formula. */
  private static final int SUMMED = 64;

  private Skew() {}

  /**
   * The exponent of a stream whose r-th most frequent element is r to the power of it times as rare
   * as the first; 0 if all are as frequent.
   *
   * @param ranks how many different elements there may be
   */
  public static double zipfExponent(double selfJoinSize, long events, long ranks) {
    if (events < 1 || ranks < 1) {
      throw new IllegalArgumentException(
          "events and ranks must be >= 1: events=" + events + ", ranks=" + ranks);
    }
    double low = 0;
    double high = MOST_EXPONENT;
    for (int step = 0; step < STEPS; step++) {
      double middle = (low + high) / 2;
      if (selfJoinSize(middle, events, ranks) < selfJoinSize) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What is expected of so many events drawn: each meets itself, and others by chance. */
  public static double selfJoinSize(double exponent, long events, long ranks) {
    double sum = harmonic(exponent, ranks);
    double meeting = harmonic(2 * exponent, ranks) / (sum * sum);
    return events + (double) events * (events - 1) * meeting;
  }

  /** The sum of r^-s over all ranks r: the first ones added, the rest by Euler and Maclaurin. */
  private static double harmonic(double s, long ranks) {
    double sum = 0;
    for (int r = 1; r <= Math.min(SUMMED, ranks); r++) {
      sum += Math.pow(r, -s);
    }
    if (ranks <= SUMMED) {
      return sum;
    }
    double a = SUMMED;
    double log = Math.log(ranks / a);
    double power = (1 - s) * log;
    double integral = Math.pow(a, 1 - s)
        * (Math.abs(power) < 1e-9 ? log : Math.expm1(power) / (1 - s));
    double first = Math.pow(a, -s);
    double last = Math.pow(ranks, -s);
    return sum + integral + (last - first) / 2 + s / 12 * (first / a - last / ranks);
  }
}
