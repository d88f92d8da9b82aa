package io.bloomtree.state;

import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import io.bloomtree.state.StateException.Reason;
import java.lang.invoke.VarHandle;
import java.util.Map;

/**
 * What the words were before the operation that is going on, so that half of one that ended with
 * its process can be taken back. Owned by one event loop.
 */
final class UndoJournal {
  /*
   *   word 8        the machine's time, in milliseconds
   *   word 64 ...   entries: file number << 40 | word, then what was there; 0 ends them
   *
   * Against a killed process only the order of stores matters, since the page cache keeps all: the
   * end behind an entry and what was there, then the entry's first word, which makes it one, then
   * the word itself. An operation ends with one store, the end in place of its first entry. No file
   * has number 0, so no entry looks like the end. Fences keep the compiler to that order. An end
   * rather than a count, since it is on the cache line that is being written anyway.
   *
   * Entries are never forced: when the computer ends too, pages are lost in any order, and the
   * journal means nothing.
   */
  static final String NAME = "undo";
  private static final int CAPACITY = Storage.MOST_PUTS;
  private static final int TIME = 8;
  private static final int ENTRIES = 64;
  private static final int WORD_BITS = 40;
  private static final long END = 0;
  static final long WORDS = ENTRIES + 2 * (CAPACITY + 1);

  private final DurableCells cells;
  private final String file;
  /** Where the next entry goes. */
  private long next = ENTRIES;
  private long time;

  UndoJournal(StateFile file) {
    this.cells = file.data();
    this.file = file.file();
    this.time = cells.get(TIME);
  }

  /** What entries call the words of a file, counted from the first. */
  static long place(FileEntry entry) {
    return (long) entry.number() << WORD_BITS;
  }

  /** Remembers what a word was, before it is changed. */
  void remember(long place, long old) {
    long at = next;
    if (at == ENTRIES + 2 * CAPACITY) {
      throw new StorageException(file + ": an operation of a filter must change at most "
          + CAPACITY + " words");
    }
    cells.putEntry(at, place, old);
    next = at + 2;
  }

  /** The operation is complete. */
  void commit() {
    if (next > ENTRIES) {
      clear();
    }
  }

  /** Takes one word that is to be put back. */
  interface Visitor {
    void visit(StateFile file, long word, long old);
  }

  /** Takes back what the last process left half done, and says how many words that were. */
  int rollBack(Map<Integer, StateFile> files) {
    int entries = visit(files, (file, word, old) -> file.data().put(word, old));
    clear();
    return entries;
  }

  /**
   * Says what would have to be taken back, the last change first.
   *
   * @return how many changes there were
   * @throws StateException if the journal makes no sense
   */
  int visit(Map<Integer, StateFile> files, Visitor visitor) {
    int entries = entries();
    for (long i = entries - 1; i >= 0; i--) {
      long at = ENTRIES + 2 * i;
      long place = cells.get(at);
      StateFile changed = files.get((int) (place >>> WORD_BITS));
      long word = place & (1L << WORD_BITS) - 1;
      if (changed == null) {
        continue; // the filter dropped the area in the same operation
      }
      if (word >= changed.entry().words()) {
        throw new StateException(Reason.DAMAGED, file, "entry " + i + " is about word " + word
            + " of " + changed.file() + ", which has " + changed.entry().words());
      }
      visitor.visit(changed, word, cells.get(at + 1));
    }
    return entries;
  }

  private int entries() {
    for (int i = 0; i <= CAPACITY; i++) {
      if (cells.get(ENTRIES + 2 * i) == END) {
        return i;
      }
    }
    throw new StateException(
        Reason.DAMAGED, file, "has no end after " + CAPACITY + " entries, which is the most");
  }

  /** Forgets all entries: they mean nothing any more. */
  void clear() {
    VarHandle.storeStoreFence();
    next = ENTRIES;
    cells.put(ENTRIES, END);
    VarHandle.storeStoreFence(); // or the next operation could be at these entries before
  }

  /** The latest time that was kept. */
  long time() {
    return time;
  }

  void keep(long now) {
    if (now > time) {
      time = now;
      cells.put(TIME, now);
    }
  }
}
