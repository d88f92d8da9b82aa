package io.bloomtree.tree;

import io.bloomtree.wire.HandoverFrame.HeldClaim;
import io.bloomtree.wire.Origin;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The claims that a root slice holds for owners that were away, or that own them since the topology
 * changed, handed to them when they are there. Owned by one event loop.
 */
final class Handovers extends Timer {
  /** How many releases of claims that this slice does not have are remembered. */
  static final int MEMORY = 4_096;

  private final Peers peers;
  private final long retry;
  private final int batch;
  private final Timers timers;
  private final Outbox outbox;
  private final Map<Integer, Map<Origin, HeldClaim>> pending = new TreeMap<>();
  private final Map<Origin, Integer> owners = new HashMap<>();
  private final Set<Origin> released = new LinkedHashSet<>();

  Handovers(Peers peers, Settings settings, Timers timers, Outbox outbox) {
    this.peers = peers;
    this.retry = settings.timing().retry().toMillis();
    this.batch = settings.batching().events();
    this.timers = timers;
    this.outbox = outbox;
  }

  void add(int owner, HeldClaim claim, long now) {
    pending.computeIfAbsent(owner, o -> new LinkedHashMap<>()).put(claim.origin(), claim);
    owners.put(claim.origin(), owner);
    if (!isArmed()) {
      timers.arm(this, now + retry);
    }
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  void remove(Origin origin) {
    Integer owner = owners.remove(origin);
    if (owner != null) {
      pending.get(owner).remove(origin);
    }
  }

  Optional<HeldClaim> get(Origin origin) {
    return Optional.ofNullable(owners.get(origin)).map(owner -> pending.get(owner).get(origin));
  }

  /** How many claims an owner has yet to take. */
  int countFor(int owner) {
    return pending.getOrDefault(owner, Map.of()).size();
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

  /** Sends at once what an owner is to have next, now that it is there. */
  void sendTo(int owner) {
    pending.getOrDefault(owner, Map.of()).values().stream().limit(batch)
        .forEach(claim -> outbox.add(peers.address(owner), Outbox.HANDOVERS, claim));
  }

  @Override void fire(long now) {
    for (int owner : pending.keySet()) {
      if (countFor(owner) > 0) {
        peers.toAnswer(owner, now);
        if (!peers.isAway(owner)) {
          sendTo(owner);
        }
      }
    }
    if (!isEmpty()) {
      timers.arm(this, now + retry);
    }
  }
}
