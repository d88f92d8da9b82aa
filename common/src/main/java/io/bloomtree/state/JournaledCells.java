package io.bloomtree.state;

import io.bloomtree.filter.Cells;

/** Words of which the old value is remembered before a new one is put. Owned by one event loop. */
final class JournaledCells extends Cells {
  private final DurableCells cells;
  private final UndoJournal undo;
  private final long place;

  JournaledCells(StateFile file, UndoJournal undo) {
    this.cells = file.data();
    this.undo = undo;
    this.place = UndoJournal.place(file.entry());
  }

  @Override public long words() {
    return cells.words();
  }

  @Override public long get(long word) {
    return cells.get(word);
  }

  @Override public boolean areReadAhead() {
    return true;
  }

  @Override public void put(long word, long value) {
    long old = cells.get(word);
    if (old != value) {
      undo.remember(place | word, old);
      cells.put(word, value);
    }
  }
}
