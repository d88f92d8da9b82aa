package io.bloomtree.filter;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A Bloom filter: never denies an event that was added, claims others at the rate of its shape. Not
 * thread-safe: one event loop owns it.
 */
public final class BloomFilter implements Filter {
  /*
   * Bits are read, tested and written without a branch on what they were: an unset bit is counted,
   * not jumped on, since half of the bits of a filter at its design load are set and a branch
   * predictor learns nothing from them. Only a plain test leaves early, as it saves a cache miss.
   *
   * Batches run in two passes over groups of GROUP fingerprints. The first computes where each
   * lands and reads a word there: these reads do not depend on each other, so that as many cache
   * misses overlap as the processor can keep open. The second pass finds its lines in the cache.
   * What the first one read goes into a field, or the compiler would see that nobody wants it.
   */

  private static final int GROUP = 32;

  private final BloomShape shape;
  private final Cells cells;
  private final boolean lined;
  private final int probes;
  private final long bits;
  private final long lines;
  private final boolean fourWords;
  private final int bitsPerWord;
  private final long sectorMask;
  private final long[] mixed = new long[GROUP];
  private long setBits;
  private long touched;

  /** An empty filter on the heap. */
  public BloomFilter(BloomShape shape) {
    this(shape, Cells.onHeap(shape.words()));
  }

  /** A filter with the bits of some storage. */
  BloomFilter(BloomShape shape, Cells cells) {
    this.shape = requireNonNull(shape, "shape");
    this.cells = requireNonNull(cells, "cells");
    if (cells.words() != shape.words()) {
      throw new IllegalArgumentException(
          "storage must have " + shape.words() + " words: words=" + cells.words());
    }
    this.lined = shape.layout() == Layout.CACHE_LINE;
    this.probes = shape.probes();
    this.bits = shape.bits();
    this.lines = shape.lines();
    this.fourWords = shape.lineWords() == 4;
    this.bitsPerWord = probes / shape.lineWords();
    this.sectorMask = BloomShape.LINE_BITS / Long.SIZE / shape.lineWords() - 1;
    this.setBits = cells.countSetBits();
  }

  /**
   * The filter of a snapshot.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static BloomFilter fromSnapshot(byte[] snapshot) {
    return BloomSnapshot.read(snapshot).toFilter();
  }

  /**
   * The filter of a snapshot of so many bytes; what follows it in the stream is left there.
   *
   * @throws MalformedSnapshotException if the bytes are not exactly one undamaged snapshot
   */
  public static BloomFilter readSnapshot(InputStream in, long length) throws IOException {
    return BloomSnapshot.read(in, length).toFilter();
  }

  public BloomShape shape() {
    return shape;
  }

  @Override public boolean mightContain(long fingerprint) {
    return contains(Probes.mix(fingerprint));
  }

  @Override public void add(long fingerprint) {
    insert(Probes.mix(fingerprint));
  }

  @Override public boolean addIfNew(long fingerprint) {
    return insert(Probes.mix(fingerprint));
  }

  @Override public void mightContain(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int size = touch(fingerprints, start, to);
      for (int i = 0; i < size; i++) {
        answers[start + i] = contains(mixed[i]);
      }
    }
  }

  @Override public void add(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int start = from; start < to; start += GROUP) {
      int size = touch(fingerprints, start, to);
      for (int i = 0; i < size; i++) {
        insert(mixed[i]);
      }
    }
  }

  @Override public void addIfNew(long[] fingerprints, int from, int to, boolean[] answers) {
    checkFromToIndex(from, to, Math.min(fingerprints.length, answers.length));
    for (int start = from; start < to; start += GROUP) {
      int size = touch(fingerprints, start, to);
      for (int i = 0; i < size; i++) {
        answers[start + i] = insert(mixed[i]);
      }
    }
  }

  /** Brings the lines of events that will be tested or added next into the cache. */
  void expect(long[] fingerprints, int from, int to) {
    checkFromToIndex(from, to, fingerprints.length);
    for (int start = from; start < to; start += GROUP) {
      touch(fingerprints, start, to);
    }
  }

  /** How many of the event's positions are set. */
  int setProbes(long fingerprint) {
    long h = Probes.mix(fingerprint);
    if (lined) {
      return probes - unsetProbesInLine(Probes.reduce(h, lines) << 3, h);
    }
    int set = 0;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long position = Probes.reduce(h, bits);
      set += (int) (cells.get(position >>> 6) >>> position) & 1;
    }
    return set;
  }

  /**
   * Adds every event of another filter.
   *
   * @throws IncompatibleFilterException if the other filter has another shape
   */
  public void union(BloomFilter other) {
    if (!shape.equals(other.shape)) {
      throw new IncompatibleFilterException(shape, other.shape);
    }
    setBits = cells.uniteWith(other.cells);
  }

  /** A filter of its own with the same shape and events. */
  public BloomFilter copy() {
    Cells copied = Cells.onHeap(cells.words());
    copied.copyFrom(cells);
    return new BloomFilter(shape, copied);
  }

  /** Whether one bit is set. */
  boolean bit(long position) {
    return (cells.get(position >>> 6) >>> position & 1) != 0;
  }

  @Override public long memoryBytes() {
    return cells.words() * Long.BYTES;
  }

  @Override public double fill() {
    return (double) setBits / bits;
  }

  @Override public double estimatedCardinality() {
    return shape.eventsAt(fill());
  }

  @Override public double estimatedFalsePositiveRate() {
    return lined
        ? shape.falsePositiveRate(estimatedCardinality())
        : StrictMath.pow(fill(), probes);
  }

  @Override public long snapshotBytes() {
    return BloomSnapshot.length(bits);
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    new BloomSnapshot(shape, 0, bits, cells).write(out);
  }

  @Override public byte[] toSnapshot() {
    return new BloomSnapshot(shape, 0, bits, cells).toBytes();
  }

  /** Whether the other is a Bloom filter of the same shape with the same bits, so far. */
  @Override public boolean equals(Object other) {
    return other instanceof BloomFilter that
        && shape.equals(that.shape)
        && setBits == that.setBits
        && cells.sameWords(that.cells);
  }

  @Override public int hashCode() {
    return 31 * shape.hashCode() + Long.hashCode(setBits);
  }

  @Override public String toString() {
    return "BloomFilter[shape=" + shape + ", fill=" + fill() + "]";
  }

  private boolean contains(long h) {
    return lined ? unsetInLine(Probes.reduce(h, lines) << 3, h) == 0 : containsPlain(h);
  }

  /** Sets the bits, and says whether one of them was unset. */
  private boolean insert(long h) {
    int fresh = lined ? insertInLine(Probes.reduce(h, lines) << 3, h) : insertPlain(h);
    setBits += fresh;
    return fresh != 0;
  }

  /** The unset bits among those the event has in its line. */
  private long unsetInLine(long line, long h) {
    long unset = unsetInPair(line, Probes.pattern(h));
    return fourWords ? unset | unsetInPair(line + 4, Probes.secondPattern(h)) : unset;
  }

  private int unsetProbesInLine(long line, long h) {
    int unset = 0;
    for (int group = 0; group < (fourWords ? 4 : 2); group++) {
      long positions = (group < 2 ? Probes.pattern(h) : Probes.secondPattern(h))
          >>> (group & 1) * Probes.GROUP_BITS;
      long word = cells.get(firstWord(line + group * (sectorMask + 1), positions));
      for (int i = 0; i < bitsPerWord; i++, positions >>>= 6) {
        unset += (int) (~word >>> positions) & 1;
      }
    }
    return unset;
  }

  private long unsetInPair(long line, long pattern) {
    long second = pattern >>> Probes.GROUP_BITS;
    return mask(pattern) & ~cells.get(firstWord(line, pattern))
        | mask(second) & ~cells.get(secondWord(line, second));
  }

  private int insertInLine(long line, long h) {
    int fresh = insertInPair(line, Probes.pattern(h));
    return fourWords ? fresh + insertInPair(line + 4, Probes.secondPattern(h)) : fresh;
  }

  private int insertInPair(long line, long pattern) {
    long second = pattern >>> Probes.GROUP_BITS;
    return setAll(firstWord(line, pattern), mask(pattern))
        + setAll(secondWord(line, second), mask(second));
  }

  private long firstWord(long line, long group) {
    return line + (group >>> Probes.WORD_SHIFT & sectorMask);
  }

  private long secondWord(long line, long group) {
    return firstWord(line + sectorMask + 1, group);
  }

  /** The bits of a group of positions; only the low six bits of a shift count. */
  private long mask(long group) {
    long mask = 1L << group;
    if (bitsPerWord > 1) {
      mask |= 1L << (group >>> 6);
    }
    if (bitsPerWord > 2) {
      mask |= 1L << (group >>> 12);
    }
    return mask;
  }

  /** Sets bits of a word; returns how many were unset. */
  private int setAll(long word, long mask) {
    long old = cells.get(word);
    cells.put(word, old | mask);
    return Long.bitCount(mask & ~old);
  }

  private boolean containsPlain(long h) {
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long position = Probes.reduce(h, bits);
      if ((cells.get(position >>> 6) >>> position & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private int insertPlain(long h) {
    int fresh = 0;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long position = Probes.reduce(h, bits);
      fresh += setAll(position >>> 6, 1L << position);
    }
    return fresh;
  }

  /** Mixes the next group of fingerprints, brings their lines into the cache, and says how many. */
  private int touch(long[] fingerprints, int start, int to) {
    int size = Math.min(GROUP, to - start);
    long read = 0;
    for (int i = 0; i < size; i++) {
      long h = Probes.mix(fingerprints[start + i]);
      mixed[i] = h;
      if (lined) {
        read ^= cells.get(Probes.reduce(h, lines) << 3);
      } else {
        for (int probe = 0; probe < probes; probe++, h = Probes.next(h)) {
          read ^= cells.get(Probes.reduce(h, bits) >>> 6);
        }
      }
    }
    touched = read;
    return size;
  }
}
