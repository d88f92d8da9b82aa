package io.bloomtree.sketch;

import static java.util.Objects.checkFromToIndex;

import java.util.OptionalDouble;

/**
 * A count-min sketch (Cormode and Muthukrishnan, 2005): how often was an element seen, at most; and
 * with {@link CountMeanMin} about how often. Not thread-safe: one event loop owns it.
 */
public final class CountMin extends LinearSketch {
  /** With fewer in a row, their number says more of chance than of what was seen. */
  private static final int LEAST_UNTOUCHED = 30;

  private final CountMinShape shape;
  private final long key;
  private final int depth;
  private final int width;
  private final long[] values;
  private final byte[] marks;

  public CountMin(CountMinShape shape) {
    this(shape, new Counters(shape.counters()), 0);
  }

  private CountMin(CountMinShape shape, Counters counters, long total) {
    super(shape, counters, total);
    this.shape = shape;
    this.key = Mixing.key(shape.seed());
    this.depth = shape.depth();
    this.width = shape.width();
    this.values = counters.values;
    this.marks = counters.marks;
  }

  /**
   * The sketch of a snapshot.
   *
   * @throws MalformedSketchException if the bytes are not exactly one undamaged snapshot of one
   */
  public static CountMin fromSnapshot(byte[] bytes) {
    SketchSnapshot read = SketchSnapshot.read(bytes, CountMinShape.class);
    return new CountMin((CountMinShape) read.shape(), read.counters(), read.total());
  }

  @Override public CountMinShape shape() {
    return shape;
  }

  @Override CountMin newSum() {
    return new CountMin(shape);
  }

  /** One more of an element. */
  public void add(long fingerprint) {
    addToRows(fingerprint);
    addTotal(1);
  }

  /** One more of each. */
  public void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int i = from; i < to; i++) {
      addToRows(fingerprints[i]);
    }
    addTotal(to - from);
  }

  private void addToRows(long fingerprint) {
    long[] counters = values;
    byte[] touched = marks;
    long h = Mixing.scramble(fingerprint ^ key);
    for (int row = 0, first = 0; row < depth; row++, first += width) {
      int at = first + Mixing.reduce(h, width);
      counters[at]++;
      touched[at >>> Counters.LINE_BITS] = Counters.TOUCHED;
      h = Mixing.next(h);
    }
  }

  /** So many more of an element. */
  public void add(long fingerprint, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1: count=" + count);
    }
    long h = Mixing.scramble(fingerprint ^ key);
    for (int row = 0, first = 0; row < depth; row++, first += width) {
      int at = first + Mixing.reduce(h, width);
      values[at] += count;
      marks[at >>> Counters.LINE_BITS] = Counters.TOUCHED;
      h = Mixing.next(h);
    }
    addTotal(count);
  }

  /** How often an element was seen at most: the CM estimate. Never less than the truth. */
  public long atMost(long fingerprint) {
    long least = Long.MAX_VALUE;
    long h = Mixing.scramble(fingerprint ^ key);
    for (int row = 0, first = 0; row < depth; row++, first += width) {
      least = Math.min(least, values[first + Mixing.reduce(h, width)]);
      h = Mixing.next(h);
    }
    return least;
  }

  /** The counters of an element, one of each row. */
  void counters(long fingerprint, long[] ofRows) {
    long h = Mixing.scramble(fingerprint ^ key);
    for (int row = 0, first = 0; row < depth; row++, first += width) {
      ofRows[row] = values[first + Mixing.reduce(h, width)];
      h = Mixing.next(h);
    }
  }

  /** The self-join size at most: the CM estimate. Never less than the truth. */
  public double selfJoinSizeAtMost() {
    return joinSizeAtMost(this);
  }

  /** The self-join size, the sum of all elements' squared multiplicities: the CMM estimate. */
  public double selfJoinSize() {
    return joinSize(this);
  }

  /**
   * The size of the join with another stream, at most.
   *
   * @throws IncompatibleSketchException if the other has another shape
   */
  public double joinSizeAtMost(CountMin other) {
    requireSameShape(other.shape);
    double least = Double.POSITIVE_INFINITY;
    for (int row = 0; row < depth; row++) {
      double sum = 0;
      for (int at = row * width; at < (row + 1) * width; at++) {
        sum += (double) values[at] * other.values[at];
      }
      least = Math.min(least, sum);
    }
    return least;
  }

  /**
   * The size of the join with another stream: the sum over all elements of how often it was seen
   * here times how often there. What CMM is for self-joins, for two.
   *
   * @throws IncompatibleSketchException if the other has another shape
   */
  public double joinSize(CountMin other) {
    requireSameShape(other.shape);
    double[] ofRows = new double[depth];
    for (int row = 0; row < depth; row++) {
      ofRows[row] = joinSize(other, row);
    }
    return Medians.of(ofRows);
  }

  /**
   * By one row.
   *
   * <p>The thesis takes from each counter the mean of all others, sums the squares and multiplies
   * by (w - 1)/w. That is w/(w - 1) times the sum of squared distances from the mean of all.
   */
  double joinSize(CountMin other, int row) {
    double mean = (double) total(row) / width;
    double otherMean = (double) other.total(row) / width;
    double sum = 0;
    for (int at = row * width; at < (row + 1) * width; at++) {
      sum += (values[at] - mean) * (other.values[at] - otherMean);
    }
    return sum * width / (width - 1);
  }

  /** The sum of a row: all events, unless it is put together from reports and some are missing. */
  long total(int row) {
    long sum = 0;
    for (int at = row * width; at < (row + 1) * width; at++) {
      sum += values[at];
    }
    return sum;
  }

  double median(int row) {
    return Medians.of(values, row * width, (row + 1) * width);
  }

  /**
   * About how many different elements were seen, by the counters that nothing touched (Whang,
   * Vander-Zanden and Taylor, "A linear-time probabilistic counting algorithm", 1990); none if
   * there are too few of those to tell.
   */
  public OptionalDouble distinct() {
    double sum = 0;
    for (int row = 0; row < depth; row++) {
      int untouched = 0;
      for (int at = row * width; at < (row + 1) * width; at++) {
        untouched += values[at] == 0 ? 1 : 0;
      }
      if (untouched < LEAST_UNTOUCHED) {
        return OptionalDouble.empty();
      }
      sum += width * Math.log((double) width / untouched);
    }
    return OptionalDouble.of(sum / depth);
  }

  /** An estimator of multiplicities that takes the noise for what it is now. */
  public CountMeanMin estimator(CountMeanMin.Noise noise) {
    return new CountMeanMin(this, noise);
  }

  /**
   * Adds what another has seen.
   *
   * @throws IncompatibleSketchException if it has another shape
   */
  public void merge(CountMin other) {
    addAll(other);
  }
}
