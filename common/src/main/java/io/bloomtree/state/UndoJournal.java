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
   *   word 0        how many entries there are
   *   word 8        the machine's time, in milliseconds
   *   word 64 ...   entries: file number << 40 | word, then what was there
   *
   * Against a killed process only the order of stores matters, since the page cache keeps all: an
   * entry, then the number of entries, then the word itself. The fences keep the compiler to that.
   * Nothing is ever forced: when the computer ends too, pages are lost in any order, and the
   * journal means nothing.
   */
  static final String NAME = "undo";
  private static final int CAPACITY = Storage.MOST_PUTS;
  private static final int COUNT = 0;
  private static final int TIME = 8;
  private static final int ENTRIES = 64;
  private static final int WORD_BITS = 40;
  static final long WORDS = ENTRIES + 2 * CAPACITY;

  private final DurableCells cells;
  private final String file;
  private int count;
  private long time;

  UndoJournal(StateFile file) {
    this.cells = file.data();
    this.file = file.file();
    this.time = cells.get(TIME);
  }

  /** Remembers what a word was, before it is changed. */
  void remember(int number, long word, long old) {
    if (count == CAPACITY) {
      throw new StorageException(file + ": an operation of a filter must change at most "
          + CAPACITY + " words");
    }
    long at = ENTRIES + 2L * count;
    cells.put(at, (long) number << WORD_BITS | word);
    cells.put(at + 1, old);
    VarHandle.storeStoreFence();
    cells.put(COUNT, ++count);
    VarHandle.storeStoreFence();
  }

  /** The operation is complete. */
  void commit() {
    if (count > 0) {
      VarHandle.storeStoreFence();
      count = 0;
      cells.put(COUNT, 0);
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
    long entries = cells.get(COUNT);
    if (entries < 0 || entries > CAPACITY) {
      throw new StateException(Reason.DAMAGED, file,
          "says it has " + entries + " entries, at most " + CAPACITY + " are possible");
    }
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
    return (int) entries;
  }

  /** Forgets all entries: they mean nothing any more. */
  void clear() {
    VarHandle.storeStoreFence();
    count = 0;
    cells.put(COUNT, 0);
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
