package io.bloomtree.experiments.oneisenough;

import java.util.Arrays;

/**
 * The events of a stream that were recorded within the last slots, exactly. Used by one thread.
 *
 * <p>An event is alive while its slot is at most so many behind as the window has, like the timers
 * of a sliding filter.
 */
final class ExactWindow {
  private static final int NEVER = -1;

  private final long[] sorted;
  private final int[] recorded;
  private final int slots;
  private final int[] perSlot;
  private int now;
  private int alive;

  /** @param lasts how many slots the stream takes */
  ExactWindow(long[] events, int slots, int lasts) {
    this.sorted = events.clone();
    Arrays.sort(sorted);
    this.recorded = new int[events.length];
    Arrays.fill(recorded, NEVER);
    this.slots = slots;
    this.perSlot = new int[lasts];
  }

  void advance(int slot) {
    while (now < slot) {
      now++;
      alive -= now - slots - 1 < 0 ? 0 : perSlot[now - slots - 1];
    }
  }

  boolean holds(long event) {
    int at = recorded[index(event)];
    return at != NEVER && now - at <= slots;
  }

  void record(long event) {
    recorded[index(event)] = now;
    perSlot[now]++;
    alive++;
  }

  /** How many events are in the window, each recorded when the window had it no more. */
  int alive() {
    return alive;
  }

  /** The same for all copies of an event. */
  private int index(long event) {
    return Arrays.binarySearch(sorted, event);
  }
}
