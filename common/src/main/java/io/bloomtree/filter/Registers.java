package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

/**
 * The few numbers of a filter that do not follow from its cells. Owned by one event loop, like the
 * filter.
 */
final class Registers {
  /*
   * One sector of 512 bytes, which disks write in whole or not at all: whatever else a computer
   * forgets when its power fails, these numbers are all of one moment.
   *
   * The first word says whose they are; it is zero as long as nothing was kept. A filter that finds
   * it zero is new. If its cells are not, something else has been at them, or has lost this sector:
   * it would be a fresh start that nobody asked for, and is refused.
   */
  static final int WORDS = 64;
  private static final String NAME = "registers";

  private final Storage storage;
  private final Cells words;
  private final long mark;

  private Registers(Storage storage, long mark) {
    this.storage = requireNonNull(storage, "storage");
    this.words = storage.area(NAME, WORDS);
    this.mark = mark;
  }

  /**
   * Those of a storage.
   *
   * @param mark of the kind that they are of, and the version of its words; not zero
   */
  static Registers open(Storage storage, long mark) {
    var registers = new Registers(storage, mark);
    long found = registers.get(0);
    if (found != mark && found != 0) {
      throw new StorageException(
          "registers are of another kind of filter, or another version: " + text(found)
              + ", expected " + text(mark));
    }
    return registers;
  }

  /** Those of a filter that nobody keeps. */
  static Registers onHeap() {
    return new Registers(Storage.onHeap(), 1);
  }

  /** Whether some storage has registers that were used. */
  static boolean areUsed(Storage storage) {
    Cells words = storage.areas().get(NAME);
    return words != null && words.words() == WORDS && words.get(0) != 0;
  }

  /** Four letters and a version. */
  static long mark(String letters, int version) {
    long mark = version;
    for (int i = letters.length() - 1; i >= 0; i--) {
      mark = mark << Byte.SIZE | letters.charAt(i);
    }
    return mark;
  }

  private static String text(long mark) {
    return Long.toHexString(mark);
  }

  boolean isNew() {
    return get(0) == 0;
  }

  /** Starts to use them, for a filter that is new. */
  void begin() {
    requireZero(NAME, words);
    put(0, mark);
  }

  private static void requireZero(String what, Cells words) {
    for (long word = 0, count = words.words(); word < count; word++) {
      if (words.get(word) != 0) {
        throw new StorageException("the registers say that nothing was kept, yet " + what
            + " are not all zero: word=" + word);
      }
    }
  }

  long get(int register) {
    return words.get(register);
  }

  /** What must be within bounds. */
  long get(int register, long least, long most, String what) {
    long value = get(register);
    if (value < least || value > most) {
      throw new StorageException(
          what + " must be " + least + " to " + most + ": register=" + register + ", is " + value);
    }
    return value;
  }

  void put(int register, long value) {
    if (words.get(register) != value) {
      words.put(register, value);
    }
  }

  /** Ends an operation. */
  void commit() {
    storage.commit();
  }

  /** Another area of the same filter, which is empty if these are. */
  Cells area(String name, long size) {
    boolean isThere = storage.areas().containsKey(name);
    Cells area = storage.area(name, size);
    if (isThere && isNew()) {
      requireZero(name, area);
    }
    return area;
  }

  /** The area of a filter's cells: as many whole ones in a word as fit. */
  Cells cells(long cells, int cellBits) {
    Cells area = area("words", PackedCells.words(cells, cellBits));
    if (!isNew() && !area.hasOnlyCells(cells, cellBits)) {
      throw new StorageException(
          "bits between cells, or past the last, are set: cells=" + cells);
    }
    return area;
  }

  /**
   * Refuses a filter of which one operation could not be undone.
   *
   * @param puts the most words that an operation changes
   */
  static void requireUndoable(long puts) {
    if (puts > Storage.MOST_PUTS) {
      throw new StorageException("an event changes up to " + puts + " words, and no more than "
          + Storage.MOST_PUTS + " can be kept at once: fewer decrements are needed");
    }
  }
}
