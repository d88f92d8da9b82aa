package io.bloomtree.wire;

import java.util.List;

/** Confirmed events whose positions another slice must set. Immutable. */
public record SetFrame(List<SliceSet> sets) implements Frame {
  /** One confirmed event. */
  public record SliceSet(long fingerprint, long ageMillis, int importance) {}
}
