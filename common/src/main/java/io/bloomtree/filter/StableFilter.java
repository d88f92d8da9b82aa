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
   * words, in which all cells are decremented at once. A cell that is not zero has some bit set;
   * the bits of each cell are folded onto its lowest one, which gives a word with a 1 for each such
   * cell, and that is subtracted. No cell borrows from the next, since none below 1 is touched.
   */
  private static final int GROUP = 32;

  private final StableShape shape;
  private final Cells words;
  private final long cells;
  private final int cellBits;
  private final int perWord;
  private final int probes;
  private final long decrements;
  private final long most;
  private final long lowest;
  private final RandomWords random;
  private long setCells;
  private long touched;

  /** An empty filter on the heap; {@code seed} decides which cells are decremented when. */
  public StableFilter(StableShape shape, long seed) {
    this(shape, seed, Cells.onHeap(shape.words()));
  }

  StableFilter(StableShape shape, long random, Cells words) {
    this.shape = requireNonNull(shape, "shape");
    this.words = requireNonNull(words, "words");
    if (words.words() != shape.words()) {
      throw new IllegalArgumentException(
          "storage must have " + shape.words() + " words: words=" + words.words());
    }
    this.cells = shape.cells();
    this.cellBits = shape.cellBits();
    this.perWord = Long.SIZE / cellBits;
    this.probes = shape.probes();
    this.decrements = shape.decrements();
    this.most = shape.most();
    this.lowest = lowest();
    this.random = new RandomWords(random);
    this.setCells = countSetCells();
  }

  private long lowest() {
    long bits = 0;
    for (int i = 0; i < perWord; i++) {
      bits |= 1L << i * cellBits;
    }
    return bits;
  }

  private long countSetCells() {
    long count = 0;
    for (long word = 0; word < words.words(); word++) {
      count += Long.bitCount(nonZero(words.get(word)));
    }
    return count;
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
    return contains(Probes.mix(fingerprint));
  }

  @Override public void add(long fingerprint) {
    takeFromSome();
    set(Probes.mix(fingerprint));
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
      long h = Probes.mix(fingerprints[i]);
      for (int probe = 0; probe < probes; probe++, h = Probes.next(h)) {
        read ^= words.get(wordOf(Probes.reduce(h, cells)));
      }
      read ^= words.get(wordOf(Probes.reduce(random.ahead(1 + i - start), cells)));
    }
    touched = read; // or the compiler would see that nobody wants it
    return end;
  }

  private boolean contains(long mixed) {
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      if (value(Probes.reduce(h, cells)) == 0) {
        return false;
      }
    }
    return true;
  }

  private void set(long mixed) {
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells);
      long word = wordOf(cell);
      long old = words.get(word);
      long bits = most << shiftOf(cell, word);
      setCells += (old & bits) == 0 ? 1 : 0;
      words.put(word, old | bits);
    }
  }

  private void takeFromSome() {
    long from = Probes.reduce(random.next(), cells);
    for (long left = decrements; left > 0; from = 0) {
      long some = Math.min(left, cells - from);
      takeFrom(from, from + some);
      left -= some;
    }
  }

  private void takeFrom(long from, long to) {
    for (long cell = from; cell < to; ) {
      long word = wordOf(cell);
      int first = (int) (cell - word * perWord);
      int count = (int) Math.min(perWord - first, to - cell);
      long range = -1L >>> Long.SIZE - count * cellBits << first * cellBits;
      long old = words.get(word);
      long ones = nonZero(old) & range;
      long left = old - ones;
      words.put(word, left);
      setCells -= Long.bitCount(ones & ~nonZero(left));
      cell += count;
    }
  }

  /** A 1 in the lowest bit of each cell that is not zero. */
  private long nonZero(long word) {
    long folded = word;
    for (int i = 1; i < cellBits; i++) {
      folded |= word >>> i;
    }
    return folded & lowest;
  }

  /** What a cell holds. */
  long value(long cell) {
    long word = wordOf(cell);
    return words.get(word) >>> shiftOf(cell, word) & most;
  }

  private long wordOf(long cell) {
    return switch (cellBits) {
      case 1 -> cell >>> 6;
      case 2 -> cell >>> 5;
      case 3 -> cell / 21; // a constant, which compilers divide by with a multiplication
      default -> cell >>> 4;
    };
  }

  private int shiftOf(long cell, long word) {
    return (int) (cell - word * perWord) * cellBits;
  }

  @Override public long memoryBytes() {
    return words.words() * Long.BYTES;
  }

  @Override public double fill() {
    return (double) setCells / cells;
  }

  /** Of those it remembers. */
  @Override public double estimatedCardinality() {
    return -(double) cells / probes * Math.log1p(-Math.min(fill(), 1 - 0.5 / cells));
  }

  @Override public double estimatedFalsePositiveRate() {
    return Math.pow(fill(), probes);
  }

  @Override public long snapshotBytes() {
    return StableSnapshot.length(shape);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new StableSnapshot(shape, random.state(), words).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new StableSnapshot(shape, random.state(), words).toBytes();
  }

  @Override public String toString() {
    return "StableFilter[shape=" + shape + ", fill=" + fill() + "]";
  }
}
