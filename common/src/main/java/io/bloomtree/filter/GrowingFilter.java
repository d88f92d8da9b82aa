package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.GrowingShape.Trigger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A Bloom filter, perhaps a sliding one, that grows by a part when its newest part is full; with a
 * window, parts that have run empty are discarded. Its rate stays within that of its shape however
 * it grows. At its limits it grows no further, says so, and errs more. Not thread-safe: one event
 * loop owns it.
 */
public final class GrowingFilter implements Filter, FilterSlice {
  private static final int GROUP = 32;

  private final GrowingShape shape;
  private final boolean slides;
  private final boolean countsEvents;
  private final FilterShape[] shapes;
  /** The newest first: what was recorded last is asked for most. */
  private final List<Part> parts = new ArrayList<>();
  private long now;
  private boolean hasClock;
  private boolean isRefused;
  private boolean[] some = new boolean[0];

  /** One of the filters that it consists of, and which share of the rate it has. */
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

    int advance(long now, int mostSwept) {
      return filter instanceof SlidingFilter sliding ? sliding.advance(now, mostSwept) : 0;
    }
  }

  /** An empty filter on the heap, of one part. */
  public GrowingFilter(GrowingShape shape) {
    this(shape, false, 0, List.of());
    parts.add(newPart(0));
  }

  GrowingFilter(GrowingShape shape, boolean hasClock, long now, List<Part> parts) {
    this.shape = requireNonNull(shape, "shape");
    this.slides = shape.remembers().isPresent();
    this.countsEvents =
        shape.remembers().filter(window -> window.unit() == Window.Unit.EVENTS).isPresent();
    this.shapes = new FilterShape[shape.mostFilters()];
    this.hasClock = hasClock;
    this.now = now;
    this.parts.addAll(parts);
  }

  private Part newPart(int index) {
    FilterShape part = shapeOf(index);
    return new Part(index, part, part.newFilter(0), 0);
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static GrowingFilter fromSnapshot(byte[] snapshot) {
    return GrowingSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static GrowingFilter readSnapshot(InputStream in, long length) throws IOException {
    return GrowingSnapshot.read(in, length).toFilter();
  }

  public GrowingShape shape() {
    return shape;
  }

  @Override public int subFilters() {
    return parts.size();
  }

  @Override public boolean isGrowthRefused() {
    return isRefused;
  }

  @Override public void advance(long time) {
    advance(time, MOST_SWEPT);
  }

  /** Looks at no more cells than so many, over all parts; returns at how many it did. */
  int advance(long time, int mostSwept) {
    now = hasClock ? Math.max(now, time) : time;
    hasClock = true;
    int left = mostSwept;
    for (Part part : parts) {
      left -= part.advance(now, left);
    }
    if (slides) {
      discardEmpty();
    }
    return mostSwept - left;
  }

  private void discardEmpty() {
    Part newest = parts.get(0);
    boolean hasShrunk = parts.removeIf(part -> part != newest && part.filter.fill() == 0);
    if (hasShrunk || !isFull(newest)) {
      isRefused = false;
    }
  }

  @Override public long nextAdvance() {
    long next = Long.MAX_VALUE;
    for (Part part : parts) {
      next = Math.min(next, part.filter.nextAdvance());
    }
    return next;
  }

  @Override public int probes(long fingerprint) {
    return parts.get(0).filter.probes(fingerprint);
  }

  /** All or nothing: such a filter is never cut vertically, so nobody adds these up. */
  @Override public int setProbes(long fingerprint) {
    return holds(fingerprint) ? probes(fingerprint) : 0;
  }

  @Override public boolean mightContain(long fingerprint) {
    return holds(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    for (Part part : parts) {
      if (part.filter.holds(fingerprint)) {
        return true;
      }
    }
    return false;
  }

  @Override public void mightContain(long[] fingerprints, int from, int to, boolean[] answers) {
    holds(fingerprints, from, to, answers);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    parts.get(0).filter.holds(fingerprints, from, to, answers);
    if (parts.size() > 1 && some.length < to) {
      some = new boolean[to];
    }
    for (Part part : parts.subList(1, parts.size())) {
      part.filter.holds(fingerprints, from, to, some);
      for (int i = from; i < to; i++) {
        answers[i] |= some[i];
      }
    }
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    parts.forEach(part -> part.filter.expect(fingerprints, from, to));
  }

  /** Of the youngest copy that some part has. */
  @Override public long age(long fingerprint) {
    long youngest = Long.MAX_VALUE;
    for (Part part : parts) {
      if (part.filter.holds(fingerprint)) {
        youngest = Math.min(youngest, part.filter.age(fingerprint));
      }
    }
    return youngest == Long.MAX_VALUE ? 0 : youngest;
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    record(fingerprint, ageMillis, importance, !holds(fingerprint));
  }

  private void record(long fingerprint, long ageMillis, int importance, boolean isNew) {
    if (!isNew && !countsEvents && (!slides || age(fingerprint) <= ageMillis)) {
      return; // it would take room in the newest part and change nothing
    }
    if (!isRefused && isFull(parts.get(0))) {
      grow(); // what was refused once is until something changes
    }
    Part newest = parts.get(0);
    newest.events++;
    if (countsEvents) {
      recordByCount(fingerprint, isNew);
    } else {
      newest.filter.record(fingerprint, ageMillis, importance);
    }
  }

  /** In a window of events one that is new counts in all parts, wherever it is recorded. */
  private void recordByCount(long fingerprint, boolean isNew) {
    if (isNew) {
      parts.forEach(part -> ((SlidingFilter) part.filter).pass());
    }
    ((SlidingFilter) parts.get(0).filter).renew(fingerprint);
    discardEmpty();
  }

  private boolean isFull(Part part) {
    return shape.trigger() == Trigger.DENSITY
        ? part.filter.fill() >= part.fullAt
        : part.events >= part.mostEvents;
  }

  private void grow() {
    int index = 0;
    while (isUsed(index)) {
      index++;
    }
    isRefused = index >= shape.mostFilters()
        || memoryBytes() + shapeOf(index).memoryBytes() > shape.mostBytes();
    if (!isRefused) {
      Part part = newPart(index);
      if (hasClock) {
        part.filter.advance(now);
      }
      parts.add(0, part);
    }
  }

  /** To size a filter takes a while: once for each share of the rate. */
  private FilterShape shapeOf(int index) {
    if (shapes[index] == null) {
      shapes[index] = shape.part(index);
    }
    return shapes[index];
  }

  private boolean isUsed(int index) {
    return parts.stream().anyMatch(part -> part.index == index);
  }

  @Override public void add(long fingerprint) {
    record(fingerprint, 0, 0);
  }

  @Override public boolean addIfNew(long fingerprint) {
    boolean isNew = !holds(fingerprint);
    record(fingerprint, 0, 0, isNew);
    return isNew;
  }

  /** A loop of its own: one for sliding filters too made their batches slower (KindRows). */
  @Override public void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int start = from; start < to; start += GROUP) {
      int end = Math.min(to, start + GROUP);
      expect(fingerprints, start, end);
      for (int i = start; i < end; i++) {
        add(fingerprints[i]);
      }
    }
  }

  @Override public void addIfNew(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = Math.min(to, start + GROUP);
      expect(fingerprints, start, end);
      for (int i = start; i < end; i++) {
        answers[i] = addIfNew(fingerprints[i]);
      }
    }
  }

  @Override public long memoryBytes() {
    long bytes = 0;
    for (Part part : parts) {
      bytes += part.filter.memoryBytes();
    }
    return bytes;
  }

  /** Of all parts together. */
  @Override public double fill() {
    double set = 0;
    for (Part part : parts) {
      set += part.filter.fill() * part.filter.memoryBytes();
    }
    return set / memoryBytes();
  }

  @Override public double estimatedCardinality() {
    return parts.stream().mapToDouble(part -> part.filter.estimatedCardinality()).sum();
  }

  @Override public double estimatedFalsePositiveRate() {
    double none = 1;
    for (Part part : parts) {
      none *= 1 - part.filter.estimatedFalsePositiveRate();
    }
    return 1 - none;
  }

  @Override public long snapshotBytes() {
    return snapshot().length();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    snapshot().write(out);
  }

  @Override public byte[] toSnapshot() {
    return snapshot().toBytes();
  }

  private GrowingSnapshot snapshot() {
    return new GrowingSnapshot(shape, hasClock, now, List.copyOf(parts));
  }

  @Override public String toString() {
    return "GrowingFilter[shape=" + shape + ", parts=" + parts.size() + ", fill=" + fill() + "]";
  }
}
