package io.bloomtree.tree;

import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An agent's confirms and releases, each repeated until it is acknowledged. Owned by one event
 * loop.
 */
final class Settlements {
  private final AgentStore store;
  private final Source self;
  private final boolean isTimed;
  private final Uplink uplink;
  private final long retry;
  private final int memory;
  private final Timers timers;
  private final boolean mayForget;
  private final OriginTable<Settlement> unacknowledged = new OriginTable<>();
  /** The last confirm of each event, where the leaf may forget it before that is acknowledged. */
  private final LongTable<Settlement> confirming = LongTable.byFingerprint();
  private final Map<Origin, Long> released = new LinkedHashMap<>();
  private int inherited;

  Settlements(
      AgentStore store, NodeRef node, Source self, Uplink uplink, Settings settings,
      Timers timers) {
    this.store = store;
    this.self = self;
    this.isTimed = node.isTimed();
    this.mayForget = isTimed || store.leaf().learns();
    this.uplink = uplink;
    this.retry = settings.timing().retry().toMillis();
    this.memory = settings.limits().outstanding();
    this.timers = timers;
  }

  /** Takes up the confirms that earlier incarnations left unacknowledged. */
  void resume(long now) {
    for (AgentStore.Unacknowledged confirm : store.journal()) {
      inherited++;
      // the agent may have been killed after it wrote the one and before it wrote the other
      store.leaf().record(
          confirm.fingerprint(), Math.max(0, now - confirm.confirmedAt()), confirm.importance());
      send(
          new Settlement(
              confirm.origin(), confirm.fingerprint(), confirm.confirmedAt(),
              confirm.importance(), true),
          now);
    }
  }

  /** Whether confirms of earlier incarnations are still unacknowledged. */
  boolean hasInherited() {
    return inherited > 0;
  }

  int size() {
    return unacknowledged.size();
  }

  /** How many origins are remembered that are over, lest a claim is made for them. */
  int remembered() {
    return released.size();
  }

  boolean contains(Origin origin) {
    return unacknowledged.get(origin) != null;
  }

  /** Whether an event was confirmed that the leaf may not know any more, and the root not yet. */
  boolean isConfirming(long fingerprint) {
    return mayForget && confirming.containsKey(fingerprint);
  }

  void confirm(Origin origin, long fingerprint, int importance, long now) {
    store.journal(new AgentStore.Unacknowledged(fingerprint, origin, now, importance));
    send(new Settlement(origin, fingerprint, now, importance, true), now);
  }

  void release(Origin origin, long fingerprint, long now) {
    send(new Settlement(origin, fingerprint, now, 0, false), now);
  }

  /** Releases once more what was claimed after its release; false if it is remembered no more. */
  boolean releaseAgain(Origin origin, long now) {
    Long fingerprint = released.remove(origin);
    if (fingerprint == null) {
      return false;
    }
    release(origin, fingerprint, now);
    return true;
  }

  void confirmAcknowledged(Source source, long sequence) {
    Settlement confirm = acknowledged(source, sequence, true);
    if (confirm != null) {
      store.acknowledged(confirm.origin);
      if (confirming.get(confirm.fingerprint) == confirm) {
        confirming.remove(confirm.fingerprint);
      }
      if (source.incarnation() < self.incarnation()) {
        inherited--;
      }
    }
  }

  void releaseAcknowledged(Source source, long sequence) {
    Settlement release = acknowledged(source, sequence, false);
    if (release != null) {
      remember(release.origin, release.fingerprint);
    }
  }

  /** Has a claim released that may yet be made for an origin that is over and delivered nothing. */
  void remember(Origin origin, long fingerprint) {
    if (released.size() >= memory) {
      released.remove(released.keySet().iterator().next());
    }
    released.put(origin, fingerprint);
  }

  private Settlement acknowledged(Source source, long sequence, boolean isConfirm) {
    Settlement settlement = unacknowledged.get(source, sequence);
    if (settlement == null || settlement.isConfirm != isConfirm) {
      return null;
    }
    unacknowledged.remove(source, sequence);
    timers.cancel(settlement);
    settlement.leave();
    return settlement;
  }

  private void send(Settlement settlement, long now) {
    unacknowledged.put(settlement.source, settlement.origin.sequence(), settlement);
    if (mayForget && settlement.isConfirm) {
      confirming.put(settlement.fingerprint, settlement);
    }
    settlement.fire(now);
  }

  private final class Settlement extends Uplink.Settling {
    final Origin origin;
    final long fingerprint;
    private final long at;
    private final int importance;
    final boolean isConfirm;
    final Source source;

    /** {@code at}: when the event was confirmed or released. */
    Settlement(Origin origin, long fingerprint, long at, int importance, boolean isConfirm) {
      this.origin = origin;
      this.fingerprint = fingerprint;
      this.at = at;
      this.importance = importance;
      this.isConfirm = isConfirm;
      this.source = self.isOf(origin) ? self : Source.of(origin);
    }

    @Override void addTo(ConfirmFrame.Builder confirms, ReleaseFrame.Builder releases) {
      if (isConfirm) {
        long age = isTimed ? Math.max(0, timers.now() - at) : 0;
        confirms.add(fingerprint, source, origin.sequence(), age, importance);
      } else {
        releases.add(fingerprint, source, origin.sequence());
      }
    }

    @Override void fire(long now) {
      uplink.settle(this, fingerprint, now);
      timers.arm(this, now + retry);
    }
  }
}
