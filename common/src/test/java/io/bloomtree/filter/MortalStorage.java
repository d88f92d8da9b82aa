package io.bloomtree.filter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Storage of a process that is killed at a chosen instant: what was put since the last commit is
 * undone, but for loose areas, and areas that were made or dropped stay so. Also refuses to hold
 * more than some words, and to undo more than an operation may put. Owned by one test.
 */
final class MortalStorage implements Storage {
  /** The process is dead. */
  static final class KilledException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private record Undo(long[] area, int word, long old) {}

  private static final class State {
    final Map<String, long[]> areas = new LinkedHashMap<>();
    final Map<String, Boolean> loose = new HashMap<>();
    final Deque<Undo> journal = new ArrayDeque<>();
    final List<Long> commits = new ArrayList<>();
    long steps;
    long most = Long.MAX_VALUE;
    long room = Long.MAX_VALUE;
    int puts;

    void step() {
      if (steps == most) {
        throw new KilledException();
      }
      steps++;
    }
  }

  private final String prefix;
  private final State state;

  MortalStorage() {
    this("", new State());
  }

  private MortalStorage(String prefix, State state) {
    this.prefix = prefix;
    this.state = state;
  }

  /** From now on it lives for so many changes, commits and areas made or dropped. */
  void killAfter(long steps) {
    state.steps = 0;
    state.most = steps;
    state.commits.clear();
  }

  /** After how many steps each commit came since then, and the last step of all. */
  List<Long> commits() {
    List<Long> commits = new ArrayList<>(state.commits);
    commits.add(state.steps);
    return commits;
  }

  /** From now on there is room for so many words, over all areas. */
  void setRoom(long words) {
    state.room = words;
  }

  /** What the next process finds. */
  MortalStorage afterKill() {
    while (!state.journal.isEmpty()) {
      Undo undo = state.journal.pop();
      undo.area[undo.word] = undo.old;
    }
    return copy();
  }

  /** The same words again; nothing may be unfinished. */
  MortalStorage copy() {
    if (!state.journal.isEmpty()) {
      throw new AssertionError("an operation is not committed");
    }
    var copy = new MortalStorage();
    state.areas.forEach((name, words) -> copy.state.areas.put(name, words.clone()));
    copy.state.loose.putAll(state.loose);
    return copy;
  }

  /** The words of all areas, to be changed behind the filter's back. */
  Map<String, long[]> words() {
    return state.areas;
  }

  long size() {
    return state.areas.values().stream().mapToLong(words -> words.length).sum();
  }

  @Override public Cells area(String name, long words) {
    return area(name, words, false);
  }

  @Override public Cells looseArea(String name, long words) {
    return area(name, words, true);
  }

  private Cells area(String name, long words, boolean isLoose) {
    String full = prefix + name;
    long[] area = state.areas.get(full);
    if (area == null) {
      state.step();
      if (size() + words > state.room) {
        throw new StorageException("no room: name=" + full + ", words=" + words);
      }
      area = new long[Math.toIntExact(words)];
      state.areas.put(full, area);
      state.loose.put(full, isLoose);
    }
    if (area.length != words) {
      throw new StorageException("area has another size: name=" + full);
    }
    return new MortalCells(state, area, state.loose.get(full));
  }

  @Override public void drop(String name) {
    state.step();
    state.areas.remove(prefix + name);
  }

  @Override public void commit() {
    state.step();
    state.commits.add(state.steps);
    state.journal.clear();
    state.puts = 0;
  }

  @Override public Map<String, Cells> areas() {
    Map<String, Cells> mine = new LinkedHashMap<>();
    state.areas.forEach((name, words) -> {
      if (name.startsWith(prefix)) {
        mine.put(name.substring(prefix.length()),
            new MortalCells(state, words, state.loose.get(name)));
      }
    });
    return mine;
  }

  @Override public Storage part(String name) {
    return new MortalStorage(prefix + name + "/", state);
  }

  private static final class MortalCells extends Cells {
    private final State state;
    private final long[] words;
    private final boolean isLoose;

    MortalCells(State state, long[] words, boolean isLoose) {
      this.state = state;
      this.words = words;
      this.isLoose = isLoose;
    }

    @Override public long words() {
      return words.length;
    }

    @Override public long get(long word) {
      return words[Math.toIntExact(word)];
    }

    @Override public void put(long word, long value) {
      state.step();
      if (!isLoose) {
        if (++state.puts > MOST_PUTS) {
          throw new AssertionError("too many words between two commits");
        }
        state.journal.push(new Undo(words, (int) word, words[(int) word]));
      }
      words[(int) word] = value;
    }
  }
}
