package io.bloomtree.tree;

import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A table of objects by origin. Owned by one event loop. */
final class OriginTable<V> {
  /*
   * One table of sequence numbers for each source. Neighbouring events mostly have the same
   * source, and within a frame the very same object says so: it is looked up when it changes.
   *
   * The tables of sources that have no events left are kept, as more will come, but not
   * for ever: agents and their incarnations come and go.
   */
  private static final int KEPT = 256;

  private final Map<Source, Part<V>> parts = new HashMap<>();
  private final Part<V> nobody = new Part<>(null);
  private Part<V> last = nobody;
  private Source lastAsked;
  private int size;
  private int mostParts = KEPT;

  private static final class Part<V> {
    final Source source;
    final LongTable<V> table = LongTable.bySequence();

    Part(Source source) {
      this.source = source;
    }
  }

  int size() {
    return size;
  }

  /** The value of the origin; null if there is none. */
  V get(Source source, long sequence) {
    return part(source).table.get(sequence);
  }

  V get(Origin origin) {
    return get(sourceOf(origin), origin.sequence());
  }

  /** Puts the value in; returns the source as the table knows it, one object for all its events. */
  Source put(Source source, long sequence, V value) {
    Part<V> part = part(source);
    if (part == nobody) {
      part = add(source);
    }
    int before = part.table.size();
    part.table.put(sequence, value);
    size += part.table.size() - before;
    return part.source;
  }

  Source put(Origin origin, V value) {
    return put(sourceOf(origin), origin.sequence(), value);
  }

  /** Takes out the value of the origin; null if there is none. */
  V remove(Source source, long sequence) {
    V removed = part(source).table.remove(sequence);
    if (removed != null) {
      size--;
    }
    return removed;
  }

  V remove(Origin origin) {
    return remove(sourceOf(origin), origin.sequence());
  }

  /** A copy of the values, in no order that means anything. */
  List<V> values() {
    List<V> copy = new ArrayList<>(size);
    parts.values().forEach(part -> copy.addAll(part.table.values()));
    return copy;
  }

  /** How many sources have a table. */
  int sources() {
    return parts.size();
  }

  private Source sourceOf(Origin origin) {
    Source known = last.source;
    return known != null && known.isOf(origin) ? known : Source.of(origin);
  }

  private Part<V> part(Source source) {
    if (source != last.source && source != lastAsked) {
      last = parts.getOrDefault(source, nobody);
      lastAsked = source;
    }
    return last;
  }

  private Part<V> add(Source source) {
    if (parts.size() >= mostParts) {
      parts.values().removeIf(part -> part.table.isEmpty());
      mostParts = Math.max(KEPT, 2 * parts.size());
    }
    last = new Part<>(source);
    parts.put(source, last);
    return last;
  }
}
