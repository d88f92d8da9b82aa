package io.bloomtree.state;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.Storage;
import io.bloomtree.filter.StorageException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The areas of one filter, each in a file of its own. Owned by one event loop. */
final class FileStorage implements Storage {
  private final SliceFiles files;
  private final int group;
  private final Optional<UndoJournal> undo;
  private final String prefix;
  /** What filters were given, by the number of the file. */
  private final Map<Integer, Cells> given;

  /** {@code undo}: empty for a copy in the making, which is thrown away if it is not complete. */
  FileStorage(SliceFiles files, int group, Optional<UndoJournal> undo) {
    this(files, group, undo, "", new HashMap<>());
  }

  private FileStorage(SliceFiles files, int group, Optional<UndoJournal> undo, String prefix,
      Map<Integer, Cells> given) {
    this.files = files;
    this.group = group;
    this.undo = undo;
    this.prefix = prefix;
    this.given = given;
  }

  @Override public Cells area(String name, long words) {
    StateFile file = file(name, words);
    if (undo.isEmpty()) {
      return file.data();
    }
    Cells cells = given.get(file.entry().number());
    if (!(cells instanceof JournaledCells)) {
      cells = new JournaledCells(file, undo.get());
      given.put(file.entry().number(), cells);
    }
    return cells;
  }

  @Override public Cells looseArea(String name, long words) {
    return file(name, words).data();
  }

  private StateFile file(String name, long words) {
    Optional<StateFile> found = files.find(group, prefix + name);
    if (found.isEmpty()) {
      try {
        return files.create(group, prefix + name, words);
      } catch (StateException e) {
        throw new StorageException(e.getMessage(), e);
      }
    }
    if (found.get().entry().words() != words) {
      throw new StorageException(found.get().file() + ": has " + found.get().entry().words()
          + " words, must have " + words);
    }
    return found.get();
  }

  @Override public void drop(String name) {
    files.find(group, prefix + name).ifPresent(file -> {
      given.remove(file.entry().number());
      files.drop(file.entry());
    });
  }

  @Override public void commit() {
    if (undo.isPresent()) {
      undo.get().commit();
    }
  }

  @Override public Map<String, Cells> areas() {
    Map<String, Cells> mine = new LinkedHashMap<>();
    for (StateFile file : files.ofGroup(group)) {
      String name = file.entry().name();
      if (name.startsWith(prefix)) {
        mine.put(name.substring(prefix.length()),
            given.getOrDefault(file.entry().number(), file.data()));
      }
    }
    return Collections.unmodifiableMap(mine);
  }

  @Override public Storage part(String name) {
    return new FileStorage(files, group, undo, prefix + name + "/", given);
  }
}
