package io.bloomtree.filter;

/**
 * The words a filter is kept in: 64 bits each, numbered from 0, zero at first. Owned by one event
 * loop, like the filter on top.
 */
public abstract class Cells {
  /*
   * An abstract class, since HotSpot's compiler devirtualizes a call by class hierarchy only for
   * classes: through an interface each access would first check a type profile. Filters of every
   * kind see words only and cut their cells out of them, so that a new kind of storage is one class
   * and a new kind of filter needs none.
   */

  /** How many there are. */
  public abstract long words();

  public abstract long get(long word);

  public abstract void put(long word, long value);

  /** New words on the heap, all zero. */
  public static Cells onHeap(long words) {
    return new HeapCells(words);
  }

  final long countSetBits() {
    long set = 0;
    for (long word = 0, words = words(); word < words; word++) {
      set += Long.bitCount(get(word));
    }
    return set;
  }

  final void copyFrom(Cells source) {
    for (long word = 0, words = words(); word < words; word++) {
      put(word, source.get(word));
    }
  }

  final boolean sameWords(Cells other) {
    if (words() != other.words()) {
      return false;
    }
    for (long word = 0, words = words(); word < words; word++) {
      if (get(word) != other.get(word)) {
        return false;
      }
    }
    return true;
  }
}
