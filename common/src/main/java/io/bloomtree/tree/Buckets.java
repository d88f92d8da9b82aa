package io.bloomtree.tree;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Counts values in buckets whose bounds grow exponentially: by a half and a third in turn, so two
 * for each doubling. Owned by one event loop.
 */
public final class Buckets {
  private final String unit;
  private final long[] counts;
  private long over;
  private long sum;

  /**
   * Buckets up to a power of two.
   *
   * @param doublings the last bound is two to this power
   */
  public Buckets(String unit, int doublings) {
    if (doublings < 1 || doublings > 61) {
      throw new IllegalArgumentException("doublings must be in 1..61: " + doublings);
    }
    this.unit = unit;
    this.counts = new long[2 * doublings];
  }

  /** Counts a value so many times; one below 1 is in the first bucket. */
  public void add(long value, long times) {
    int bucket = bucket(value);
    if (bucket < counts.length) {
      counts[bucket] += times;
    } else {
      over += times;
    }
    sum += value * times;
  }

  /** Bounds are 1, 2, 3, 4, 6, 8, 12, 16 and so on. */
  private static int bucket(long value) {
    if (value <= 1) {
      return 0;
    }
    int exponent = Long.SIZE - Long.numberOfLeadingZeros(value - 1);
    long middle = 3L << exponent - 2;
    return exponent > 1 && value <= middle ? 2 * exponent - 2 : 2 * exponent - 1;
  }

  private static long bound(int bucket) {
    if (bucket == 0) {
      return 1;
    }
    int exponent = bucket / 2 + 1;
    return bucket % 2 == 1 ? 1L << exponent : 3L << exponent - 2;
  }

  /** What was counted until now. */
  public Histogram histogram() {
    return new Histogram(
        unit,
        IntStream.range(0, counts.length).mapToObj(Buckets::bound).toList(),
        Arrays.stream(counts).boxed().toList(), over, sum);
  }
}
