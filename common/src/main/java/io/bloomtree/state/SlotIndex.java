package io.bloomtree.state;

/** Which slot of a table has the record of a key. Owned by one event loop. */
final class SlotIndex {
  /*
   * Open addressing with linear probing in two arrays, at most half full; a removed entry is closed
   * up by moving later ones forward. No objects: a slice puts and removes a million a second.
   */
  static final int NONE = -1;
  private static final int FIRST_SIZE = 16;

  private long[] keys = new long[FIRST_SIZE];
  /** Slot + 1; 0: nothing here. */
  private int[] slots = new int[FIRST_SIZE];
  private int size;

  /** Takes a key and its slot. */
  interface Visitor {
    void visit(long key, int slot);
  }

  int size() {
    return size;
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] != 0) {
        visitor.visit(keys[i], slots[i] - 1);
      }
    }
  }

  /** The slot of a key, or {@link #NONE}. */
  int get(long key) {
    return slots[find(key)] - 1;
  }

  /** Says where a key's record is now, and returns where it was before, or {@link #NONE}. */
  int put(long key, int slot) {
    int at = find(key);
    int before = slots[at] - 1;
    keys[at] = key;
    slots[at] = slot + 1;
    if (before == NONE && ++size > slots.length / 2) {
      grow();
    }
    return before;
  }

  /** Forgets a key, and returns where its record was, or {@link #NONE}. */
  int remove(long key) {
    int hole = find(key);
    int before = slots[hole] - 1;
    if (before == NONE) {
      return NONE;
    }
    size--;
    int mask = slots.length - 1;
    for (int at = hole + 1 & mask; slots[at] != 0; at = at + 1 & mask) {
      int wanted = home(keys[at]);
      if ((at - wanted & mask) >= (at - hole & mask)) {
        keys[hole] = keys[at];
        slots[hole] = slots[at];
        hole = at;
      }
    }
    slots[hole] = 0;
    return before;
  }

  private int find(long key) {
    int mask = slots.length - 1;
    int at = home(key);
    while (slots[at] != 0 && keys[at] != key) {
      at = at + 1 & mask;
    }
    return at;
  }

  private int home(long key) {
    long mixed = key * 0x9E37_79B9_7F4A_7C15L; // sequences count up: spread them
    return (int) (mixed >>> 32) & slots.length - 1;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldSlots = slots;
    keys = new long[2 * oldKeys.length];
    slots = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldSlots[i] != 0) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        slots[at] = oldSlots[i];
      }
    }
  }
}
