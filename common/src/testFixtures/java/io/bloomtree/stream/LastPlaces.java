package io.bloomtree.stream;

/** Where each event of a stream was last, while one walks through it. Used by one thread. */
final class LastPlaces {
  private final long[] events;
  private final int[] table;

  LastPlaces(long[] events) {
    this.events = events;
    this.table = new int[Integer.highestOneBit(Math.max(1, events.length)) * 4];
  }

  /** Where the event at a place was last before, or that place itself; from now on it is there. */
  int replace(int place) {
    int slot = (int) (events[place] * 0x9E3779B97F4A7C15L >>> 33) & table.length - 1;
    while (table[slot] != 0 && events[table[slot] - 1] != events[place]) {
      slot = slot + 1 & table.length - 1;
    }
    int before = table[slot] == 0 ? place : table[slot] - 1;
    table[slot] = place + 1;
    return before;
  }
}
