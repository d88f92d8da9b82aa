package io.bloomtree.sketch;

import java.util.Arrays;

/**
 * How many pairs of records have how many fields alike, as estimated: an estimate may be negative.
 * A pair within one stream is two records of it, in no order; the thesis counts it twice, and each
 * record as a pair with itself. Immutable.
 */
public final class PairCounts {
  private final int threshold;
  private final double[] pairs;

  /** {@code pairs}: from those with as many as the threshold alike on. Not copied. */
  PairCounts(int threshold, double[] pairs) {
    this.threshold = threshold;
    this.pairs = pairs;
  }

  /** With exactly so many fields alike, the thesis's X_k. */
  public double exactly(int fields) {
    return pairs[index(fields)];
  }

  /** With at least so many fields alike, the thesis's G_s. */
  public double atLeast(int fields) {
    return Arrays.stream(pairs, index(fields), pairs.length).sum();
  }

  private int index(int fields) {
    if (fields < threshold || fields >= threshold + pairs.length) {
      throw new IllegalArgumentException("counted are pairs with " + threshold + " to "
          + (threshold + pairs.length - 1) + " fields alike: fields=" + fields);
    }
    return fields - threshold;
  }

  @Override public String toString() {
    return "PairCounts[threshold=" + threshold + ", pairs=" + Arrays.toString(pairs) + "]";
  }
}
