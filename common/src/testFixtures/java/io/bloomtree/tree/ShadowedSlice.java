package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;

/** A real filter slice with an exact set beside it, which tells a false positive from a bug. */
final class ShadowedSlice implements FilterSlice {
  private final FilterSlice real;
  private final Set<Long> shadow = new HashSet<>();

  ShadowedSlice(FilterSlice real) {
    this.real = real;
  }

  @Override public int probes(long fingerprint) {
    return real.probes(fingerprint);
  }

  @Override public int setProbes(long fingerprint) {
    return real.setProbes(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    return real.holds(fingerprint);
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    shadow.add(fingerprint);
    real.record(fingerprint, ageMillis, importance);
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    shadow.add(fingerprint);
    real.repeated(fingerprint, ageMillis, importance);
  }

  @Override public boolean learns() {
    return real.learns();
  }

  @Override public long age(long fingerprint) {
    return real.age(fingerprint);
  }

  @Override public void advance(long now) {
    real.advance(now);
  }

  @Override public long nextAdvance() {
    return real.nextAdvance();
  }

  @Override public long memoryBytes() {
    return real.memoryBytes();
  }

  @Override public double fill() {
    return real.fill();
  }

  @Override public double estimatedCardinality() {
    return real.estimatedCardinality();
  }

  @Override public double estimatedFalsePositiveRate() {
    return real.estimatedFalsePositiveRate();
  }

  @Override public long snapshotBytes() {
    return real.snapshotBytes();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    real.writeSnapshot(out);
  }

  @Override public byte[] toSnapshot() {
    return real.toSnapshot();
  }

  /** Sets an event that is not part of the run. */
  void makeNoise(long fingerprint) {
    real.set(fingerprint);
  }

  /** Whether the event was really set here. */
  boolean wasSet(long fingerprint) {
    return shadow.contains(fingerprint);
  }
}
