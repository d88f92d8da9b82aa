package io.bloomtree.stream;

/** Marks on some of many places, counted and found by their number. Used by one thread. */
final class LastUses {
  /*
   * Sums over powers of two (Fenwick, "A new data structure for cumulative frequency tables",
   * 1994). With each event's last place marked, the marks after a place are the different events
   * since then: how deep an event lies in a list of the most recently used.
   */
  private final int[] sums;
  private final int top;
  private int marks;

  LastUses(int places) {
    this.sums = new int[places + 1];
    this.top = Integer.highestOneBit(places);
  }

  int marks() {
    return marks;
  }

  void mark(int place) {
    change(place, 1);
  }

  void clear(int place) {
    change(place, -1);
  }

  private void change(int place, int by) {
    marks += by;
    for (int i = place + 1; i < sums.length; i += i & -i) {
      sums[i] += by;
    }
  }

  /** How many marks there are behind a place. */
  int after(int place) {
    int before = 0;
    for (int i = place + 1; i > 0; i -= i & -i) {
      before += sums[i];
    }
    return marks - before;
  }

  /** The place of a mark with so many marks behind it. */
  int withBehind(int behind) {
    int before = marks - 1 - behind;
    int place = 0;
    for (int step = top; step > 0; step >>= 1) {
      if (place + step < sums.length && sums[place + step] <= before) {
        place += step;
        before -= sums[place];
      }
    }
    return place;
  }
}
