package io.bloomtree.tree;

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
  private final long timeout;
  private final Timers timers;
  private final Outbox outbox;
  private final Tally tally;
  private boolean expecting;
  private boolean away;
  private long since;
  private long pings;

  Liveness(Endpoint peer, long timeout, Timers timers, Outbox outbox, Tally tally) {
    this.peer = peer;
    this.timeout = timeout;
    this.timers = timers;
    this.outbox = outbox;
    this.tally = tally;
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
  boolean heard() {
    boolean isBack = away;
    expecting = false;
    away = false;
    timers.cancel(this);
    return isBack;
  }

  @Override void fire(long now) {
    if (!away && now - since >= timeout) {
      away = true;
      tally.add(Tally.Count.PEERS_LOST);
    }
    outbox.send(peer, new PingFrame(++pings));
    rearm(now);
  }

  private void rearm(long now) {
    timers.arm(this, now + Math.max(1, timeout / PINGS_PER_TIMEOUT));
  }
}
