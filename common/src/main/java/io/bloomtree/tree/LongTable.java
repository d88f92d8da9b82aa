package io.bloomtree.tree;

import java.util.ArrayList;
import java.util.List;

/** A table of objects by number. Owned by one event loop. */
final class LongTable<V> {
  /*
   * Linear probing over two arrays, with "Robin Hood" order (Celis, 1986): along a run of
   * taken slots the homes of the keys never go down. So a search ends where a key would
   * have to stand, and a removal moves keys back only as far as that brings them nearer to
   * their homes; nothing has to be marked as deleted.
   *
   * Sequence numbers are their own hash: those in flight at one time are neighbours, in the
   * table as they are in a frame. Fingerprints are spread by a multiplication, as their
   * lowest bits may already have chosen the slice.
   *
   * Whether a slot is taken is seen from its key, so that a search for what is not there reads one
   * array only. The one key that marks free slots has a place of its own.
   *
   * At most half of the slots are taken. A large table that is nearly empty shrinks, though
   * not before it was used so much that moving its keys is nothing beside that: events come
   * in bursts.
   */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int LEAST = 16;
  private static final int KEPT = 4_096;
  private static final long FREE = 0;

  private final long factor;
  private long[] keys = new long[LEAST];
  private Object[] values = new Object[LEAST];
  private int mask = LEAST - 1;
  private int shift;
  /** How many slots are taken. */
  private int taken;
  private V ofFree;
  private long removals;
  private long touched;

  private LongTable(long factor) {
    this.factor = factor;
    this.shift = shiftFor(LEAST);
  }

  /** A table for keys that mostly count upwards. */
  static <V> LongTable<V> bySequence() {
    return new LongTable<>(1);
  }

  /** A table for keys of which any bits may be alike. */
  static <V> LongTable<V> byFingerprint() {
    return new LongTable<>(GOLDEN_RATIO);
  }

  int size() {
    return ofFree == null ? taken : taken + 1;
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /** The value of the key; null if there is none. */
  V get(long key) {
    if (key == FREE) {
      return ofFree;
    }
    int slot = find(key);
    return slot < 0 ? null : valueAt(slot);
  }

  boolean containsKey(long key) {
    return key == FREE ? ofFree != null : find(key) >= 0;
  }

  void put(long key, V value) {
    if (key == FREE) {
      ofFree = value;
      return;
    }
    int slot = find(key);
    if (slot >= 0) {
      values[slot] = value;
      return;
    }
    if (2 * taken >= values.length) {
      resize(2 * values.length);
    }
    insert(key, value);
    taken++;
  }

  /** Takes out the value of the key; null if there is none. */
  V remove(long key) {
    if (key == FREE) {
      V removed = ofFree;
      ofFree = null;
      return removed;
    }
    int slot = find(key);
    if (slot < 0) {
      return null;
    }
    V removed = valueAt(slot);
    closeGap(slot);
    taken--;
    removals++;
    if (values.length > KEPT && 8 * taken < values.length && removals > 4L * values.length) {
      resize(values.length / 2);
    }
    return removed;
  }

  /** Takes a key and its value. */
  interface Visitor<V> {
    void visit(long key, V value);
  }

  /** Shows all that is in the table, in no order that means anything. */
  void forEach(Visitor<V> visitor) {
    if (ofFree != null) {
      visitor.visit(FREE, ofFree);
    }
    for (int slot = 0; slot < keys.length; slot++) {
      if (keys[slot] != FREE) {
        visitor.visit(keys[slot], valueAt(slot));
      }
    }
  }

  /** A copy of the values, in no order that means anything. */
  List<V> values() {
    List<V> copy = new ArrayList<>(size());
    forEach((key, value) -> copy.add(value));
    return copy;
  }

  /** Brings the slots of keys that will be looked up next into the cache, all at once. */
  void expect(long[] next, int count) {
    long read = 0;
    for (int i = 0; i < count; i++) {
      read += keys[home(next[i])];
    }
    touched = read; // or the compiler would see that nobody wants it
  }

  private int find(long key) {
    int slot = home(key);
    for (int distance = 0; ; distance++) {
      long found = keys[slot];
      if (found == key) {
        return slot;
      }
      if (found == FREE || (slot - home(found) & mask) < distance) {
        return -1;
      }
      slot = slot + 1 & mask;
    }
  }

  private void insert(long newKey, Object newValue) {
    long key = newKey;
    Object value = newValue;
    int slot = home(key);
    for (int distance = 0; keys[slot] != FREE; distance++) {
      int other = distance(slot);
      if (other < distance) {
        long movedKey = keys[slot];
        Object movedValue = values[slot];
        keys[slot] = key;
        values[slot] = value;
        key = movedKey;
        value = movedValue;
        distance = other;
      }
      slot = slot + 1 & mask;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  private void closeGap(int at) {
    int gap = at;
    int next = gap + 1 & mask;
    while (keys[next] != FREE && distance(next) > 0) {
      keys[gap] = keys[next];
      values[gap] = values[next];
      gap = next;
      next = next + 1 & mask;
    }
    keys[gap] = FREE;
    values[gap] = null;
  }

  private void resize(int length) {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new long[length];
    values = new Object[length];
    mask = length - 1;
    shift = shiftFor(length);
    removals = 0;
    for (int slot = 0; slot < oldKeys.length; slot++) {
      if (oldKeys[slot] != FREE) {
        insert(oldKeys[slot], oldValues[slot]);
      }
    }
  }

  private int shiftFor(int length) {
    return factor == 1 ? 0 : Long.SIZE - Integer.numberOfTrailingZeros(length);
  }

  private int home(long key) {
    return (int) (key * factor >>> shift) & mask;
  }

  /** How far the key in a slot is from its home. */
  private int distance(int slot) {
    return slot - home(keys[slot]) & mask;
  }

  @SuppressWarnings("unchecked") // only put() adds values
  private V valueAt(int slot) {
    return (V) values[slot];
  }
}
