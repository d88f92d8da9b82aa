package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The filters that a growing filter consists of, and where they are kept. Owned by one event loop,
 * like the filter.
 */
final class GrowingParts {
  /*
   * Each part has a part of the storage, named after its share of the rate. Which there are is in
   * an area of its own, of one sector: a word for each, the newest first, then zeros.
   *
   *   bits 56 to 63  1 + which share of the rate it has
   *   bits  0 to 55  events that were recorded in it and not held before
   *
   * Areas come and go at once, not when an operation ends. So a part is made before the list names
   * it, and removed when the list names it no more; what no list names is thrown away at opening.
   * Where the computer failed, the list may be of an earlier moment and name a part with a window
   * that was removed since: it was empty, and is there again, empty.
   */
  private static final String AREA = "parts";
  private static final String PREFIX = "part-";
  private static final int INDEX_SHIFT = 56;
  private static final long MOST_EVENTS = (1L << INDEX_SHIFT) - 1;

  /** One of the filters, and which share of the rate it has. */
  static final class Part {
    final int index;
    final FilterSlice filter;
    /** Events that were recorded and not held before. */
    long events;
    private final double fullAt;
    private final long mostEvents;

    Part(int index, FilterShape shape, FilterSlice filter, long events) {
      this.index = index;
      this.filter = filter;
      this.events = events;
      BloomShape cells = GrowingShape.cells(shape);
      this.fullAt = cells.fillAt(cells.expected());
      this.mostEvents = cells.expected();
    }

    boolean isFull(GrowingShape.Trigger trigger) {
      return trigger == GrowingShape.Trigger.DENSITY
          ? filter.fill() >= fullAt
          : events >= mostEvents;
    }

    /** The timers of a part with a window. */
    TimerCells timers() {
      return ((SlidingFilter) filter).timers();
    }
  }

  private final GrowingShape shape;
  private final FilterShape[] shapes;
  private final Storage storage;
  private final Cells kept;
  /** The newest first: what was recorded last is asked for most. */
  private final List<Part> list = new ArrayList<>();

  GrowingParts(GrowingShape shape, Storage storage) {
    this.shape = requireNonNull(shape, "shape");
    this.shapes = new FilterShape[shape.mostFilters()];
    this.storage = storage;
    this.kept = storage.area(AREA, GrowingShape.MAX_FILTERS);
  }

  /** Parts that were kept elsewhere. */
  void addAll(List<Part> parts) {
    list.addAll(parts);
    keep();
  }

  /** Opens those that the list names, or the first of a new filter. */
  void open(boolean isNew) {
    for (int i = 0; i < kept.words() && kept.get(i) != 0; i++) {
      list.add(openPart(i));
    }
    requireRestZero();
    if (isNew != list.isEmpty()) {
      throw new StorageException("registers and list of parts of a growing filter disagree: parts="
          + list.size());
    }
    dropOthers();
    if (isNew) {
      list.add(make(0));
    }
    keep();
  }

  private Part openPart(int place) {
    long word = kept.get(place);
    long index = (word >>> INDEX_SHIFT) - 1;
    if (index < 0 || index >= shape.mostFilters() || isUsed((int) index)) {
      throw new StorageException(
          "impossible part of a growing filter: place=" + place + ", share=" + index);
    }
    Storage its = storageOf((int) index);
    if (shape.remembers().isPresent()) {
      if (!Registers.areUsed(its)) {
        drop(its);
      }
    } else if (its.areas().isEmpty()) {
      throw new StorageException("a part of a growing filter is missing: share=" + index);
    }
    return new Part(
        (int) index, shapeOf((int) index), shapeOf((int) index).open(0, its), word & MOST_EVENTS);
  }

  private void requireRestZero() {
    for (int i = list.size(); i < kept.words(); i++) {
      if (kept.get(i) != 0) {
        throw new StorageException("words after the parts must be zero: word=" + i);
      }
    }
  }

  private void dropOthers() {
    Set<String> named = new HashSet<>();
    list.forEach(part -> named.add(PREFIX + part.index));
    for (String area : List.copyOf(storage.areas().keySet())) {
      if (area.startsWith(PREFIX) && !named.contains(area.substring(0, area.indexOf('/')))) {
        storage.drop(area);
      }
    }
  }

  private Storage storageOf(int index) {
    return storage.part(PREFIX + index);
  }

  private static void drop(Storage part) {
    List.copyOf(part.areas().keySet()).forEach(part::drop);
  }

  List<Part> list() {
    return list;
  }

  Part newest() {
    return list.get(0);
  }

  /** Puts the list where it is kept. */
  void keep() {
    for (int i = 0; i < kept.words(); i++) {
      long word = i < list.size() ? word(list.get(i)) : 0;
      if (kept.get(i) != word) {
        kept.put(i, word);
      }
    }
  }

  /** Puts what is known of the newest where it is kept. */
  void keepNewest() {
    kept.put(0, word(newest()));
  }

  private static long word(Part part) {
    return (part.index + 1L) << INDEX_SHIFT | Math.min(part.events, MOST_EVENTS);
  }

  /** The largest share of the rate that no part has. */
  int unusedIndex() {
    int index = 0;
    while (isUsed(index)) {
      index++;
    }
    return index;
  }

  /** Whether some part has this share of the rate. */
  boolean isUsed(int index) {
    return list.stream().anyMatch(part -> part.index == index);
  }

  /** The part that has this share of the rate. */
  Part of(int index) {
    return list.stream().filter(part -> part.index == index).findFirst().orElseThrow();
  }

  /** To size a filter takes a while: once for each share of the rate. */
  FilterShape shapeOf(int index) {
    if (shapes[index] == null) {
      shapes[index] = shape.part(index);
    }
    return shapes[index];
  }

  /**
   * Makes a part, and leaves nothing of it behind if that fails.
   *
   * @throws StorageException if there is no room for it
   */
  Part make(int index) {
    Storage its = storageOf(index);
    try {
      drop(its);
      return new Part(index, shapeOf(index), shapeOf(index).open(0, its), 0);
    } catch (StorageException e) {
      drop(its);
      throw e;
    }
  }

  /** Parts that ran empty, the newest excepted, are parts no more; the list is not yet kept. */
  List<Part> takeEmpty() {
    List<Part> empty = List.of();
    for (int i = list.size() - 1; i > 0; i--) {
      if (list.get(i).filter.fill() == 0) {
        empty = empty.isEmpty() ? new ArrayList<>() : empty;
        empty.add(list.remove(i));
      }
    }
    return empty;
  }

  /** Gives back the room of parts that the list, as it is kept, names no more. */
  void dropAll(List<Part> gone) {
    gone.forEach(part -> drop(storageOf(part.index)));
  }
}
