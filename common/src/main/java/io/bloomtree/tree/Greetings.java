package io.bloomtree.tree;

import io.bloomtree.wire.HelloFrame;
import java.util.BitSet;

/**
 * Says hello to every slice of the root when an agent starts, until all have welcomed it. Owned by
 * one event loop.
 */
final class Greetings extends Timer {
  /*
   * A hello makes the root drop the claims of the agent's earlier incarnations. So it
   * waits until their confirms are acknowledged: an event whose claim is dropped before
   * its confirm arrives would be delivered once more.
   */
  private final Place place;
  private final Identity identity;
  private final long incarnation;
  private final MachineStore store;
  private final Settlements settlements;
  private final Uplink uplink;
  private final long retry;
  private final Timers timers;
  private final BitSet ungreeted = new BitSet();

  Greetings(
      Place place, Identity identity, long incarnation, MachineStore store,
      Settlements settlements, Uplink uplink, Settings settings, Timers timers) {
    this.place = place;
    this.identity = identity;
    this.incarnation = incarnation;
    this.store = store;
    this.settlements = settlements;
    this.uplink = uplink;
    this.retry = settings.timing().retry().toMillis();
    this.timers = timers;
  }

  void start(long now) {
    ungreeted.set(0, place.rootSlices());
    fire(now);
  }

  void welcomed(int slice) {
    ungreeted.clear(slice);
  }

  @Override void fire(long now) {
    if (ungreeted.isEmpty()) {
      return;
    }
    if (!settlements.hasInherited()) {
      ungreeted.stream().forEach(slice -> greet(slice, now));
    }
    timers.arm(this, now + retry);
  }

  private void greet(int slice, long now) {
    HelloFrame hello =
        new HelloFrame(
            place.self().id(), incarnation, slice, identity.tree().tree(),
            identity.tree().hashName(), identity.tree().hashSeed(), identity.epoch(),
            identity.topologyDigest(), store.birth() == Birth.LOST);
    uplink.hello(hello, now);
  }
}
