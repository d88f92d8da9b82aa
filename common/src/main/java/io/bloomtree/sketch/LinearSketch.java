package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

/**
 * A summary of a stream, in counters that add up: the sketch of two streams together is the sum of
 * their sketches, counter by counter, in whichever order. Its memory is fixed when it is made. Not
 * thread-safe: one event loop owns it.
 */
public abstract sealed class LinearSketch permits CountMin, FastAgms, PairSketch {
  private final SketchShape shape;
  private final Counters counters;
  private long total;

  LinearSketch(SketchShape shape, Counters counters, long total) {
    this.shape = requireNonNull(shape, "shape");
    this.counters = counters;
    this.total = total;
  }

  public SketchShape shape() {
    return shape;
  }

  /** How many events, or records, are in it: the thesis's N, or n. */
  public long total() {
    return total;
  }

  public long memoryBytes() {
    return shape.memoryBytes();
  }

  /** All of its state, in bytes that every later version reads: {@link SketchSnapshot}. */
  public byte[] toSnapshot() {
    return new SketchSnapshot(shape, total, counters).toBytes();
  }

  /** An empty one of the same shape, for sums. */
  abstract LinearSketch newSum();

  final Counters counters() {
    return counters;
  }

  final void addTotal(long count) {
    total += count;
  }

  final void addAll(LinearSketch other) {
    requireSameShape(other.shape);
    counters.addAll(other.counters);
    total += other.total;
  }

  final void subtractAll(LinearSketch other) {
    counters.subtractAll(other.counters);
    total -= other.total;
  }

  final void requireSameShape(SketchShape other) {
    if (!shape.equals(other)) {
      throw new IncompatibleSketchException(shape, other);
    }
  }

  /** Of one shape, and with the same in every counter. */
  @Override public final boolean equals(Object other) {
    return other instanceof LinearSketch that
        && shape.equals(that.shape)
        && total == that.total
        && counters.isEqualTo(that.counters);
  }

  @Override public final int hashCode() {
    return 31 * shape.hashCode() + counters.valuesHash();
  }

  @Override public String toString() {
    return getClass().getSimpleName() + "[shape=" + shape + ", total=" + total + "]";
  }
}
