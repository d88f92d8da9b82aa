package io.bloomtree.sketch;

/**
 * A Fast-AGMS sketch, or Count-sketch (Charikar, Chen and Farach-Colton, "Finding frequent items in
 * data streams", 2002): estimates without bias of multiplicities, and of the sizes of self-joins
 * and joins. Not thread-safe: one event loop owns it.
 */
public final class FastAgms extends LinearSketch {
  private final FastAgmsShape shape;
  private final AgmsRows rows;

  public FastAgms(FastAgmsShape shape) {
    this(shape, new Counters(shape.counters()), 0);
  }

  private FastAgms(FastAgmsShape shape, Counters counters, long total) {
    super(shape, counters, total);
    this.shape = shape;
    this.rows = new AgmsRows(counters, 0, shape, shape.seed());
  }

  /**
   * The sketch of a snapshot.
   *
   * @throws MalformedSketchException if the bytes are not exactly one undamaged snapshot of one
   */
  public static FastAgms fromSnapshot(byte[] bytes) {
    SketchSnapshot read = SketchSnapshot.read(bytes, FastAgmsShape.class);
    return new FastAgms((FastAgmsShape) read.shape(), read.counters(), read.total());
  }

  @Override public FastAgmsShape shape() {
    return shape;
  }

  @Override FastAgms newSum() {
    return new FastAgms(shape);
  }

  /** One more of an element. */
  public void add(long fingerprint) {
    add(fingerprint, 1);
  }

  /** So many more of an element. */
  public void add(long fingerprint, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1: count=" + count);
    }
    rows.add(fingerprint, count);
    addTotal(count);
  }

  /** About how often an element was seen; not less than never. */
  public double estimate(long fingerprint) {
    return Math.max(0, Medians.of(rows.estimates(fingerprint)));
  }

  /** The self-join size, the sum of all elements' squared multiplicities. */
  public double selfJoinSize() {
    return Medians.of(rows.joinSizes(rows));
  }

  /**
   * The size of the join with another stream: the sum over all elements of how often it was seen
   * here times how often there.
   *
   * @throws IncompatibleSketchException if the other has another shape
   */
  public double joinSize(FastAgms other) {
    requireSameShape(other.shape);
    return Medians.of(rows.joinSizes(other.rows));
  }

  AgmsRows rows() {
    return rows;
  }

  /**
   * Adds what another has seen.
   *
   * @throws IncompatibleSketchException if it has another shape
   */
  public void merge(FastAgms other) {
    addAll(other);
  }
}
