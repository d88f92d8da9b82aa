package io.bloomtree.filter;

import java.util.Arrays;

/** Entries that are also kept in some storage. Owned by one event loop. */
final class StoredEntries extends RecentEntries {
  /*
   * Entries lie flat, four words each, so that none crosses a sector of 512 bytes:
   *
   *   fingerprint, time, number of its last use, 1 if there is an entry here, else 0
   *
   * Uses are numbered from 1 on, and the order of use is that of these numbers: table and ring are
   * made from them when the storage is opened, and are never read or written there. Nothing refers
   * to anything, so each entry makes sense by itself, whichever of the others are of an earlier
   * moment. Then a fingerprint may be there twice, in an entry that was given to it and in one that
   * it had before; the younger one holds.
   */
  static final String NAME = "entries";

  private static final int WORDS = 4;
  private static final int TIME = 1;
  private static final int USE = 2;
  private static final int IS_USED = 3;

  private static final long MOST_USES = 1L << 62;
  private static final int DIGIT_BITS = 16;

  private final Cells words;
  private long uses;

  private StoredEntries(int capacity, Cells words) {
    super(capacity);
    this.words = words;
  }

  /**
   * The entries of some storage.
   *
   * @param mostTime how far from 0 a time may be
   */
  static StoredEntries open(int capacity, long mostTime, Storage storage) {
    Cells words = storage.area(NAME, words(capacity));
    var entries = new StoredEntries(capacity, words);
    int[] order = entries.inOrderOfUse(mostTime);
    int doubles = 0;
    for (int entry : order) {
      long at = at(entry);
      int twin = entries.find(words.get(at));
      if (twin != NONE) {
        entries.remove(twin);
        if (++doubles % (Storage.MOST_PUTS / 2) == 0) {
          storage.commit();
        }
      }
      entries.restore(entry, words.get(at), words.get(at + TIME));
      entries.uses = words.get(at + USE);
    }
    entries.spareOthers();
    storage.commit();
    return entries;
  }

  /** How many words so many entries take. */
  static long words(int capacity) {
    return (long) WORDS * capacity;
  }

  private static long at(int entry) {
    return (long) WORDS * (entry - 1);
  }

  private int[] inOrderOfUse(long mostTime) {
    int[] entries = new int[capacity()];
    int count = 0;
    long all = 0;
    for (int entry = 1; entry <= capacity(); entry++) {
      long isUsed = words.get(at(entry) + IS_USED);
      if (isUsed != 0) {
        requirePossible(entry, isUsed, mostTime);
        all |= words.get(at(entry) + USE);
        entries[count++] = entry;
      }
    }
    int[] used = Arrays.copyOf(entries, count);
    for (int shift = 0; shift < Long.SIZE && all >>> shift != 0; shift += DIGIT_BITS) {
      used = sortedByDigit(used, shift);
    }
    return used;
  }

  private void requirePossible(int entry, long isUsed, long mostTime) {
    long use = words.get(at(entry) + USE);
    long time = words.get(at(entry) + TIME);
    if (isUsed != 1 || use < 1 || use > MOST_USES) {
      throw new StorageException("impossible entry of a buffer: entry=" + entry + ", isUsed="
          + isUsed + ", use=" + use);
    }
    if (mostTime != Long.MAX_VALUE && (time > mostTime || time < -mostTime)) {
      throw new StorageException(
          "impossible time of a buffer's entry: entry=" + entry + ", time=" + time);
    }
  }

  /** One pass of a sort by digits, which keeps the order of the passes before. */
  private int[] sortedByDigit(int[] entries, int shift) {
    int[] first = new int[(1 << DIGIT_BITS) + 1];
    for (int entry : entries) {
      first[digit(entry, shift) + 1]++;
    }
    for (int digit = 0; digit < 1 << DIGIT_BITS; digit++) {
      first[digit + 1] += first[digit];
    }
    int[] sorted = new int[entries.length];
    for (int entry : entries) {
      sorted[first[digit(entry, shift)]++] = entry;
    }
    return sorted;
  }

  private int digit(int entry, int shift) {
    return (int) (words.get(at(entry) + USE) >>> shift) & (1 << DIGIT_BITS) - 1;
  }

  @Override void inserted(int entry) {
    long at = at(entry);
    words.put(at, fingerprint(entry));
    words.put(at + TIME, time(entry));
    words.put(at + USE, ++uses);
    words.put(at + IS_USED, 1);
  }

  @Override void used(int entry) {
    long at = at(entry);
    if (words.get(at + TIME) != time(entry)) {
      words.put(at + TIME, time(entry));
    }
    words.put(at + USE, ++uses);
  }

  @Override void removed(int entry) {
    words.put(at(entry) + IS_USED, 0);
  }
}
