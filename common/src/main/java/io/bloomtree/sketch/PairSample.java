package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

import java.util.random.RandomGenerator;

/**
 * How many pairs of records are similar, by a random sample of the records: the baseline of
 * PairCount. Not thread-safe: one event loop owns it.
 */
public final class PairSample {
  private final int fields;
  private final long[][] sample;
  private final RandomGenerator random;
  private long records;

  /** Keeps so many records, each stream's equally likely (Vitter's algorithm R, 1985). */
  public PairSample(int fields, int size, RandomGenerator random) {
    if (fields < 1) {
      throw new IllegalArgumentException("fields must be >= 1: fields=" + fields);
    }
    if (size < 2) {
      throw new IllegalArgumentException("size must be >= 2: size=" + size);
    }
    this.fields = fields;
    this.sample = new long[size][];
    this.random = requireNonNull(random, "random");
  }

  public void add(long[] record) {
    if (record.length != fields) {
      throw new IllegalArgumentException(
          "record must have " + fields + " fields: fields=" + record.length);
    }
    long place = records < sample.length ? records : random.nextLong(records + 1);
    if (place < sample.length) {
      sample[(int) place] = record.clone();
    }
    records++;
  }

  /** Pairs within the stream: those of the sample, times what it is of all pairs. */
  public PairCounts selfJoin() {
    int kept = (int) Math.min(records, sample.length);
    double[] pairs = new double[fields + 1];
    for (int i = 0; i < kept; i++) {
      for (int j = 0; j < i; j++) {
        pairs[alike(sample[i], sample[j])]++;
      }
    }
    if (kept > 1) {
      double scale = (double) records / kept * (records - 1) / (kept - 1);
      for (int k = 0; k < pairs.length; k++) {
        pairs[k] *= scale;
      }
    }
    return new PairCounts(0, pairs);
  }

  private static int alike(long[] one, long[] other) {
    int alike = 0;
    for (int field = 0; field < one.length; field++) {
      alike += one[field] == other[field] ? 1 : 0;
    }
    return alike;
  }
}
