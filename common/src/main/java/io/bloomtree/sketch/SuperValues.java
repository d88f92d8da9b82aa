package io.bloomtree.sketch;

import java.util.random.RandomGenerator;

/**
 * Turns records into super-values: the values of some of their fields, drawn at random, as one
 * word. Two are equal if they are of the same fields and these are alike. Owned by one thread: it
 * keeps the order in which combinations were drawn last.
 */
final class SuperValues {
  /*
   * A combination is a set of fields, as bits. Of a record l_k different ones are drawn: with
   * repetitions, as "repeat this process l_k times" could be read, a record would meet itself more
   * often than the l_k times that Eq. 5.1 takes away.
   *
   * The word of a combination is that of its set, scrambled together with the exclusive or of its
   * fields' words (Zobrist, 1970), of which each was scrambled with its field's number. All are
   * computed once for a record.
   */
  private static final long FIELD = 0x9E3779B97F4A7C15L;
  private static final long SET = 0xD1342543DE82EF95L;

  private final PairShape shape;
  private final int[][] combinations;
  private final long[] words;

  SuperValues(PairShape shape) {
    this.shape = shape;
    this.words = new long[shape.fields()];
    this.combinations = new int[shape.streams()][];
    for (int k = shape.threshold(); k <= shape.fields(); k++) {
      combinations[k - shape.threshold()] = combinations(shape.fields(), k);
    }
  }

  private static int[] combinations(int fields, int k) {
    var sets = new int[(int) Binomials.of(fields, k)];
    int found = 0;
    for (int set = 0; set < 1 << fields; set++) {
      if (Integer.bitCount(set) == k) {
        sets[found++] = set;
      }
    }
    return sets;
  }

  /** Takes the super-values of a record. */
  interface Sink {
    /** {@code stream}: 0 for those of as many fields as the threshold, and so on. */
    void add(int stream, long superValue);
  }

  /** Draws the super-values of a record. */
  void of(long[] record, RandomGenerator random, Sink sink) {
    if (record.length != shape.fields()) {
      throw new IllegalArgumentException("record must have " + shape.fields() + " fields: fields="
          + record.length);
    }
    for (int field = 0; field < record.length; field++) {
      words[field] = Mixing.scramble(Mixing.scramble(record[field]) + (field + 1) * FIELD);
    }
    for (int stream = 0; stream < combinations.length; stream++) {
      int[] sets = combinations[stream];
      int drawn = shape.superValues(stream + shape.threshold());
      for (int i = 0; i < drawn; i++) {
        // a shuffle that stops when there are enough: uniform whatever the order was before
        int other = drawn == sets.length ? i : i + random.nextInt(sets.length - i);
        int set = sets[other];
        sets[other] = sets[i];
        sets[i] = set;
        sink.add(stream, superValue(set));
      }
    }
  }

  private long superValue(int set) {
    long value = set * SET;
    for (int left = set; left != 0; left &= left - 1) {
      value ^= words[Integer.numberOfTrailingZeros(left)];
    }
    return Mixing.scramble(value);
  }
}
