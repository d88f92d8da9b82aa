package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.GrowingParts.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * A Bloom filter, perhaps a sliding one, that grows by a part when its newest part is full; with a
 * window, parts that have run empty are discarded. Its rate stays within that of its shape however
 * it grows. At its limits it grows no further, says so, and errs more. Not thread-safe: one event
 * loop owns it.
 */
public final class GrowingFilter implements Filter, FilterSlice {
  private static final int GROUP = 32;

  private static final long MARK = Registers.mark("BTGF", 1);
  private static final long SLIDING_MARK = Registers.mark("BTGW", 1);
  private static final int TIME = 1;
  private static final int HAS_CLOCK = 2;
  private static final int IS_AT_LIMIT = 3;

  private final GrowingShape shape;
  private final boolean slides;
  private final int slots;
  private final boolean countsEvents;
  private final Registers registers;
  private final GrowingParts parts;
  private long now;
  private boolean hasClock;
  private boolean isAtLimit;
  private boolean isOutOfRoom;
  /** Whether some of this is not yet in the registers. */
  private boolean isChanged;
  private boolean[] some = new boolean[0];

  /** An empty filter on the heap, of one part. */
  public GrowingFilter(GrowingShape shape) {
    this(shape, Storage.onHeap());
    parts.open(true);
  }

  /** A filter on the heap. */
  GrowingFilter(GrowingShape shape, boolean hasClock, long now, List<Part> parts) {
    this(shape, Storage.onHeap());
    this.hasClock = hasClock;
    this.now = now;
    this.parts.addAll(parts);
  }

  private GrowingFilter(GrowingShape shape, Storage storage) {
    this.shape = requireNonNull(shape, "shape");
    this.slides = shape.remembers().isPresent();
    this.slots = shape.remembers().map(Window::slots).orElse(0);
    this.countsEvents =
        shape.remembers().filter(window -> window.unit() == Window.Unit.EVENTS).isPresent();
    this.registers = Registers.open(storage, slides ? SLIDING_MARK : MARK);
    this.parts = new GrowingParts(shape, storage);
  }

  /** The filter that is kept in some storage, or a new one. */
  static GrowingFilter open(GrowingShape shape, Storage storage) {
    var filter = new GrowingFilter(shape, storage);
    filter.open();
    return filter;
  }

  private void open() {
    now = registers.get(TIME, -TimerCells.MOST_TIME, TimerCells.MOST_TIME, "time");
    hasClock = registers.get(HAS_CLOCK, 0, 1, "whether the time was said") == 1;
    isAtLimit = registers.get(IS_AT_LIMIT, 0, 1, "whether it is at its limits") == 1;
    boolean isNew = registers.isNew();
    parts.open(isNew);
    if (isNew) {
      registers.begin();
    }
    registers.commit();
    if (hasClock) {
      advance(now, 0); // a part that is empty again knows no time
    }
  }

  /** Puts what it knows beside its parts where it is kept. */
  private void keep() {
    isChanged = false;
    registers.put(TIME, now);
    registers.put(HAS_CLOCK, hasClock ? 1 : 0);
    registers.put(IS_AT_LIMIT, isAtLimit ? 1 : 0);
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
    return parts.list().size();
  }

  @Override public boolean isGrowthRefused() {
    return isAtLimit || isOutOfRoom;
  }

  @Override public void advance(long time) {
    advance(time, MOST_SWEPT);
  }

  /** Looks at no more cells than so many, over all parts; returns at how many it did. */
  int advance(long time, int mostSwept) {
    isChanged |= !hasClock || time > now;
    now = hasClock ? Math.max(now, time) : time;
    hasClock = true;
    if (!slides) {
      return 0;
    }
    boolean hasNewSlot = false;
    for (Part part : parts.list()) {
      hasNewSlot |= part.timers().tell(now);
    }
    discardEmpty(hasNewSlot);
    return sweep(mostSwept);
  }

  private int sweep(int mostSwept) {
    int left = mostSwept;
    for (Part part : parts.list()) {
      left -= part.timers().sweepDue(left);
    }
    return mostSwept - left;
  }

  /** Ends an operation if there is something to keep: something was done, or a part has gone. */
  private void discardEmpty(boolean isToBeKept) {
    List<Part> empty = parts.takeEmpty();
    if (!empty.isEmpty() || isGrowthRefused() && !parts.newest().isFull(shape.trigger())) {
      isAtLimit = false;
      isOutOfRoom = false;
      isChanged = true;
    }
    if (isToBeKept || !empty.isEmpty()) {
      keep();
      if (empty.isEmpty()) {
        parts.keepNewest();
      } else {
        parts.keep();
      }
      parts.list().forEach(part -> part.timers().keep());
      registers.commit();
      parts.dropAll(empty);
    }
  }

  @Override public long nextAdvance() {
    long next = Long.MAX_VALUE;
    for (Part part : parts.list()) {
      next = Math.min(next, part.filter.nextAdvance());
    }
    return next;
  }

  @Override public int probes(long fingerprint) {
    return parts.newest().filter.probes(fingerprint);
  }

  /** All or nothing: such a filter is never cut vertically, so nobody adds these up. */
  @Override public int setProbes(long fingerprint) {
    return holds(fingerprint) ? probes(fingerprint) : 0;
  }

  @Override public boolean mightContain(long fingerprint) {
    return holds(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    for (Part part : parts.list()) {
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
    parts.newest().filter.holds(fingerprints, from, to, answers);
    if (subFilters() > 1 && some.length < to) {
      some = new boolean[to];
    }
    for (Part part : parts.list().subList(1, subFilters())) {
      part.filter.holds(fingerprints, from, to, some);
      for (int i = from; i < to; i++) {
        answers[i] |= some[i];
      }
    }
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    parts.list().forEach(part -> part.filter.expect(fingerprints, from, to));
  }

  /** Of the youngest copy that some part has. */
  @Override public long age(long fingerprint) {
    long youngest = Long.MAX_VALUE;
    for (Part part : parts.list()) {
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
    if (!isGrowthRefused() && parts.newest().isFull(shape.trigger())) {
      grow(); // what was refused once is until something changes
    }
    Part newest = parts.newest();
    if (slides) {
      recordInTime(newest, fingerprint, ageMillis, isNew);
    } else {
      newest.events++;
      newest.filter.record(fingerprint, ageMillis, importance);
      if (isChanged) {
        keep();
      }
      parts.keepNewest();
      registers.commit();
    }
  }

  /** In a window of events one that is new counts in all parts, wherever it is recorded. */
  private void recordInTime(Part newest, long fingerprint, long ageMillis, boolean isNew) {
    long mixed = Probes.mix(fingerprint);
    TimerCells timers = newest.timers();
    timers.prepare(mixed);
    newest.events++;
    if (countsEvents && isNew) {
      parts.list().forEach(part -> part.timers().count());
    } else if (!countsEvents) {
      timers.count();
    }
    int age = timers.slotsSince(ageMillis);
    if (age <= slots) {
      timers.setAll(mixed, age);
    }
    if (countsEvents) {
      discardEmpty(true);
      sweep(MOST_SWEPT);
    } else {
      if (isChanged) {
        keep();
      }
      parts.keepNewest();
      timers.commit();
    }
  }

  /** What is made here counts for nothing until the list of parts is kept. */
  private void grow() {
    int index = parts.unusedIndex();
    isAtLimit = index >= shape.mostFilters()
        || memoryBytes() + parts.shapeOf(index).memoryBytes() > shape.mostBytes();
    if (isAtLimit) {
      isChanged = true;
      return;
    }
    try {
      Part part = parts.make(index);
      if (hasClock) {
        part.filter.advance(now);
      }
      parts.list().add(0, part);
      parts.keep();
    } catch (StorageException e) {
      isOutOfRoom = true; // until it is opened again, or shrinks
    }
  }

  /** Part by part: of filters that grew differently the parts have different shapes. */
  @Override public boolean unite(FilterSlice other) {
    if (!shape.unites() || !(other instanceof GrowingFilter that) || !shape.equals(that.shape)
        || !that.parts.list().stream().allMatch(part -> parts.isUsed(part.index))) {
      return false;
    }
    for (Part theirs : that.parts.list()) {
      Part ours = parts.of(theirs.index);
      ours.filter.unite(theirs.filter);
      ours.events += theirs.events; // at most: it grows in time
    }
    now = hasClock ? Math.max(now, that.now) : that.now;
    hasClock |= that.hasClock;
    keep();
    parts.keep();
    registers.commit();
    if (hasClock) {
      advance(now, 0); // parts that the other does not have, too
    }
    return true;
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
    for (Part part : parts.list()) {
      bytes += part.filter.memoryBytes();
    }
    return bytes;
  }

  /** Of all parts together. */
  @Override public double fill() {
    double set = 0;
    for (Part part : parts.list()) {
      set += part.filter.fill() * part.filter.memoryBytes();
    }
    return set / memoryBytes();
  }

  @Override public double estimatedCardinality() {
    return parts.list().stream().mapToDouble(part -> part.filter.estimatedCardinality()).sum();
  }

  @Override public double estimatedFalsePositiveRate() {
    double none = 1;
    for (Part part : parts.list()) {
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
    return new GrowingSnapshot(shape, hasClock, now, List.copyOf(parts.list()));
  }

  @Override public String toString() {
    return "GrowingFilter[shape=" + shape + ", parts=" + subFilters() + ", fill=" + fill() + "]";
  }
}
