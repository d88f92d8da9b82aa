package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;

/** A slice that is a filter of its own: a horizontal one, or all of an unsliced filter. */
final class WholeSlice implements BloomSlice {
  private final BloomFilter filter;

  WholeSlice(BloomFilter filter) {
    this.filter = requireNonNull(filter, "filter");
  }

  BloomFilter filter() {
    return filter;
  }

  @Override public BloomShape shape() {
    return filter.shape();
  }

  @Override public int probes(long fingerprint) {
    return filter.shape().probes();
  }

  @Override public int setProbes(long fingerprint) {
    return filter.setProbes(fingerprint);
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    filter.add(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    return filter.mightContain(fingerprint);
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    filter.expect(fingerprints, from, to);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    filter.mightContain(fingerprints, from, to, answers);
  }

  @Override public long memoryBytes() {
    return filter.memoryBytes();
  }

  @Override public double fill() {
    return filter.fill();
  }

  @Override public double estimatedCardinality() {
    return filter.estimatedCardinality();
  }

  @Override public double estimatedFalsePositiveRate() {
    return filter.estimatedFalsePositiveRate();
  }

  @Override public long snapshotBytes() {
    return filter.snapshotBytes();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    filter.writeSnapshot(out);
  }

  @Override public byte[] toSnapshot() {
    return filter.toSnapshot();
  }

  @Override public boolean equals(Object other) {
    return other instanceof WholeSlice that && filter.equals(that.filter);
  }

  @Override public int hashCode() {
    return filter.hashCode();
  }

  @Override public String toString() {
    return "WholeSlice[" + filter + "]";
  }
}
