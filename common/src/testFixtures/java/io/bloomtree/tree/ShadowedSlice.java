package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
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

  @Override public void set(long fingerprint) {
    shadow.add(fingerprint);
    real.set(fingerprint);
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
