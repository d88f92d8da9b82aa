package io.bloomtree.state;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A filter's areas for trying whether it opens: what is put goes nowhere. Owned by whoever makes
 * it.
 */
final class TrialStorage implements Storage {
  private final Map<String, Cells> areas;
  private final String prefix;

  TrialStorage(SliceFiles files, int group) {
    this(new LinkedHashMap<>(), "");
    for (StateFile file : files.ofGroup(group)) {
      areas.put(file.entry().name(), new TrialCells(file.data()));
    }
  }

  private TrialStorage(Map<String, Cells> areas, String prefix) {
    this.areas = areas;
    this.prefix = prefix;
  }

  /** Tries it with another word in some file. */
  void put(StateFile file, long word, long value) {
    areas.get(file.entry().name()).put(word, value);
  }

  @Override public Cells area(String name, long words) {
    Cells area = areas.computeIfAbsent(prefix + name, none -> Cells.onHeap(words));
    if (area.words() != words) {
      throw new StorageException("area " + prefix + name + " has " + area.words()
          + " words, must have " + words);
    }
    return area;
  }

  @Override public Cells looseArea(String name, long words) {
    return area(name, words);
  }

  @Override public void drop(String name) {
    areas.remove(prefix + name);
  }

  @Override public void commit() {}

  @Override public Map<String, Cells> areas() {
    Map<String, Cells> mine = new LinkedHashMap<>();
    areas.forEach((name, cells) -> {
      if (name.startsWith(prefix)) {
        mine.put(name.substring(prefix.length()), cells);
      }
    });
    return mine;
  }

  @Override public Storage part(String name) {
    return new TrialStorage(areas, prefix + name + "/");
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
