package io.bloomtree.state;

import io.bloomtree.filter.StorageException;
import io.bloomtree.state.StateException.Reason;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Records of 64 bytes in files that double: what a slice or an agent keeps besides its filter.
 * Owned by one event loop.
 */
final class RecordTable {
  /*
   *   word  0    kind (1 byte, lowest; 0: nothing here), then what the kind makes of the rest
   *   words 1-5  what the kind makes of them
   *   word  6    the number of this writing: of two records with one key the later counts
   *   word  7    checksum of words 0 to 6
   *
   * A record is written once, into an empty slot, its word 0 last: a process that is killed
   * meanwhile leaves an empty slot. It is removed by a single word. It is never changed: a new
   * version goes into another slot, then the old one is removed. Both are in the same sector, so
   * that a computer that ends leaves one of them. For that each sector of eight slots has one that
   * is kept empty.
   *
   * The checksum is a multiplication and a rotation a word: against accidents, and cheap.
   */
  static final int SLOT_WORDS = 8;
  private static final int SECTOR_SLOTS = 8;
  static final int FIRST_SLOTS_BITS = 12;
  private static final int FIRST_SLOTS = 1 << FIRST_SLOTS_BITS;
  private static final int MOST_CHUNKS = 18; // of twice the size each, but for the first two
  private static final String NAME = "records.";

  /** Takes the records that are there when the table is opened. */
  interface Reader {
    /** False: the record in that slot means nothing and is to be removed. */
    boolean read(int slot);
  }

  private final SliceFiles files;
  private final StateFile[] chunkFiles = new StateFile[MOST_CHUNKS];
  private final DurableCells[] chunks = new DurableCells[MOST_CHUNKS];
  private int chunkCount;
  private int used;
  private int[] free = new int[64];
  private int freeCount;
  /** Which slot of each sector is kept empty, counted from its first. */
  private byte[] spares = {};
  private long sequence;

  RecordTable(SliceFiles files) {
    this.files = files;
  }

  /**
   * Opens the files that are there.
   *
   * @param mayBeTorn the computer ended, so that a record may be half written: such are removed
   * @return how many were removed
   * @throws StateException if a record is damaged though nothing could have torn it
   */
  int open(boolean mayBeTorn) {
    while (chunkCount < MOST_CHUNKS) {
      var file = files.find(FileEntry.NO_GROUP, NAME + chunkCount);
      if (file.isEmpty()) {
        break;
      }
      requireSize(file.get());
      addChunk(file.get());
    }
    int removed = 0;
    for (int slot = 0; slot < used; slot++) {
      long tag = get(slot, 0);
      if (tag == 0) {
        continue;
      }
      if (checksum(slot, tag) == get(slot, 7)) {
        sequence = Math.max(sequence, get(slot, 6));
      } else if (mayBeTorn) {
        erase(slot);
        removed++;
      } else {
        throw damaged(slot, "does not match its checksum");
      }
    }
    return removed;
  }

  /** All records were read, and those that mean nothing removed: finds the empty slots. */
  void complete() {
    for (int first = used - SECTOR_SLOTS; first >= 0; first -= SECTOR_SLOTS) {
      int spare = -1;
      for (int slot = first + SECTOR_SLOTS - 1; slot >= first; slot--) {
        if (get(slot, 0) != 0) {
          continue;
        }
        if (spare < 0) {
          spare = slot;
        } else {
          pushFree(slot);
        }
      }
      if (spare < 0) {
        throw damaged(first, "and the seven behind it leave no slot of their sector empty");
      }
      spares[first / SECTOR_SLOTS] = (byte) (spare - first);
    }
  }

  /** Reads all records of a kind, in the order of their slots; returns how many were removed. */
  int read(int kind, Reader reader) {
    int removed = 0;
    for (int slot = 0; slot < used; slot++) {
      if ((get(slot, 0) & 0xFF) == kind && !reader.read(slot)) {
        erase(slot);
        removed++;
      }
    }
    return removed;
  }

  StateException damaged(int slot, String what) {
    StateFile file = chunkFiles[chunkOf(slot)];
    return new StateException(Reason.DAMAGED, file.file(),
        "the record at byte " + file.byteOf(wordOf(slot)) + " " + what);
  }

  private void requireSize(StateFile file) {
    long words = (long) slotsOf(chunkCount) * SLOT_WORDS;
    if (file.entry().words() != words) {
      throw new StateException(Reason.DAMAGED, file.file(),
          "has " + file.entry().words() + " words, must have " + words);
    }
  }

  private static int slotsOf(int chunk) {
    return chunk == 0 ? FIRST_SLOTS : FIRST_SLOTS << chunk - 1;
  }

  private void addChunk(StateFile file) {
    chunkFiles[chunkCount] = file;
    chunks[chunkCount] = file.data();
    used += slotsOf(chunkCount);
    spares = Arrays.copyOf(spares, used / SECTOR_SLOTS);
    chunkCount++;
  }

  private static int chunkOf(int slot) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(slot >>> FIRST_SLOTS_BITS);
  }

  private static long wordOf(int slot) {
    int top = Integer.highestOneBit(slot >>> FIRST_SLOTS_BITS) << FIRST_SLOTS_BITS;
    return (long) (slot - top) * SLOT_WORDS;
  }

  /** A word of a record. */
  long get(int slot, int word) {
    return chunks[chunkOf(slot)].get(wordOf(slot) + word);
  }

  /** Whether a record may have been put in the place of the other. */
  boolean isSameSector(int slot, int other) {
    return slot / SECTOR_SLOTS == other / SECTOR_SLOTS;
  }

  /**
   * Writes a record, and returns its slot.
   *
   * @throws StorageException if the table is full and cannot grow: the store has failed then
   */
  int put(long tag, long a, long b, long c, long d, long e) {
    files.requireUnfailed();
    if (freeCount == 0) {
      grow();
    }
    int slot = free[--freeCount];
    write(slot, tag, a, b, c, d, e);
    return slot;
  }

  private void write(int slot, long tag, long a, long b, long c, long d, long e) {
    DurableCells chunk = chunks[chunkOf(slot)];
    long at = wordOf(slot);
    long number = ++sequence;
    chunk.put(at + 1, a);
    chunk.put(at + 2, b);
    chunk.put(at + 3, c);
    chunk.put(at + 4, d);
    chunk.put(at + 5, e);
    chunk.put(at + 6, number);
    chunk.put(at + 7, mix(mix(mix(mix(mix(mix(mix(slot, tag), a), b), c), d), e), number));
    VarHandle.storeStoreFence();
    chunk.put(at, tag);
  }

  private long checksum(int slot, long tag) {
    long sum = mix(slot, tag);
    for (int word = 1; word < 7; word++) {
      sum = mix(sum, get(slot, word));
    }
    return sum;
  }

  private static long mix(long sum, long word) {
    return Long.rotateLeft((sum ^ word) * 0x9E37_79B9_7F4A_7C15L, 29) + 0x632B_E59B_D9B4_E019L;
  }

  /** Puts a record in the place of an earlier one, and returns its slot. */
  int replace(int before, long tag, long a, long b, long c, long d, long e) {
    files.requireUnfailed();
    int sector = before / SECTOR_SLOTS;
    int slot = sector * SECTOR_SLOTS + spares[sector];
    write(slot, tag, a, b, c, d, e);
    VarHandle.storeStoreFence();
    erase(before);
    spares[sector] = (byte) (before % SECTOR_SLOTS);
    return slot;
  }

  /** Removes a record. */
  void remove(int slot) {
    files.requireUnfailed();
    erase(slot);
    pushFree(slot);
  }

  /** Removes a record while the table is being opened. */
  void erase(int slot) {
    chunks[chunkOf(slot)].put(wordOf(slot), 0);
  }

  /** Forces what was put to disk, whenever the store would. */
  void force() {
    try {
      for (int chunk = 0; chunk < chunkCount; chunk++) {
        chunks[chunk].force();
      }
    } catch (StateException e) {
      throw files.fail(e);
    }
  }

  private void pushFree(int slot) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = slot;
  }

  private void grow() {
    if (chunkCount == MOST_CHUNKS) {
      throw files.fail(new StorageException("a table has at most " + used + " records"));
    }
    try {
      addChunk(files.create(
          FileEntry.NO_GROUP, NAME + chunkCount, (long) slotsOf(chunkCount) * SLOT_WORDS));
    } catch (StateException e) { // what cannot be kept must not be said
      throw files.fail(e);
    }
    for (int slot = used - 1; slot >= used - slotsOf(chunkCount - 1); slot--) {
      if (slot % SECTOR_SLOTS != 0) { // the spare of a new sector is its first
        pushFree(slot);
      }
    }
  }
}
