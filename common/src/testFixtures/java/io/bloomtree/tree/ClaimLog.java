package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import java.util.HashSet;
import java.util.Set;

/** What the filter of one node or slice has ever claimed, also before it lost its state. */
final class ClaimLog {
  private final World world;
  private final Endpoint self;
  private final Set<Long> claimed = new HashSet<>();
  private final Set<Long> falsely = new HashSet<>();

  ClaimLog(World world, Endpoint self) {
    this.world = world;
    this.self = self;
  }

  void claimed(long fingerprint) {
    claimed.add(fingerprint);
  }

  /** It claims what it has not, or has no more. */
  void claimedFalsely(long fingerprint) {
    if (falsely.add(fingerprint)) {
      world.trace("FALSE %s at %s", world.nameOf(fingerprint), self);
    }
  }

  void claimedLate(long fingerprint, long millis) {
    world.model.violation("P1: " + self + " claims " + world.nameOf(fingerprint) + " " + millis
        + " ms after it should have forgotten it");
  }

  void toldYounger(long fingerprint, long millis) {
    world.model.violation("P1: " + self + " makes " + world.nameOf(fingerprint) + " " + millis
        + " ms younger than it was recorded");
  }

  /** A slice is no more; what it claimed wrongly may have been recorded elsewhere since. */
  void absorb(ClaimLog gone) {
    claimed.addAll(gone.claimed);
    falsely.addAll(gone.falsely);
  }

  boolean hasClaimed(long fingerprint) {
    return claimed.contains(fingerprint);
  }

  boolean hasClaimedFalsely(long fingerprint) {
    return falsely.contains(fingerprint);
  }
}
