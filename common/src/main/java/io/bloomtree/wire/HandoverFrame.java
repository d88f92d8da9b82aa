package io.bloomtree.wire;

import java.util.List;

/** Claims that a stand-in hands to the slice that owns them. Immutable. */
public record HandoverFrame(List<HeldClaim> claims) implements Frame {
  /** One claim, held and not confirmed. */
  public record HeldClaim(long fingerprint, Origin origin) {}
}
