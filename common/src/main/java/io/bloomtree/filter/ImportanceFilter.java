package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.ImportanceShape.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * An importance-aware Bloom filter: forgets old events at the pace of new ones, those that matter
 * less before those that matter more. Whoever uses it feeds it every event, copies too. Not
 * thread-safe: one event loop owns it.
 *
 * <p>Importances are 0 to 255; in arrays they are bytes without a sign. Where none is said it is
 * {@link ImportanceShape#DEFAULT_IMPORTANCE}.
 */
public final class ImportanceFilter implements Filter {
  /*
   * An event raises its cells, it never lowers one: Algorithm 2 says so, and so does the chain of
   * Figure 1 for Algorithm 1, in which an else is missing: as printed, all cells are set to the
   * most. With just the else, an unimportant event would set those to the most that hold half of
   * it or more, which neither the text nor the chain knows of.
   *
   * As in the stable filter the cells from which 1 is taken are neighbours, but for IBF-H: there a
   * cell is drawn and, unless it is zero, taken from with probability 1 / value, until enough were
   * found. While the filter is nearly empty they cannot be found, so there is a limit to the draws.
   * The lower bits of a draw decide, the upper ones say which cell it is.
   */
  private static final int GROUP = 32;
  private static final long CHANCE = 1L << 20;

  private static final long MARK = Registers.mark("BTIF", 1);
  private static final int RANDOM = 1;

  private final ImportanceShape shape;
  private final PackedCells packed;
  private final long cells;
  private final int probes;
  private final long decrements;
  private final boolean takesByValue;
  private final byte[] levels;
  private final RandomWords random;
  private final Registers registers;
  private final boolean readsAhead;
  private long touched;

  /** An empty filter on the heap; {@code seed} decides which cells are decremented when. */
  public ImportanceFilter(ImportanceShape shape, long seed) {
    this(shape, seed, Cells.onHeap(shape.words()));
  }

  ImportanceFilter(ImportanceShape shape, long random, Cells words) {
    this(shape, random, words, Registers.onHeap());
  }

  private ImportanceFilter(
      ImportanceShape shape, long random, Cells words, Registers registers) {
    this.shape = requireNonNull(shape, "shape");
    this.packed = new PackedCells(shape.cells(), shape.cellBits(), words);
    this.cells = shape.cells();
    this.probes = shape.probes();
    this.decrements = shape.decrements();
    this.takesByValue = shape.variant() == Variant.HYBRID;
    this.levels = levels(shape);
    this.random = new RandomWords(random);
    this.registers = registers;
    this.readsAhead = packed.areReadAhead();
  }

  /** The filter that is kept in some storage, or a new one. */
  static ImportanceFilter open(ImportanceShape shape, long seed, Storage storage) {
    Registers.requireUndoable(1 + shape.probes() + (shape.variant() == Variant.HYBRID
        ? shape.decrements()
        : 2 + PackedCells.words(shape.decrements(), shape.cellBits())));
    Registers registers = Registers.open(storage, MARK);
    Cells words = registers.cells(shape.cells(), shape.cellBits());
    if (registers.isNew()) {
      registers.begin();
      registers.put(RANDOM, seed);
      registers.commit();
    }
    return new ImportanceFilter(shape, registers.get(RANDOM), words, registers);
  }

  private static byte[] levels(ImportanceShape shape) {
    byte[] levels = new byte[ImportanceShape.MAX_IMPORTANCE + 1];
    for (int importance = 0; importance < levels.length; importance++) {
      levels[importance] = (byte) shape.level(importance);
    }
    return levels;
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static ImportanceFilter fromSnapshot(byte[] snapshot) {
    return ImportanceSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static ImportanceFilter readSnapshot(InputStream in, long length) throws IOException {
    return ImportanceSnapshot.read(in, length).toFilter();
  }

  public ImportanceShape shape() {
    return shape;
  }

  @Override public boolean mightContain(long fingerprint) {
    return packed.allSet(Probes.mix(fingerprint), probes);
  }

  @Override public void add(long fingerprint) {
    put(fingerprint, ImportanceShape.DEFAULT_IMPORTANCE);
  }

  /**
   * Adds an event of this importance.
   *
   * @throws IllegalArgumentException if the importance is not 0 to 255
   */
  public void add(long fingerprint, int importance) {
    ImportanceShape.requireImportance(importance);
    put(fingerprint, importance);
  }

  @Override public boolean addIfNew(long fingerprint) {
    return putIfNew(fingerprint, ImportanceShape.DEFAULT_IMPORTANCE);
  }

  /**
   * Adds an event of this importance, and says whether it was new: certainly not yet contained, or
   * forgotten.
   *
   * @throws IllegalArgumentException if the importance is not 0 to 255
   */
  public boolean addIfNew(long fingerprint, int importance) {
    ImportanceShape.requireImportance(importance);
    return putIfNew(fingerprint, importance);
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
        put(fingerprints[i], ImportanceShape.DEFAULT_IMPORTANCE);
      }
    }
  }

  /** {@link #add(long, int)} for the fingerprints from one index up to another. */
  public void add(long[] fingerprints, byte[] importances, int from, int to) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, importances.length));
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        put(fingerprints[i], Byte.toUnsignedInt(importances[i]));
      }
    }
  }

  @Override public void addIfNew(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        answers[i] = putIfNew(fingerprints[i], ImportanceShape.DEFAULT_IMPORTANCE);
      }
    }
  }

  /** {@link #addIfNew(long, int)} for the fingerprints from one index up to another. */
  public void addIfNew(
      long[] fingerprints, byte[] importances, int from, int to, boolean[] answers) {
    checkFromToIndex(
        from, to, Math.min(Math.min(fingerprints.length, importances.length), answers.length));
    for (int start = from; start < to; start += GROUP) {
      int end = touch(fingerprints, start, to);
      for (int i = start; i < end; i++) {
        answers[i] = putIfNew(fingerprints[i], Byte.toUnsignedInt(importances[i]));
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
    long read = packed.touch(mixed, probes);
    return takesByValue // how many draws an event needs is not known before
        ? read
        : read ^ packed.touch(Probes.reduce(random.ahead(next), cells));
  }

  private boolean putIfNew(long fingerprint, int importance) {
    boolean isNew = !mightContain(fingerprint);
    put(fingerprint, importance);
    return isNew;
  }

  private void put(long fingerprint, int importance) {
    long mixed = Probes.mix(fingerprint);
    if (readsAhead) {
      touched = touch(mixed, 1);
    }
    if (takesByValue) {
      takeByValue();
    } else {
      packed.takeFrom(Probes.reduce(random.next(), cells), decrements);
    }
    packed.raiseAll(mixed, probes, levels[importance]);
    registers.put(RANDOM, random.state());
    registers.commit();
  }

  private void takeByValue() {
    long left = decrements;
    for (long tries = shape.tries(); tries > 0 && left > 0; tries--) {
      long drawn = random.next();
      long cell = Probes.reduce(drawn, cells);
      long value = packed.value(cell);
      if (value > 0 && (drawn & CHANCE - 1) * value < CHANCE) {
        packed.takeOne(cell);
        left--;
      }
    }
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
    return ImportanceSnapshot.length(shape);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new ImportanceSnapshot(shape, random.state(), packed.words()).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new ImportanceSnapshot(shape, random.state(), packed.words()).toBytes();
  }

  @Override public String toString() {
    return "ImportanceFilter[shape=" + shape + ", fill=" + fill() + "]";
  }
}
