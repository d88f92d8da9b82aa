package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.PingFrame;

/**
 * Whether one peer answers. Owned by the machine's event loop.
 *
 * <p>A peer is away when something was sent to it and nothing at all was heard from it for the
 * timeout; it is back as soon as anything is heard. While an answer is missing it is pinged, so
 * that one lost message makes nobody suspect and a peer that is back is noticed without traffic.
 */
final class Liveness extends Timer {
  private static final int PINGS_PER_TIMEOUT = 4;

  private final Endpoint peer;
  private final Relation relation;
  private final long timeout;
  private final Timers timers;
  private final Outbox outbox;
  private final Health health;
  private boolean expecting;
  private boolean met;
  private boolean away;
  private long since;
  private long awaySince;
  private long pings;

  Liveness(
      Endpoint peer, Relation relation, long timeout, Timers timers, Outbox outbox,
      Health health) {
    this.peer = peer;
    this.relation = relation;
    this.timeout = timeout;
    this.timers = timers;
    this.outbox = outbox;
    this.health = health;
  }

  Endpoint peer() {
    return peer;
  }

  boolean isAway() {
    return away;
  }

  /** Something was sent that the peer must answer. */
  void expect(long now) {
    if (!expecting) {
      expecting = true;
      since = now;
      rearm(now);
    }
  }

  /** Pings the peer now, and until it answers. */
  void greet(long now) {
    outbox.send(peer, new PingFrame(++pings));
    expect(now);
  }

  /** Something came from the peer; true if it had been away. */
  boolean heard(long now) {
    expecting = false;
    timers.cancel(this);
    if (met && !away) {
      return false;
    }
    boolean isBack = away;
    met = true;
    away = false;
    if (isBack) {
      health.found(peer, relation, now - awaySince, now);
    } else {
      health.met(peer, relation);
    }
    return isBack;
  }

  @Override void fire(long now) {
    if (!away && now - since >= timeout) {
      away = true;
      awaySince = now;
      health.lost(peer, relation);
    }
    outbox.send(peer, new PingFrame(++pings));
    rearm(now);
  }

  private void rearm(long now) {
    timers.arm(this, now + Math.max(1, timeout / PINGS_PER_TIMEOUT));
  }
}
