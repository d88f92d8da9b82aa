package io.bloomtree.filter;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a filter keeps all that it must not forget: named areas of words, on the heap or in files
 * that outlive the process. Owned by one event loop, like the filter.
 *
 * <p>A filter that is opened on storage that was used before goes on where the last one stopped:
 * whatever it wants to know again is in its areas, and what else it has follows from them.
 */
public interface Storage {
  /** The most words that are put between two calls of {@link #commit}. */
  int MOST_PUTS = 1 << 15;

  /**
   * An area of so many words, all zero when it is made, else as they were left. What is put into
   * it, and into the other areas, between two calls of {@link #commit} is there in whole or not at
   * all when the process is killed.
   *
   * @throws StorageException if there is no room for it, or it has another size
   */
  Cells area(String name, long words);

  /**
   * The same for a filter to which half an operation does no harm: every word that is put is there
   * when the process is killed, and nothing else is promised. Cheaper to write.
   */
  Cells looseArea(String name, long words);

  /** Removes an area, if it is there. */
  void drop(String name);

  /** Ends an operation. */
  void commit();

  /** All areas by name, in the order in which they were made. */
  Map<String, Cells> areas();

  /** A part of this storage: its areas are those here whose names begin with that and a slash. */
  Storage part(String name);

  /** New storage that ends with the process. */
  static Storage onHeap() {
    return of(new LinkedHashMap<>());
  }

  /** Storage of some areas, by name; those that are missing are made on the heap. */
  static Storage of(Map<String, Cells> areas) {
    return new HeapStorage(areas);
  }
}
