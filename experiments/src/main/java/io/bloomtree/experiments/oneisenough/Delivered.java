package io.bloomtree.experiments.oneisenough;

import java.util.HashMap;
import java.util.Map;

/**
 * Which events were delivered within a window: what a sliding filter would say that never errs.
 * Time is the number of a slot. Owned by one thread.
 */
final class Delivered {
  private final int slots;
  private final Map<Long, Integer> last = new HashMap<>();

  Delivered(int slots) {
    this.slots = slots;
  }

  /** A filter keeps an event for its window and what is left of the slot. */
  boolean has(long event, int now) {
    Integer then = last.get(event);
    return then != null && now - then <= slots;
  }

  void add(long event, int now) {
    last.put(event, now);
  }

  /** How many events are alive, on average once the window is full, one coming in each slot. */
  static long meanAlive(long[] events, int slots) {
    var delivered = new Delivered(slots);
    long count = 0;
    for (int now = 0; now < events.length; now++) {
      if (!delivered.has(events[now], now)) {
        delivered.add(events[now], now);
        count++;
      }
    }
    return Math.max(1, Math.round((double) count * Math.min(slots + 1, events.length)
        / events.length));
  }
}
