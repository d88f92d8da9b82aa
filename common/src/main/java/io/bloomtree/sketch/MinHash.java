package io.bloomtree.sketch;

/**
 * Turns sets into records: of each field the smallest of the set's elements in a random order of
 * its own (Broder et al., "Min-wise independent permutations", 1998). The share of fields in which
 * two records are alike is on average the Jaccard similarity of their sets. Immutable.
 */
public final class MinHash {
  private final long[] keys;

  /** Records of so many fields; the seed decides the orders. */
  public MinHash(int fields, long seed) {
    if (fields < 1) {
      throw new IllegalArgumentException("fields must be >= 1: fields=" + fields);
    }
    this.keys = new long[fields];
    long h = Mixing.key(seed);
    for (int field = 0; field < fields; field++) {
      keys[field] = Mixing.scramble(h);
      h = Mixing.next(h);
    }
  }

  /** The record of a set of fingerprints, in which repetitions do not matter. */
  public long[] record(long[] set) {
    if (set.length == 0) {
      throw new IllegalArgumentException("set must not be empty: length=0");
    }
    var record = new long[keys.length];
    for (int field = 0; field < record.length; field++) {
      long least = Long.MAX_VALUE;
      for (long element : set) {
        least = Math.min(least, Mixing.scramble(element ^ keys[field]));
      }
      record[field] = least;
    }
    return record;
  }
}
