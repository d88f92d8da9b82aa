package io.bloomtree.experiments.oneisenough;

/**
 * When the events of a stream arrive: its second third comes some times as fast as the others.
 * Immutable.
 *
 * @param length how many events
 * @param perSlot how many of them arrive in a slot at the initial rate
 * @param burst how many times as many arrive in the burst
 */
record Arrivals(int length, double perSlot, int burst) {
  Arrivals {
    if (length < 1 || perSlot <= 0 || burst < 1) {
      throw new IllegalArgumentException("events must arrive: length=" + length + ", perSlot="
          + perSlot + ", burst=" + burst);
    }
  }

  /** The first event of the burst. */
  int begin() {
    return length / 3;
  }

  /** The first event after the burst. */
  int end() {
    return (int) (2L * length / 3);
  }

  /** The slot in which an event arrives, from 0. */
  int slot(int place) {
    double usual = Math.min(place, begin()) + (double) Math.max(0, place - end());
    double hurried = Math.min(Math.max(place, begin()), end()) - begin();
    return (int) ((usual + hurried / burst) / perSlot);
  }

  /** How many slots the stream takes. */
  int slots() {
    return slot(length - 1) + 1;
  }
}
