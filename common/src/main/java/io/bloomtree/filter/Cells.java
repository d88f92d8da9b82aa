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

  /**
   * Whether an operation should read all words that it is going to put before it puts the first.
   * That pays where a put is long: a processor looks ahead only so many instructions, and would
   * wait for one word after the other, where it could wait for all of them at once.
   */
  public boolean areReadAhead() {
    return false;
  }

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

  /** Whether no bit is set past so many, counted from the first word's lowest. */
  final boolean hasOnlyBits(long bits) {
    return bits % Long.SIZE == 0 || (get(words() - 1) & -1L << bits) == 0;
  }

  /**
   * Whether no bit is set but those of so many cells: as many whole ones in a word as fit, from its
   * lowest bits on.
   */
  final boolean hasOnlyCells(long cells, int cellBits) {
    int perWord = Long.SIZE / cellBits;
    long last = words() - 1;
    int used = perWord * cellBits;
    long unused = used < Long.SIZE ? -1L << used : 0;
    for (long word = 0; unused != 0 && word < last; word++) {
      if ((get(word) & unused) != 0) {
        return false;
      }
    }
    return hasOnlyBits(last * Long.SIZE + (cells - last * perWord) * cellBits);
  }

  /** Sets all bits that are set in others, of which there are as many; returns how many are. */
  final long uniteWith(Cells others) {
    long set = 0;
    for (long word = 0, words = words(); word < words; word++) {
      long both = get(word) | others.get(word);
      if (both != get(word)) {
        put(word, both);
      }
      set += Long.bitCount(both);
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
