package io.bloomtree.sketch;

/**
 * The rows of a Fast-AGMS sketch, somewhere among the counters of a sketch. Owned by whoever owns
 * that.
 */
final class AgmsRows {
  /*
   * The sign of an element in row i is bit i of a word of its own: scrambled once more, since the
   * position is drawn from the bits of the other one.
   */
  private static final long SIGNS = 0x2B6F1C9D5A83E471L;

  private final Counters counters;
  private final int first;
  private final int depth;
  private final int width;
  private final long key;

  /** {@code first}: where among the counters its own begin. */
  AgmsRows(Counters counters, int first, FastAgmsShape shape, long seed) {
    this.counters = counters;
    this.first = first;
    this.depth = shape.depth();
    this.width = shape.width();
    this.key = Mixing.key(seed);
  }

  void add(long value, long count) {
    long h = Mixing.scramble(value ^ key);
    long signs = Mixing.scramble(h + SIGNS);
    for (int row = 0, from = first; row < depth; row++, from += width) {
      counters.add(from + Mixing.reduce(h, width), (signs >>> row & 1) == 0 ? count : -count);
      h = Mixing.next(h);
    }
  }

  /** By each row, how often a value was added. */
  double[] estimates(long value) {
    double[] ofRows = new double[depth];
    long h = Mixing.scramble(value ^ key);
    long signs = Mixing.scramble(h + SIGNS);
    for (int row = 0, from = first; row < depth; row++, from += width) {
      long counter = counters.get(from + Mixing.reduce(h, width));
      ofRows[row] = (signs >>> row & 1) == 0 ? counter : -counter;
      h = Mixing.next(h);
    }
    return ofRows;
  }

  /** By each row, the size of the join with others of the same shape; or of the self-join. */
  double[] joinSizes(AgmsRows other) {
    long[] ours = counters.values;
    long[] theirs = other.counters.values;
    double[] ofRows = new double[depth];
    for (int row = 0; row < depth; row++) {
      int from = row * width;
      double sum = 0;
      for (int i = from; i < from + width; i++) {
        sum += (double) ours[first + i] * theirs[other.first + i];
      }
      ofRows[row] = sum;
    }
    return ofRows;
  }
}
