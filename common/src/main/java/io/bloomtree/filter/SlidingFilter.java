package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A Bloom filter whose events grow old: one is claimed until its window has passed, and less than a
 * slot longer. Not thread-safe: one event loop owns it.
 *
 * <p>What time it is must be said by {@link #advance}; without that none passes. A window of events
 * is measured in those that are added.
 */
public final class SlidingFilter implements Filter, FilterSlice {
  private static final int GROUP = 32;
  private static final long MARK = Registers.mark("BTWF", 1);

  private final SlidingShape shape;
  private final long firstCell;
  private final long heldCells;
  private final boolean isWhole;
  private final boolean isTimed;
  private final long cells;
  private final int probes;
  private final int slots;
  private final int equal;
  private final Cells words;
  private final TimerCells timers;
  private final int[] ages;
  private long touched;

  /** An empty filter on the heap. */
  public SlidingFilter(SlidingShape shape) {
    this(shape, 0, shape.cells().bits());
  }

  /** An empty part of a filter: some of its cells, from one on. */
  SlidingFilter(SlidingShape shape, long firstCell, long heldCells) {
    this(shape, firstCell, heldCells, Cells.onHeap(shape.words(heldCells)), false, 0);
  }

  SlidingFilter(
      SlidingShape shape, long firstCell, long heldCells, Cells words, boolean hasStarted,
      long time) {
    this(shape, firstCell, heldCells, words,
        new TimerCells(shape, firstCell, heldCells, words, hasStarted, time));
  }

  private SlidingFilter(
      SlidingShape shape, long firstCell, long heldCells, Cells words, TimerCells timers) {
    this.shape = requireNonNull(shape, "shape");
    this.firstCell = firstCell;
    this.heldCells = heldCells;
    this.cells = shape.cells().bits();
    this.isWhole = heldCells == cells;
    this.isTimed = shape.window().unit() == Window.Unit.MILLIS;
    this.probes = shape.probes();
    this.slots = shape.window().slots();
    this.equal = shape.equalTimers();
    this.words = requireNonNull(words, "words");
    if (words.words() != shape.words(heldCells)) {
      throw new IllegalArgumentException(
          "storage must have " + shape.words(heldCells) + " words: words=" + words.words());
    }
    this.timers = timers;
    this.ages = new int[probes];
  }

  /** The filter, or part of one, that is kept in some storage, or a new one. */
  static SlidingFilter open(
      SlidingShape shape, long firstCell, long heldCells, Storage storage) {
    Registers registers = Registers.open(storage, MARK);
    Cells swept = registers.area("swept", TimerPages.count(shape.words(heldCells)));
    Cells words = registers.cells(heldCells, shape.timerBits());
    if (registers.isNew()) {
      registers.begin();
      registers.commit();
    }
    return new SlidingFilter(shape, firstCell, heldCells, words,
        new TimerCells(shape, firstCell, heldCells, words, swept, registers));
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static SlidingFilter fromSnapshot(byte[] snapshot) {
    return SlidingSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static SlidingFilter readSnapshot(InputStream in, long length) throws IOException {
    return SlidingSnapshot.read(in, length).toFilter();
  }

  public SlidingShape shape() {
    return shape;
  }

  @Override public void advance(long now) {
    advance(now, MOST_SWEPT);
  }

  /** Looks at no more cells than so many; returns at how many it did. */
  int advance(long now, int mostSwept) {
    if (timers.tell(now)) {
      timers.commit();
    }
    return timers.sweepDue(mostSwept);
  }

  /** The steps of what a filter does of which this is a part, and which ends the operation. */
  TimerCells timers() {
    return timers;
  }

  @Override public long nextAdvance() {
    return timers.nextAdvance();
  }

  @Override public boolean mightContain(long fingerprint) {
    return holds(fingerprint);
  }

  @Override public boolean holds(long fingerprint) {
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells) - firstCell;
      if (!timers.isHere(cell)) {
        continue;
      }
      int age = timers.age(cell);
      if (age > slots) {
        return false;
      }
      if (equal > 1) {
        ages[i] = age;
      }
    }
    return equal == 1 || hasEqualAges();
  }

  private boolean hasEqualAges() {
    for (int i = 0; i <= probes - equal; i++) {
      int same = 1;
      for (int j = i + 1; j < probes; j++) {
        same += ages[i] == ages[j] ? 1 : 0;
      }
      if (same >= equal) {
        return true;
      }
    }
    return false;
  }

  @Override public int probes(long fingerprint) {
    if (isWhole) {
      return probes;
    }
    int here = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      here += timers.isHere(Probes.reduce(h, cells) - firstCell) ? 1 : 0;
    }
    return here;
  }

  /** All of them only for an event that it holds: with equal timers that takes more. */
  @Override public int setProbes(long fingerprint) {
    int set = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells) - firstCell;
      set += timers.isHere(cell) && timers.age(cell) <= slots ? 1 : 0;
    }
    return equal == 1 || set < probes || holds(fingerprint) ? set : probes - 1;
  }

  @Override public long age(long fingerprint) {
    int oldest = 0;
    long h = Probes.mix(fingerprint);
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells) - firstCell;
      if (timers.isHere(cell)) {
        oldest = Math.max(oldest, Math.min(slots, timers.age(cell)));
      }
    }
    return timers.since(oldest);
  }

  /** A confirm may be repeated: in a window of events what it holds is no further event. */
  @Override public void record(long fingerprint, long ageMillis, int importance) {
    if (isTimed || !holds(fingerprint)) {
      timers.record(Probes.mix(fingerprint), timers.slotsSince(ageMillis));
    } else {
      long mixed = Probes.mix(fingerprint);
      timers.prepare(mixed);
      timers.setAll(mixed, 0);
      timers.commit();
    }
  }

  @Override public void add(long fingerprint) {
    timers.record(Probes.mix(fingerprint), 0);
  }

  @Override public boolean addIfNew(long fingerprint) {
    boolean isUnequal = equal > 1 && !holds(fingerprint);
    return timers.record(Probes.mix(fingerprint), 0) > 0 || isUnequal;
  }

  @Override public boolean unite(FilterSlice other) {
    if (!isTimed || !(other instanceof SlidingFilter that) || !shape.equals(that.shape)
        || firstCell != that.firstCell || heldCells != that.heldCells) {
      return false;
    }
    timers.unite(that.timers);
    return true;
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    long read = 0;
    for (int i = from; i < to; i++) {
      long h = Probes.mix(fingerprints[i]);
      for (int probe = 0; probe < probes; probe++, h = Probes.next(h)) {
        long cell = Probes.reduce(h, cells) - firstCell;
        if (timers.isHere(cell)) {
          read ^= timers.word(cell);
        }
      }
    }
    touched = read; // or the compiler would see that nobody wants it
  }

  @Override public void mightContain(long[] fingerprints, int from, int to, boolean[] answers) {
    holds(fingerprints, from, to, answers);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = Math.min(to, start + GROUP);
      expect(fingerprints, start, end);
      for (int i = start; i < end; i++) {
        answers[i] = holds(fingerprints[i]);
      }
    }
  }

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
    return words.words() * Long.BYTES;
  }

  @Override public double fill() {
    return (double) timers.aliveCells() / heldCells;
  }

  @Override public double estimatedCardinality() {
    return shape.cells().eventsAt(fill());
  }

  @Override public double estimatedFalsePositiveRate() {
    double all = StrictMath.pow(fill(), probes);
    // the share of these that equal timers let through is that at design load
    return equal == 1 ? all : all * shape.falsePositiveRate() / shape.cells().falsePositiveRate();
  }

  @Override public long snapshotBytes() {
    return SlidingSnapshot.length(shape, heldCells);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    snapshot().write(out);
  }

  @Override public byte[] toSnapshot() {
    return snapshot().toBytes();
  }

  private SlidingSnapshot snapshot() {
    timers.sweepAll();
    return new SlidingSnapshot(
        shape, firstCell, heldCells, timers.hasStarted(), timers.time(), words);
  }

  @Override public String toString() {
    return "SlidingFilter[shape=" + shape + ", fill=" + fill() + "]";
  }
}
