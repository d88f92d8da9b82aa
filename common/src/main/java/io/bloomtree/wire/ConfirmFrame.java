package io.bloomtree.wire;

import java.util.List;

/** Events that were delivered. Immutable. */
public record ConfirmFrame(List<Confirm> confirms) implements Frame {
  /** One delivered event; {@code ageMillis} is how long ago it was delivered. */
  public record Confirm(long fingerprint, Origin origin, long ageMillis, int importance) {}
}
