package io.bloomtree.sketch;

import java.util.random.RandomGenerator;

/**
 * How many pairs of records are similar, within a stream, between two, or with one record:
 * PairCount online, with a Fast-AGMS sketch of each stream of super-values. Not thread-safe: one
 * event loop owns it.
 */
public final class PairSketch extends LinearSketch {
  private static final long STREAM = 0x9E3779B97F4A7C15L;

  private final PairSketchShape shape;
  private final SuperValues superValues;
  private final AgmsRows[] streams;

  public PairSketch(PairSketchShape shape) {
    this(shape, new Counters(shape.counters()), 0);
  }

  private PairSketch(PairSketchShape shape, Counters counters, long total) {
    super(shape, counters, total);
    this.shape = shape;
    this.superValues = new SuperValues(shape.pairs());
    this.streams = new AgmsRows[shape.pairs().streams()];
    for (int stream = 0; stream < streams.length; stream++) {
      // with hash functions of its own each, so that their errors do not add up
      streams[stream] = new AgmsRows(counters, stream * shape.rows().counters(), shape.rows(),
          shape.rows().seed() + stream * STREAM);
    }
  }

  /**
   * The sketch of a snapshot.
   *
   * @throws MalformedSketchException if the bytes are not exactly one undamaged snapshot of one
   */
  public static PairSketch fromSnapshot(byte[] bytes) {
    SketchSnapshot read = SketchSnapshot.read(bytes, PairSketchShape.class);
    return new PairSketch((PairSketchShape) read.shape(), read.counters(), read.total());
  }

  @Override public PairSketchShape shape() {
    return shape;
  }

  @Override PairSketch newSum() {
    return new PairSketch(shape);
  }

  /**
   * Adds a record.
   *
   * @param record a fingerprint of each field
   * @param random draws which combinations of fields are looked at; not the same for two sketches
   *     that will be added up or joined, or what they see depends on each other
   */
  public void add(long[] record, RandomGenerator random) {
    superValues.of(record, random, (stream, value) -> streams[stream].add(value, 1));
    addTotal(1);
  }

  /** Pairs within the stream: SelfJoinPairCount. */
  public PairCounts selfJoin() {
    return shape.pairs().ofSelfJoin(joinSizes(this), total());
  }

  /**
   * Pairs of a record of this stream and one of another: JoinPairCount.
   *
   * @throws IncompatibleSketchException if the other has another shape
   */
  public PairCounts join(PairSketch other) {
    requireSameShape(other.shape);
    return shape.pairs().ofJoin(joinSizes(other));
  }

  private double[] joinSizes(PairSketch other) {
    var sizes = new double[streams.length];
    for (int stream = 0; stream < sizes.length; stream++) {
      sizes[stream] = Medians.of(streams[stream].joinSizes(other.streams[stream]));
    }
    return sizes;
  }

  /** Records of the stream that are similar to one: SearchPairCount. */
  public PairCounts search(long[] record, RandomGenerator random) {
    var sizes = new double[streams.length];
    superValues.of(record, random, (stream, value) ->
        sizes[stream] += Medians.of(streams[stream].estimates(value)));
    return shape.pairs().ofJoin(sizes);
  }

  /**
   * Adds what another has seen.
   *
   * @throws IncompatibleSketchException if it has another shape
   */
  public void merge(PairSketch other) {
    addAll(other);
  }
}
