package io.bloomtree.wire;

import java.util.List;

/** Events on their way up: is this one distinct? Immutable. */
public record AskFrame(List<Ask> asks) implements Frame {
  /** One event: {@code remainingMillis} is how long its asker still waits. */
  public record Ask(long fingerprint, Origin origin, long remainingMillis, long ageMillis, int importance) {}
}
