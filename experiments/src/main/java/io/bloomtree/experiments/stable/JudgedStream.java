package io.bloomtree.experiments.stable;

import io.bloomtree.filter.BloomFilter;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferFilter;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.FpBufferFilter;
import io.bloomtree.filter.FpBufferShape;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import io.bloomtree.stream.EventStream;
import io.bloomtree.stream.Truth;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * A stream, and what is true of it: filters are judged by that. Its array is not copied, and nobody
 * changes it.
 */
record JudgedStream(long[] events, Truth truth) {
  /** What the paper sets for false positives of 10 % (Section 5.2): Max = 1, K = 2, P = 4. */
  static final int PROBES = 2;
  static final int DECREMENTS = 4;

  private static final double LEAST_BITS_PER_EVENT = 16_384 / 75_660.0;
  private static final long LEAST_BITS = 256;
  private static final long STABLE_SEED = 1;
  private static final long BUFFER_SEED = 2;

  static JudgedStream of(EventStream stream) {
    return of(stream.toArray());
  }

  static JudgedStream of(long[] events) {
    return new JudgedStream(events, Truth.of(events));
  }

  int distinct() {
    return truth.distinct();
  }

  String summary() {
    return String.format(Locale.ROOT, "%,d events, %,d of them distinct.", events.length,
        distinct());
  }

  /**
   * Memory, in bits, from far too little to plenty: for each distinct event as much as in the rows
   * of the paper's first table.
   */
  long[] sizes() {
    return LongStream.rangeClosed(0, 4)
        .map(row -> (long) (LEAST_BITS_PER_EVENT * distinct() * (1 << 2 * row)))
        .map(bits -> Math.max(LEAST_BITS, bits))
        .distinct()
        .toArray();
  }

  /** The paper's settings for 10 %. */
  static StableShape stable(long bits) {
    return new StableShape(bits, 1, PROBES, DECREMENTS);
  }

  Errors judge(StableShape shape) {
    return Errors.of(new StableFilter(shape, STABLE_SEED), events, truth);
  }

  Errors buffering(long capacity) {
    return Errors.of(new BufferFilter(buffer(capacity)), events, truth);
  }

  /** At the rate of false positives that another filter had: so the paper compares. */
  Errors fpBuffering(long capacity, Errors other) {
    var shape = new FpBufferShape(buffer(capacity), other.falsePositiveRate());
    return Errors.of(new FpBufferFilter(shape, BUFFER_SEED), events, truth);
  }

  /** One that holds all there is forgets nothing: no need for a larger one. */
  private BufferShape buffer(long capacity) {
    return new BufferShape((int) Math.min(capacity, distinct()));
  }

  Errors bloom(long bits, int probes) {
    var shape = BloomShape.of(BloomShape.Layout.PLAIN, bits, probes, distinct());
    return Errors.of(new BloomFilter(shape), events, truth);
  }
}
