package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many offers the agent may have from all clients together: beyond that it would refuse them,
 * so clients wait, and are served in the order in which they came. One event loop's.
 */
final class Room {
  /*
   * Nobody overtakes: who wants much would starve behind those who want little. What waits is
   * bounded by those who do: each has one turn in the queue, and wants no more than a share.
   */
  private static final int SHARES = 4;

  private final int size;
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int taken;
  private boolean isServing;

  Room(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size must be >= 1: " + size);
    }
    this.size = size;
  }

  /** Somebody who waits. */
  static final class Turn {
    private final int offers;
    private final Runnable served;

    private Turn(int offers, Runnable served) {
      this.offers = offers;
      this.served = requireNonNull(served, "served");
    }
  }

  /** The most that one may want at once. */
  int share() {
    return Math.max(1, size / SHARES);
  }

  int taken() {
    return taken;
  }

  /** Takes room for so many, if there is as much and nobody waits. Who wants none need not wait. */
  boolean take(int offers) {
    requireShare(offers);
    if (offers > 0 && (!waiting.isEmpty() || taken + offers > size)) {
      return false;
    }
    taken += offers;
    return true;
  }

  /** Waits for room; it is taken when {@code served} is called. */
  Turn await(int offers, Runnable served) {
    requireShare(offers);
    var turn = new Turn(offers, served);
    waiting.add(turn);
    return turn;
  }

  /** Waits no more. */
  void leave(Turn turn) {
    if (waiting.remove(turn)) {
      serve(); // those behind may want less
    }
  }

  /** Gives room back. */
  void give(int offers) {
    if (offers < 0 || offers > taken) {
      throw new IllegalArgumentException(
          "nobody can give what was not taken: offers=" + offers + ", taken=" + taken);
    }
    taken -= offers;
    serve();
  }

  /** Also called by those who are served: the next one comes when that is over. */
  private void serve() {
    if (isServing) {
      return;
    }
    isServing = true;
    try {
      while (!waiting.isEmpty() && taken + waiting.element().offers <= size) {
        Turn next = waiting.remove();
        taken += next.offers;
        next.served.run();
      }
    } finally {
      isServing = false;
    }
  }

  private void requireShare(int offers) {
    if (offers < 0 || offers > share()) {
      throw new IllegalArgumentException("offers must be in 0.." + share() + ": " + offers);
    }
  }
}
