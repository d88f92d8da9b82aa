package io.bloomtree.state;

import io.bloomtree.filter.StorageException;
import io.bloomtree.state.StateException.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of one slice, and the catalog that says which there are. Owned by one event loop, but
 * for {@link #forceAll}.
 */
final class SliceFiles {
  private final Volume volume;
  private final String directory;
  private final Catalog catalog;
  private final TwinBlock block;
  private final DurableCells head;
  private final List<String> flaws;
  private final Map<Integer, StateFile> open = new TreeMap<>();
  /** The same again, for the thread that forces them. */
  private volatile List<StateFile> forced = List.of();
  /** Why nothing can be kept any more. */
  private volatile StorageException failure;

  private SliceFiles(
      Volume volume, String directory, Catalog catalog, TwinBlock block, DurableCells head,
      List<String> flaws) {
    this.volume = volume;
    this.directory = directory;
    this.catalog = catalog;
    this.block = block;
    this.head = head;
    this.flaws = flaws;
  }

  static String catalogPath(String directory) {
    return directory + "/" + Catalog.FILE;
  }

  /** Makes the first file of a slice: a catalog that names no others. */
  static SliceFiles create(Volume volume, String directory, Catalog catalog) {
    String path = catalogPath(directory);
    String unfinished = path + StateFile.UNFINISHED;
    volume.create(unfinished, 2 * Catalog.COPY_WORDS);
    DurableCells cells = volume.map(unfinished, 0, 2 * Catalog.COPY_WORDS);
    blockOn(cells, volume.describe(path)).write(catalog.toBytes());
    cells.release();
    volume.rename(unfinished, path);
    return read(volume, directory);
  }

  /** Reads the catalog, and nothing else yet. */
  static SliceFiles read(Volume volume, String directory) {
    String path = catalogPath(directory);
    String file = volume.describe(path);
    long bytes = volume.bytes(path);
    if (bytes != 2L * Catalog.COPY_WORDS * Long.BYTES) {
      throw new StateException(Reason.DAMAGED, file, "has " + bytes + " bytes, must have "
          + 2L * Catalog.COPY_WORDS * Long.BYTES);
    }
    DurableCells head = volume.map(path, 0, 2 * Catalog.COPY_WORDS);
    TwinBlock block = blockOn(head, file);
    TwinBlock.Content content = block.read();
    Catalog catalog = HeaderReader.read(content.bytes(), file, Catalog::read);
    return new SliceFiles(volume, directory, catalog, block, head, content.flaws());
  }

  private static TwinBlock blockOn(DurableCells cells, String file) {
    return new TwinBlock(cells, Catalog.COPY_WORDS, TwinBlock.Role.CATALOG, file);
  }

  Catalog catalog() {
    return catalog;
  }

  /** What is wrong with one copy of the catalog, if something is. */
  List<String> flaws() {
    return flaws;
  }

  String file() {
    return volume.describe(catalogPath(directory));
  }

  /** Opens one file, checking no more than what it is. */
  StateFile open(FileEntry entry) {
    var file = StateFile.open(volume, directory, catalog.owner, catalog.born, entry);
    open.put(entry.number(), file);
    return file;
  }

  /** Opens all that the catalog names; after a clean shutdown every word is checked. */
  void openAll() {
    for (FileEntry entry : catalog.files()) {
      StateFile file = open(entry);
      if (catalog.wasShutDown()) {
        List<String> findings = file.findings(catalog.stamp);
        if (!findings.isEmpty()) {
          throw new StateException(Reason.DAMAGED, file.file(), String.join("; ", findings));
        }
      }
    }
    listForced();
  }

  /** Removes what was begun and never became part of the slice, or is part of it no more. */
  void sweep() {
    for (String name : volume.list(directory)) {
      boolean isKnown = open.values().stream()
          .anyMatch(file -> file.entry().fileName().equals(name));
      if (isOurs(name) && !isKnown && !volume.isDirectory(directory + "/" + name)) {
        volume.delete(directory + "/" + name);
      }
    }
  }

  /** Whether a file of that name may be one of a slice's, made or in the making. */
  static boolean isOurs(String name) {
    return name.matches("[0-9]+-.*") || name.endsWith(StateFile.UNFINISHED);
  }

  /** Writes the catalog as it is now. */
  void save() {
    requireUnfailed();
    try {
      block.write(catalog.toBytes());
    } catch (StateException e) {
      throw e.reason() == Reason.NO_ROOM ? e : fail(e);
    }
  }

  Optional<StateFile> find(int group, String name) {
    return open.values().stream()
        .filter(file -> file.entry().group() == group && file.entry().name().equals(name))
        .findFirst();
  }

  List<StateFile> ofGroup(int group) {
    return open.values().stream().filter(file -> file.entry().group() == group).toList();
  }

  Map<Integer, StateFile> byNumber() {
    return open;
  }

  /**
   * Makes a file, and makes it part of the slice.
   *
   * @throws StateException if there is no room for it; nothing has changed then
   */
  StateFile create(int group, String name, long words) {
    requireUnfailed();
    var entry = new FileEntry(catalog.nextNumber(), group, name, words);
    byte[] plan = catalog.group(any -> any.number() == group)
        .map(FilterGroup::plan).orElse(new byte[0]);
    var file = StateFile.create(volume, directory, catalog.owner, catalog.born, entry, plan);
    catalog.add(entry);
    try {
      save();
    } catch (StateException e) { // no room in the catalog
      catalog.remove(entry);
      file.release();
      volume.delete(directory + "/" + entry.fileName());
      throw e;
    }
    open.put(entry.number(), file);
    listForced();
    return file;
  }

  /** Removes a file from the slice, and then from the disk. */
  void drop(FileEntry entry) {
    catalog.remove(entry);
    save();
    delete(List.of(entry));
  }

  /** Removes a filter with all its files. */
  void drop(FilterGroup group) {
    List<FileEntry> orphans = catalog.remove(group);
    save();
    delete(orphans);
  }

  private void delete(List<FileEntry> orphans) {
    for (FileEntry orphan : orphans) {
      StateFile file = open.remove(orphan.number());
      listForced();
      if (file != null) {
        file.release();
      }
      volume.delete(directory + "/" + orphan.fileName());
    }
  }

  private void listForced() {
    forced = open.values().stream()
        .filter(file -> !file.entry().name().equals(UndoJournal.NAME)).toList();
  }

  /** Forces what this thread has put since the last time. */
  void force() {
    requireUnfailed();
    List<StateFile> files = forced;
    try {
      for (int i = 0; i < files.size(); i++) { // called at every step: no iterator
        files.get(i).force();
      }
    } catch (StateException e) {
      throw fail(e);
    }
  }

  /** Forces everything, from any thread; if that fails the owner will know at its next call. */
  void forceAll() {
    if (failure == null) {
      try {
        forced.forEach(StateFile::forceAll);
      } catch (StateException e) {
        fail(e);
      }
    }
  }

  /** From now on nothing is kept any more, and every call says so. */
  StorageException fail(RuntimeException cause) {
    if (failure == null) {
      failure = new StorageException(cause.getMessage(), cause);
    }
    return failure;
  }

  boolean hasFailed() {
    return failure != null;
  }

  void requireUnfailed() {
    StorageException known = failure;
    if (known != null) {
      throw new StorageException("keeps nothing since an error: " + known.getMessage(), known);
    }
  }

  /** Writes down what all files are now, so that any later change is noticed. */
  void shutDown() {
    long stamp = block.sequence() + 1;
    open.values().forEach(file -> file.stamp(stamp));
    catalog.stamp = stamp;
    save();
  }

  void release() {
    List<StateFile> files = List.copyOf(open.values());
    open.clear();
    listForced();
    files.forEach(StateFile::release);
    head.release();
  }
}
