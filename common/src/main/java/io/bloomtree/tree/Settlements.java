package io.bloomtree.tree;

import io.bloomtree.wire.ConfirmFrame.Confirm;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.ReleaseFrame.Release;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An agent's confirms and releases, each repeated until it is acknowledged. Owned by one event
 * loop.
 */
final class Settlements {
  private final AgentStore store;
  private final long incarnation;
  private final Uplink uplink;
  private final long retry;
  private final int memory;
  private final Timers timers;
  private final Map<Origin, Settlement> unacknowledged = new HashMap<>();
  private final Map<Origin, Long> released = new LinkedHashMap<>();
  private int inherited;

  Settlements(
      AgentStore store, long incarnation, Uplink uplink, Settings settings, Timers timers) {
    this.store = store;
    this.incarnation = incarnation;
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
      store.leaf().set(confirm.fingerprint());
      send(
          new Settlement(confirm.origin(), confirm.fingerprint(), confirm.importance(), true), now);
    }
  }

  /** Whether confirms of earlier incarnations are still unacknowledged. */
  boolean hasInherited() {
    return inherited > 0;
  }

  int size() {
    return unacknowledged.size();
  }

  /** How many releases are remembered after they were acknowledged. */
  int remembered() {
    return released.size();
  }

  boolean contains(Origin origin) {
    return unacknowledged.containsKey(origin);
  }

  void confirm(Origin origin, long fingerprint, int importance, long now) {
    store.journal(new AgentStore.Unacknowledged(fingerprint, origin, importance));
    send(new Settlement(origin, fingerprint, importance, true), now);
  }

  void release(Origin origin, long fingerprint, long now) {
    send(new Settlement(origin, fingerprint, 0, false), now);
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

  void confirmAcknowledged(Origin origin) {
    if (acknowledged(origin, true) != null) {
      store.acknowledged(origin);
      if (origin.incarnation() < incarnation) {
        inherited--;
      }
    }
  }

  void releaseAcknowledged(Origin origin) {
    Settlement release = acknowledged(origin, false);
    if (release != null) {
      if (released.size() >= memory) {
        released.remove(released.keySet().iterator().next());
      }
      released.put(origin, release.fingerprint);
    }
  }

  private Settlement acknowledged(Origin origin, boolean isConfirm) {
    Settlement settlement = unacknowledged.get(origin);
    if (settlement == null || settlement.isConfirm != isConfirm) {
      return null;
    }
    unacknowledged.remove(origin);
    timers.cancel(settlement);
    settlement.leave();
    return settlement;
  }

  private void send(Settlement settlement, long now) {
    unacknowledged.put(settlement.origin, settlement);
    settlement.fire(now);
  }

  private final class Settlement extends Uplink.Settling {
    final Origin origin;
    final long fingerprint;
    final int importance;
    final boolean isConfirm;

    Settlement(Origin origin, long fingerprint, int importance, boolean isConfirm) {
      this.origin = origin;
      this.fingerprint = fingerprint;
      this.importance = importance;
      this.isConfirm = isConfirm;
    }

    @Override
    void addTo(List<Confirm> confirms, List<Release> releases) {
      if (isConfirm) {
        confirms.add(new Confirm(fingerprint, origin, 0, importance));
      } else {
        releases.add(new Release(fingerprint, origin));
      }
    }

    @Override
    void fire(long now) {
      uplink.settle(this, fingerprint, now);
      timers.arm(this, now + retry);
    }
  }
}
