package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HandoverFrame.HeldClaim;
import io.bloomtree.wire.Origin;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The claims that a root slice holds for owners that were away, handed to them when they are back.
 * Owned by one event loop.
 */
final class Handovers extends Timer {
  /** How many releases of claims that this slice does not have are remembered. */
  static final int MEMORY = 4_096;

  private final Peers peers;
  private final long retry;
  private final int batch;
  private final Timers timers;
  private final Outbox outbox;
  private final Map<Origin, Pending> pending = new LinkedHashMap<>();
  private final Set<Origin> released = new LinkedHashSet<>();

  Handovers(Peers peers, Settings settings, Timers timers, Outbox outbox) {
    this.peers = peers;
    this.retry = settings.timing().retry().toMillis();
    this.batch = settings.batching().events();
    this.timers = timers;
    this.outbox = outbox;
  }

  private record Pending(int owner, HeldClaim claim) {}

  void add(int owner, HeldClaim claim, long now) {
    pending.put(claim.origin(), new Pending(owner, claim));
    if (!isArmed()) {
      timers.arm(this, now + retry);
    }
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  void remove(Origin origin) {
    pending.remove(origin);
  }

  Optional<HeldClaim> get(Origin origin) {
    return Optional.ofNullable(pending.get(origin)).map(Pending::claim);
  }

  /** A claim was released that this slice does not have: a stand-in may yet hand it over. */
  void released(Origin origin) {
    if (released.size() >= MEMORY && !released.contains(origin)) {
      Iterator<Origin> oldest = released.iterator();
      oldest.next();
      oldest.remove();
    }
    released.add(origin);
  }

  boolean wasReleased(Origin origin) {
    return released.contains(origin);
  }

  int remembered() {
    return released.size();
  }

  /** Sends at once what an owner is to have, now that it is back. */
  void sendTo(int owner) {
    int sent = 0;
    for (Pending handover : pending.values()) {
      if (handover.owner == owner && sent++ < batch) {
        outbox.add(peers.address(owner), Outbox.HANDOVERS, handover.claim);
      }
    }
  }

  @Override void fire(long now) {
    int sent = 0;
    for (Pending handover : pending.values()) {
      Endpoint to = peers.toAnswer(handover.owner, now);
      if (!peers.isAway(handover.owner) && sent++ < batch) {
        outbox.add(to, Outbox.HANDOVERS, handover.claim);
      }
    }
    if (!pending.isEmpty()) {
      timers.arm(this, now + retry);
    }
  }
}
