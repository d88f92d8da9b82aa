package io.bloomtree.state;

/** How much room on disk a slice or an agent takes. */
public final class StateSize {
  /** Of the eight slots of a sector one is kept free for a next version. */
  private static final int SECTOR_RECORDS = 7;
  private static final int SECTOR_SLOTS = 8;

  private StateSize() {}

  /**
   * The most that one takes, filters of others that it keeps beside its own not counted.
   *
   * @param filterBytes of its own filter, when it has grown as much as it may
   * @param records the most claims and confirms that it has at once
   */
  public static long most(long filterBytes, long records) {
    long filter = StateFile.totalWords((filterBytes + Long.BYTES - 1) / Long.BYTES);
    long registers = StateFile.totalWords(64);
    long undo = StateFile.totalWords(UndoJournal.WORDS);
    long catalog = 2L * Catalog.COPY_WORDS;
    return (filter + registers + undo + catalog + recordWords(records)) * Long.BYTES;
  }

  /** Files of records double, so up to half of the last one is not used. */
  private static long recordWords(long records) {
    long slots = (records + SECTOR_RECORDS - 1) / SECTOR_RECORDS * SECTOR_SLOTS;
    long size = 1L << RecordTable.FIRST_SLOTS_BITS;
    long words = StateFile.totalWords(size * RecordTable.SLOT_WORDS);
    for (long had = size; had < slots; had *= 2) {
      words += StateFile.totalWords(had * RecordTable.SLOT_WORDS);
    }
    return words;
  }
}
