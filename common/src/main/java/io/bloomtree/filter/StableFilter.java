package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A stable Bloom filter: forgets old events at the pace of new ones, so that its rate of false
 * positives never passes a bound. Whoever uses it feeds it every event, copies too. Not
 * thread-safe: one event loop owns it.
 */
public final class StableFilter implements Filter {
  /*
   * The cells from which an event takes 1 are neighbours (Section 5.2 of the paper): one or two
   * words, in which all cells are decremented at once.
   */
  private static final int GROUP = 32;

  private static final long MARK = Registers.mark("BTSF", 1);
  private static final int RANDOM = 1;

  private final StableShape shape;
  private final PackedCells packed;
  private final long cells;
  private final int probes;
  private final long decrements;
  private final RandomWords random;
  private final Registers registers;
  private final boolean readsAhead;
  private long touched;

  /** An empty filter on the heap; {@code seed} decides which cells are decremented when. */
  public StableFilter(StableShape shape, long seed) {
    this(shape, seed, Cells.onHeap(shape.words()));
  }

  StableFilter(StableShape shape, long random, Cells words) {
    this(shape, random, words, Registers.onHeap());
  }

  private StableFilter(StableShape shape, long random, Cells words, Registers registers) {
    this.shape = requireNonNull(shape, "shape");
    this.packed = new PackedCells(shape.cells(), shape.cellBits(), words);
    this.cells = shape.cells();
    this.probes = shape.probes();
    this.decrements = shape.decrements();
    this.random = new RandomWords(random);
    this.registers = registers;
    this.readsAhead = packed.areReadAhead();
  }

  /** The filter that is kept in some storage, or a new one. */
  static StableFilter open(StableShape shape, long seed, Storage storage) {
    Registers.requireUndoable(
        1 + shape.probes() + 2 + PackedCells.words(shape.decrements(), shape.cellBits()));
    Registers registers = Registers.open(storage, MARK);
    Cells words = registers.cells(shape.cells(), shape.cellBits());
    if (registers.isNew()) {
      registers.begin();
      registers.put(RANDOM, seed);
      registers.commit();
    }
    return new StableFilter(shape, registers.get(RANDOM), words, registers);
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static StableFilter fromSnapshot(byte[] snapshot) {
    return StableSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static StableFilter readSnapshot(InputStream in, long length) throws IOException {
    return StableSnapshot.read(in, length).toFilter();
  }

  public StableShape shape() {
    return shape;
  }

  @Override public boolean mightContain(long fingerprint) {
    return packed.allSet(Probes.mix(fingerprint), probes);
  }

  @Override public void add(long fingerprint) {
    long mixed = Probes.mix(fingerprint);
    if (readsAhead) {
      touched = touch(mixed, 1);
    }
    packed.takeFrom(Probes.reduce(random.next(), cells), decrements);
    packed.setAll(mixed, probes);
    registers.put(RANDOM, random.state());
    registers.commit();
  }

  @Override public boolean addIfNew(long fingerprint) {
    boolean isNew = !mightContain(fingerprint);
    add(fingerprint);
    return isNew;
  }

  @Override public void mightContain(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        answers[i] = mightContain(fingerprints[i]);
      }
    }
  }

  @Override public void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        add(fingerprints[i]);
      }
    }
  }

  @Override public void addIfNew(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        answers[i] = addIfNew(fingerprints[i]);
      }
    }
  }

  /** Brings what the next events will touch into the cache, all at once; says which is the last. */
  private int touch(long[] fingerprints, int start, int to) {
    int end = Math.min(to, start + GROUP);
    long read = 0;
    for (int i = start; i < end; i++) {
      read ^= touch(Probes.mix(fingerprints[i]), 1 + i - start);
    }
    touched = read; // or the compiler would see that nobody wants it
    return end;
  }

  /** Reads what an event will touch that is the so many-th from now on. */
  private long touch(long mixed, int next) {
    return packed.touch(mixed, probes)
        ^ packed.touch(Probes.reduce(random.ahead(next), cells));
  }

  /** What a cell holds. */
  long value(long cell) {
    return packed.value(cell);
  }

  @Override public long memoryBytes() {
    return packed.memoryBytes();
  }

  @Override public double fill() {
    return packed.fill();
  }

  /** Of those it remembers. */
  @Override public double estimatedCardinality() {
    return packed.estimatedCardinality(probes);
  }

  @Override public double estimatedFalsePositiveRate() {
    return Math.pow(fill(), probes);
  }

  @Override public long snapshotBytes() {
    return StableSnapshot.length(shape);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new StableSnapshot(shape, random.state(), packed.words()).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new StableSnapshot(shape, random.state(), packed.words()).toBytes();
  }

  @Override public String toString() {
    return "StableFilter[shape=" + shape + ", fill=" + fill() + "]";
  }
}
