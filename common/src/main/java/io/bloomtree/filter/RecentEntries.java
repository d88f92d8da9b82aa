package io.bloomtree.filter;

/**
 * Fingerprints with a time each, in the order of their last use: at most so many, of which the
 * least recently used makes room. Owned by one event loop.
 */
class RecentEntries {
  /*
   * Entries have numbers from 1 on, and stay where they are: arrays hold what belongs to each.
   * Entry 0 is the anchor of a ring through all of them, from the least recently used to the most,
   * so that no link is ever missing; as an answer it means "none".
   *
   * A table of twice as many slots holds numbers of entries, 0 where there is none. A fingerprint's
   * entry is in the first slot that was free from its home on. Every event that is new takes one
   * out, and marks for what was taken out would fill the table; so what follows moves back instead
   * (Knuth, The Art of Computer Programming, volume 3, Algorithm 6.4R), and the table is what it
   * would be had the removed never been there.
   *
   * Whoever keeps entries elsewhere too is told of each change to one.
   */
  static final int NONE = 0;

  private final int capacity;
  private final long[] fingerprints;
  private final long[] times;
  private final int[] older;
  private final int[] newer;
  private final int[] slots;
  private int size;
  private int spare;
  private int everUsed;

  RecentEntries(int capacity) {
    this.capacity = capacity;
    this.fingerprints = new long[capacity + 1];
    this.times = new long[capacity + 1];
    this.older = new int[capacity + 1];
    this.newer = new int[capacity + 1];
    this.slots = new int[2 * capacity];
  }

  final int capacity() {
    return capacity;
  }

  final int size() {
    return size;
  }

  /** An entry has got a fingerprint and a time. */
  void inserted(int entry) {}

  /** An entry is the one used last, and perhaps has another time. */
  void used(int entry) {}

  /** An entry is free. */
  void removed(int entry) {}

  final long memoryBytes() {
    return (long) Long.BYTES * (fingerprints.length + times.length)
        + (long) Integer.BYTES * (older.length + newer.length + slots.length);
  }

  /** The entry of a fingerprint, or {@link #NONE}. */
  final int find(long fingerprint) {
    int slot = home(fingerprint);
    while (slots[slot] != NONE && fingerprints[slots[slot]] != fingerprint) {
      slot = after(slot);
    }
    return slots[slot];
  }

  final long fingerprint(int entry) {
    return fingerprints[entry];
  }

  final long time(int entry) {
    return times[entry];
  }

  /** The one that will make room next, or {@link #NONE}. */
  final int leastRecent() {
    return newer[NONE];
  }

  /** The one used next after this one, or {@link #NONE}. */
  final int newer(int entry) {
    return newer[entry];
  }

  /** Makes it the most recently used, as of the younger of its own time and this one. */
  final void use(int entry, long time) {
    times[entry] = Math.max(times[entry], time);
    unlink(entry);
    linkAsMostRecent(entry);
    used(entry);
  }

  /** Adds a fingerprint that is not there. */
  final void insert(long fingerprint, long time) {
    if (size == capacity) {
      remove(leastRecent());
    }
    int entry = spare;
    if (entry == NONE) {
      entry = ++everUsed;
    } else {
      spare = newer[entry];
    }
    restore(entry, fingerprint, time);
    inserted(entry);
  }

  /** Puts a fingerprint into an entry that is free, as the one used last. */
  final void restore(int entry, long fingerprint, long time) {
    fingerprints[entry] = fingerprint;
    times[entry] = time;
    linkAsMostRecent(entry);
    int slot = home(fingerprint);
    while (slots[slot] != NONE) {
      slot = after(slot);
    }
    slots[slot] = entry;
    size++;
  }

  final void remove(int entry) {
    int slot = home(fingerprints[entry]);
    while (slots[slot] != entry) {
      slot = after(slot);
    }
    free(slot);
    unlink(entry);
    newer[entry] = spare;
    spare = entry;
    size--;
    removed(entry);
  }

  /** Makes all entries that are in no table slot free, the first to be taken first. */
  final void spareOthers() {
    boolean[] isTaken = new boolean[capacity + 1];
    for (int entry : slots) {
      isTaken[entry] = true;
    }
    spare = NONE;
    for (int entry = capacity; entry > 0; entry--) {
      if (!isTaken[entry]) {
        newer[entry] = spare;
        spare = entry;
      }
    }
    everUsed = capacity;
  }

  private void free(int slot) {
    int hole = slot;
    for (int next = after(hole); slots[next] != NONE; next = after(next)) {
      int home = home(fingerprints[slots[next]]);
      // whoever looks for it starts at its home: it may move back as far as there, not further
      if (distance(home, next) >= distance(hole, next)) {
        slots[hole] = slots[next];
        hole = next;
      }
    }
    slots[hole] = NONE;
  }

  private void unlink(int entry) {
    newer[older[entry]] = newer[entry];
    older[newer[entry]] = older[entry];
  }

  private void linkAsMostRecent(int entry) {
    int last = older[NONE];
    older[entry] = last;
    newer[entry] = NONE;
    newer[last] = entry;
    older[NONE] = entry;
  }

  private int home(long fingerprint) {
    return (int) Probes.reduce(Probes.mix(fingerprint), slots.length);
  }

  private int after(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  private int distance(int from, int to) {
    return to >= from ? to - from : to - from + slots.length;
  }
}
