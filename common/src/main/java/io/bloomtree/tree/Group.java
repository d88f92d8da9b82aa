package io.bloomtree.tree;

import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;

/**
 * The offers of one event that wait together in one agent. Its timer is whatever it waits for next.
 * Owned by the agent's event loop.
 */
final class Group extends Uplink.Asking {
  /*
   * Copies of one event that wait at the same time form a group with one ask and one
   * origin. One of them is told DISTINCT; the others wait until it is confirmed (then
   * they are duplicates) or released (then they ask anew, with a new origin: what was
   * said under the old one may still be under way).
   *
   * They wait in the order of their deadlines, linked through themselves: nearly every
   * group has one waiter in all its life.
   */
  private final Offers offers;
  final long fingerprint;
  private final int importance;
  private Offer first;
  private Offer last;
  Origin origin;
  /** Who delivers the event; null while it is asked for. */
  Offer holder;
  /** Whether the agent knows of this group: it is asked for, or held. */
  boolean isOpen;
  boolean isAsked;
  /** Whether its origin was asked for more than once. */
  boolean isRepeated;
  /** When its origin was first asked for. */
  long begunAt;
  /** The last answer that decided nothing; null if there was none. */
  Outcome lastAnswer;
  long nextAsk;
  long lapse;

  Group(Offers offers, Offer offer) {
    this.offers = offers;
    this.fingerprint = offer.fingerprint();
    this.importance = offer.importance();
    add(offer);
  }

  /** Puts the offer behind those whose deadline is not later. */
  void add(Offer offer) {
    if (first == null) {
      first = offer;
      last = offer;
    } else if (last.deadline() <= offer.deadline()) {
      last.next = offer;
      last = offer;
    } else if (offer.deadline() < first.deadline()) {
      offer.next = first;
      first = offer;
    } else {
      Offer before = first;
      while (before.next.deadline() <= offer.deadline()) {
        before = before.next;
      }
      offer.next = before.next;
      before.next = offer;
    }
  }

  /** Takes out the offer that waits first. */
  Offer remove() {
    Offer offer = first;
    first = offer.next;
    offer.next = null;
    return offer;
  }

  /** The offer with the earliest deadline. */
  Offer first() {
    return first;
  }

  boolean isEmpty() {
    return first == null;
  }

  int size() {
    int size = 0;
    for (Offer offer = first; offer != null; offer = offer.next) {
      size++;
    }
    return size;
  }

  /** When there is something to do next. */
  long nextDue() {
    long due = holder == null ? nextAsk : lapse;
    return isEmpty() ? due : Math.min(due, first.deadline());
  }

  @Override void addTo(AskFrame.Builder asks, long now) {
    long remaining = isEmpty() ? 0 : last.deadline() - now;
    asks.add(
        fingerprint, offers.source(), origin.sequence(), Math.max(0, remaining), 0, importance);
  }

  @Override void fire(long now) {
    offers.due(this, now);
  }
}
