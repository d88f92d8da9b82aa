package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

/**
 * Small numbers, packed into words: the cells of the filters that forget by counting down. Owned by
 * one event loop, like the filter that is made of them.
 */
final class PackedCells {
  /*
   * A word holds as many whole cells as fit, from its lowest bits on. Neighbours lose 1 all at
   * once: a cell that is not zero has some bit set; the bits of each cell are folded onto its
   * lowest one, which gives a word with a 1 for each such cell, and that is subtracted. No cell
   * borrows from the next, since none below 1 is touched.
   */
  private final Cells words;
  private final long cells;
  private final int cellBits;
  private final int perWord;
  private final long most;
  private final long lowest;
  private long setCells;

  PackedCells(long cells, int cellBits, Cells words) {
    this.words = requireNonNull(words, "words");
    if (words.words() != words(cells, cellBits)) {
      throw new IllegalArgumentException(
          "storage must have " + words(cells, cellBits) + " words: words=" + words.words());
    }
    this.cells = cells;
    this.cellBits = cellBits;
    this.perWord = Long.SIZE / cellBits;
    this.most = (1L << cellBits) - 1;
    this.lowest = lowest();
    this.setCells = countSetCells();
  }

  /** Words that so many cells take. */
  static long words(long cells, int cellBits) {
    int perWord = Long.SIZE / cellBits;
    return (cells + perWord - 1) / perWord;
  }

  /** As many cells as so many bits hold, given that none crosses from one word into the next. */
  static long fitting(long bits, int cellBits) {
    return bits / Long.SIZE * (Long.SIZE / cellBits) + bits % Long.SIZE / cellBits;
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

  Cells words() {
    return words;
  }

  /** Whether no cell that the probes of a mixed fingerprint land on is zero. */
  boolean allSet(long mixed, int probes) {
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      if (value(Probes.reduce(h, cells)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Sets the cells of a mixed fingerprint to the most they can hold. */
  void setAll(long mixed, int probes) {
    long h = mixed;
    int set = 0;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells);
      long word = wordOf(cell);
      long old = words.get(word);
      long bits = most << shiftOf(cell, word);
      set += (old & bits) == 0 ? 1 : 0;
      words.put(word, old | bits);
    }
    setCells += set;
  }

  /** Raises those cells of a mixed fingerprint that hold less to a level from 1 on. */
  void raiseAll(long mixed, int probes, long level) {
    long h = mixed;
    int set = 0;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      long cell = Probes.reduce(h, cells);
      long word = wordOf(cell);
      int shift = shiftOf(cell, word);
      long old = words.get(word);
      long value = old >>> shift & most;
      set += value == 0 ? 1 : 0;
      words.put(word, old + (Math.max(value, level) - value << shift));
    }
    setCells += set;
  }

  /** Takes 1 from a cell that is not zero. */
  void takeOne(long cell) {
    long word = wordOf(cell);
    int shift = shiftOf(cell, word);
    long left = words.get(word) - (1L << shift);
    words.put(word, left);
    setCells -= (left >>> shift & most) == 0 ? 1 : 0;
  }

  /** Takes 1 from each of so many neighbours that is not zero; after the last comes the first. */
  void takeFrom(long first, long count) {
    long from = first;
    for (long left = count; left > 0; from = 0) {
      long some = Math.min(left, cells - from);
      takeFromRange(from, from + some);
      left -= some;
    }
  }

  private void takeFromRange(long from, long to) {
    long emptied = 0;
    for (long cell = from; cell < to; ) {
      long word = wordOf(cell);
      int first = (int) (cell - word * perWord);
      int count = (int) Math.min(perWord - first, to - cell);
      long range = -1L >>> Long.SIZE - count * cellBits << first * cellBits;
      long old = words.get(word);
      long ones = nonZero(old) & range;
      long left = old - ones;
      words.put(word, left);
      emptied += Long.bitCount(ones & ~nonZero(left));
      cell += count;
    }
    setCells -= emptied;
  }

  /** A 1 in the lowest bit of each cell that is not zero. */
  private long nonZero(long word) {
    long folded = word;
    for (int i = 1; i < cellBits; i++) {
      folded |= word >>> i;
    }
    return folded & lowest;
  }

  /** Whether what an event changes is to be read before. */
  boolean areReadAhead() {
    return words.areReadAhead();
  }

  /** Reads what an event with this mixed fingerprint will touch, so that the cache has it. */
  long touch(long mixed, int probes) {
    long read = 0;
    long h = mixed;
    for (int i = 0; i < probes; i++, h = Probes.next(h)) {
      read ^= touch(Probes.reduce(h, cells));
    }
    return read;
  }

  /** Reads the word that a cell is in. */
  long touch(long cell) {
    return words.get(wordOf(cell));
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

  long memoryBytes() {
    return words.words() * Long.BYTES;
  }

  /** The share of cells that are not zero. */
  double fill() {
    return (double) setCells / cells;
  }

  /** How many events of so many probes are remembered, judged by the fill. */
  double estimatedCardinality(int probes) {
    return -(double) cells / probes * Math.log1p(-Math.min(fill(), 1 - 0.5 / cells));
  }
}
