package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

import java.util.random.RandomGenerator;

/**
 * How many pairs of records are similar, within a stream, between two, or with one record:
 * PairCount offline, which keeps all super-values. With a sampling factor of 1 it is exact. For
 * evaluations: its memory grows with the stream. Used by one thread.
 */
public final class ExactPairCount {
  private final PairShape shape;
  private final SuperValues superValues;
  private final ExactStream[] streams;
  private final RandomGenerator random;
  private long records;

  /** {@code random} draws which combinations of fields are looked at. */
  public ExactPairCount(PairShape shape, RandomGenerator random) {
    this.shape = requireNonNull(shape, "shape");
    this.random = requireNonNull(random, "random");
    this.superValues = new SuperValues(shape);
    this.streams = new ExactStream[shape.streams()];
    for (int stream = 0; stream < streams.length; stream++) {
      streams[stream] = new ExactStream();
    }
  }

  /** Adds a record: a fingerprint of each field. */
  public void add(long[] record) {
    superValues.of(record, random, (stream, value) -> streams[stream].add(value));
    records++;
  }

  /** Pairs within the stream: SelfJoinPairCount. */
  public PairCounts selfJoin() {
    return shape.ofSelfJoin(joinSizes(this), records);
  }

  /** Pairs of a record of this stream and one of another: JoinPairCount. */
  public PairCounts join(ExactPairCount other) {
    if (!shape.equals(other.shape)) {
      throw new IllegalArgumentException(
          "shapes must be equal: ours=" + shape + ", theirs=" + other.shape);
    }
    return shape.ofJoin(joinSizes(other));
  }

  private double[] joinSizes(ExactPairCount other) {
    var sizes = new double[streams.length];
    for (int stream = 0; stream < sizes.length; stream++) {
      sizes[stream] = streams[stream].joinSize(other.streams[stream]);
    }
    return sizes;
  }

  /** Records of the stream that are similar to one: SearchPairCount. */
  public PairCounts search(long[] record) {
    var sizes = new double[streams.length];
    superValues.of(record, random, (stream, value) ->
        sizes[stream] += streams[stream].count(value));
    return shape.ofJoin(sizes);
  }
}
