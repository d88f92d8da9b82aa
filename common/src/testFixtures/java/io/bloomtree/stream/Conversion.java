package io.bloomtree.stream;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The numbers of a synthetic stream of Deng and Rafiei ("Approximately detecting duplicates for
 * streaming data using stable Bloom filters", 2006, Section 5.1), in its second step: each place of
 * the one frequent number is given to one of many, all other places to numbers of their own. Used
 * by one thread.
 */
final class Conversion implements LongSupplier {

  /** The first step: where the one frequent number comes. */
  interface Arrivals {
    /** Whether it comes at the next place. */
    boolean next();
  }

  private final Arrivals arrivals;
  private final double mean;
  private final RandomGenerator random;
  private long own;

  Conversion(Arrivals arrivals, double mean, RandomGenerator random) {
    this.arrivals = arrivals;
    this.mean = mean;
    this.random = random;
  }

  /** Even numbers are those that come again, odd ones come once. */
  @Override public long getAsLong() {
    if (!arrivals.next()) {
      return 2 * own++ + 1;
    }
    return 2 * (long) exponential(mean, random);
  }

  static double exponential(double mean, RandomGenerator random) {
    return -mean * Math.log1p(-random.nextDouble());
  }

  static void requireMean(double mean) {
    if (!(mean > 0 && mean < Long.MAX_VALUE / 100)) {
      throw new IllegalArgumentException("mean must be above 0: mean=" + mean);
    }
  }
}
