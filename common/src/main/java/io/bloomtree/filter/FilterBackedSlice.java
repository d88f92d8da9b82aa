package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;

/** A slice that is a filter of its own, and says of itself what that says. */
abstract class FilterBackedSlice implements FilterSlice {
  private final FilterState filter;

  FilterBackedSlice(FilterState filter) {
    this.filter = requireNonNull(filter, "filter");
  }

  @Override public final long memoryBytes() {
    return filter.memoryBytes();
  }

  @Override public final double fill() {
    return filter.fill();
  }

  @Override public final double estimatedCardinality() {
    return filter.estimatedCardinality();
  }

  @Override public final double estimatedFalsePositiveRate() {
    return filter.estimatedFalsePositiveRate();
  }

  @Override public final long snapshotBytes() {
    return filter.snapshotBytes();
  }

  @Override public final void writeSnapshot(OutputStream out) throws IOException {
    filter.writeSnapshot(out);
  }

  @Override public final byte[] toSnapshot() {
    return filter.toSnapshot();
  }

  @Override public String toString() {
    return getClass().getSimpleName() + "[" + filter + "]";
  }
}
