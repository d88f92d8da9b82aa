package io.bloomtree.state;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A filter's areas for trying whether it opens: what is put goes nowhere. Owned by whoever makes
 * it.
 */
final class TrialStorage {
  private final Map<String, Cells> areas = new LinkedHashMap<>();

  TrialStorage(SliceFiles files, int group) {
    for (StateFile file : files.ofGroup(group)) {
      areas.put(file.entry().name(), new TrialCells(file.data()));
    }
  }

  /** Tries it with another word in some file. */
  void put(StateFile file, long word, long value) {
    areas.get(file.entry().name()).put(word, value);
  }

  Storage storage() {
    return Storage.of(areas);
  }

  /** Words of a file that stay as they are. */
  private static final class TrialCells extends Cells {
    private final Cells kept;
    private final Map<Long, Long> put = new HashMap<>();

    TrialCells(Cells kept) {
      this.kept = kept;
    }

    @Override public long words() {
      return kept.words();
    }

    @Override public long get(long word) {
      Long changed = put.isEmpty() ? null : put.get(word);
      return changed == null ? kept.get(word) : changed;
    }

    @Override public void put(long word, long value) {
      put.put(word, value);
    }
  }
}
