package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Endpoint;

/**
 * Whether one peer answers. Owned by the machine's event loop.
 *
 * <p>A peer is away when something was sent to it and nothing at all was heard from it for the
 * timeout; it is back as soon as anything is heard. While an answer is missing it is pinged, so
 * that one lost message makes nobody suspect. It is also pinged when it was silent for half the
 * timeout though it owes nothing: so who falls silent is away after one and a half timeouts, and
 * who is back is noticed, without traffic.
 */
final class Liveness extends Timer {
  /*
   * Hearing a peer happens for every packet, and only stores a time. The timer is not
   * moved then: it fires when it was once due, and looks whether there is anything to do.
   */
  private static final int PINGS_PER_TIMEOUT = 4;
  private static final int HEARTBEATS_PER_TIMEOUT = 2;

  private final Endpoint peer;
  private final Relation relation;
  private final long timeout;
  private final long pingEvery;
  private final long heartbeat;
  private final Timers timers;
  private final Outbox outbox;
  private final Health health;
  private boolean expecting;
  private boolean met;
  private boolean away;
  /** Since when an answer is missing, if one is. */
  private long since;
  private long heardAt;
  private long awaySince;
  private long pings;

  Liveness(
      Endpoint peer, Relation relation, long timeout, Timers timers, Outbox outbox,
      Health health) {
    this.peer = peer;
    this.relation = relation;
    this.timeout = timeout;
    this.pingEvery = Math.max(1, timeout / PINGS_PER_TIMEOUT);
    this.heartbeat = Math.max(1, timeout / HEARTBEATS_PER_TIMEOUT);
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

  Vitals.Peer state() {
    return new Vitals.Peer(peer, relation, met, away);
  }

  /** Something was sent that the peer must answer. */
  void expect(long now) {
    if (!expecting) {
      expecting = true;
      since = now;
      if (due() > now + pingEvery) {
        timers.arm(this, now + pingEvery);
      }
    }
  }

  /** Pings the peer now, until it answers, and from now on whenever it is silent. */
  void greet(long now) {
    ping();
    expect(now);
  }

  /** Something came from the peer; true if it had been away. */
  boolean heard(long now) {
    heardAt = now;
    expecting = false;
    return (away || !met) && appeared(now);
  }

  private boolean appeared(long now) {
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
    if (!expecting) {
      listen(now);
    } else if (now < since + pingEvery) {
      timers.arm(this, since + pingEvery); // it answered meanwhile, and owes another answer
    } else {
      insist(now);
    }
  }

  private void listen(long now) {
    if (now < heardAt + heartbeat) {
      timers.arm(this, heardAt + heartbeat);
    } else {
      greet(now);
    }
  }

  private void insist(long now) {
    if (!away && now - since >= timeout) {
      away = true;
      awaySince = now;
      health.lost(peer, relation);
    }
    ping();
    timers.arm(this, now + pingEvery);
  }

  private void ping() {
    outbox.ping(peer, ++pings);
  }
}
