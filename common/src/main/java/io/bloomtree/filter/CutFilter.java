package io.bloomtree.filter;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

/** What the plans of all kinds have in common. Immutable. */
abstract sealed class CutFilter implements SlicePlan permits BloomSlicePlan, KindSlicePlan {
  private final Cut cut;

  CutFilter(Cut cut) {
    this.cut = requireNonNull(cut, "cut");
  }

  final Cut cut() {
    return cut;
  }

  @Override public final Scheme scheme() {
    return cut.scheme();
  }

  @Override public final int count() {
    return cut.count();
  }

  @Override public final int probes() {
    return shape().probes();
  }

  @Override public final int owner(long fingerprint) {
    return cut.owner(fingerprint);
  }

  @Override public final int[] slicesOf(long fingerprint) {
    return cut.slicesOf(fingerprint);
  }

  @Override public final int[] deciders(long fingerprint) {
    return cut.deciders(fingerprint);
  }

  @Override public final boolean unites() {
    return shape().unites();
  }

  @Override public final byte[] toBytes() {
    return PlanFormat.write(this);
  }

  @Override public final long memoryBytes() {
    long bytes = 0;
    for (int i = 0; i < count(); i++) {
      bytes += memoryBytes(i);
    }
    return bytes;
  }

  @Override public final long memoryBytes(int index) {
    checkIndex(index, count());
    return scheme() == Scheme.VERTICAL
        ? wordsOf(cut.held(index)) * Long.BYTES
        : sliceShape().memoryBytes();
  }

  /** Words that so many positions of a vertical slice take. */
  abstract long wordsOf(long positions);

  @Override public final boolean equals(Object other) {
    return other instanceof CutFilter that
        && scheme() == that.scheme()
        && count() == that.count()
        && shape().equals(that.shape());
  }

  @Override public final int hashCode() {
    return 31 * (31 * scheme().name().hashCode() + count()) + shape().hashCode();
  }

  @Override public final String toString() {
    return getClass().getSimpleName() + "[scheme=" + scheme() + ", count=" + count() + ", shape="
        + shape() + "]";
  }
}
