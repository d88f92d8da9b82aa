package io.bloomtree.filter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Areas that it was given, and others on the heap, for as long as the process lives. Owned by one
 * event loop.
 */
final class HeapStorage implements Storage {
  private final String prefix;
  private final Map<String, Cells> areas;

  HeapStorage(Map<String, Cells> areas) {
    this("", areas);
  }

  private HeapStorage(String prefix, Map<String, Cells> areas) {
    this.prefix = prefix;
    this.areas = areas;
  }

  @Override public Cells area(String name, long words) {
    Cells area = areas.computeIfAbsent(prefix + name, made -> Cells.onHeap(words));
    if (area.words() != words) {
      throw new StorageException("area has another size: name=" + prefix + name + ", words="
          + area.words() + ", wanted=" + words);
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
    areas.forEach((name, area) -> {
      if (name.startsWith(prefix)) {
        mine.put(name.substring(prefix.length()), area);
      }
    });
    return Collections.unmodifiableMap(mine);
  }

  @Override public Storage part(String name) {
    return new HeapStorage(prefix + name + "/", areas);
  }
}
