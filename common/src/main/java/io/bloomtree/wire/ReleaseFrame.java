package io.bloomtree.wire;

import java.util.List;

/** Events whose origin gives up its claim. Immutable. */
public record ReleaseFrame(List<Release> releases) implements Frame {
  /** One claim given up. */
  public record Release(long fingerprint, Origin origin) {}
}
