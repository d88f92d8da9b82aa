package io.bloomtree.http;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many offers the agent may have from all clients together: beyond that it would refuse them,
 * so clients wait. One event loop's.
 */
final class Room {
  private final int size;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int taken;
  private boolean isServing;
  private boolean hasMore;

  Room(int size) {
    this.size = size;
  }

  int size() {
    return size;
  }

  /** Takes room for so many, if there is as much. */
  boolean take(int offers) {
    if (taken + offers > size) {
      return false;
    }
    taken += offers;
    return true;
  }

  /** Calls once when there is more room; in the order of those who wait. */
  void whenFree(Runnable again) {
    waiting.add(again);
  }

  /** Gives room back, also while somebody has his turn: the next one comes when that is over. */
  void give(int offers) {
    taken -= offers;
    hasMore |= offers > 0;
    if (isServing) {
      return;
    }
    isServing = true;
    try {
      do {
        hasMore = false;
        // those that wait again are behind those that have not had their turn
        for (int turns = waiting.size(); turns > 0 && taken < size; turns--) {
          waiting.remove().run();
        }
      } while (hasMore && !waiting.isEmpty());
    } finally {
      isServing = false;
    }
  }
}
