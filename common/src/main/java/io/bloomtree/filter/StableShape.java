package io.bloomtree.filter;

import java.util.Map;

/**
 * How a stable Bloom filter is built (Deng and Rafiei, "Approximately detecting duplicates for
 * streaming data using stable Bloom filters", 2006), and what follows from that. Immutable.
 *
 * <p>Every event takes 1 from some cells and then sets its own to the most they can hold, so that
 * the share of cells at zero settles at a constant: the stable point.
 *
 * @param cells how many cells there are, the paper's m
 * @param cellBits bits of a cell, the paper's d
 * @param probes cells that an event sets, the paper's K
 * @param decrements cells from which an event takes 1, the paper's P
 */
public record StableShape(long cells, int cellBits, int probes, long decrements)
    implements FilterShape {
  private static final int MAX_CELL_BITS = 4;
  private static final int MAX_PROBES = 32;
  /** Of these many probes the best is searched; the paper found fewer than 10 in all its cases. */
  private static final int SEARCHED_PROBES = 10;
  /** The paper's candidates for Max are 1, 3 and 7. */
  private static final int SEARCHED_CELL_BITS = 3;
  /** The gap with which the paper picks K where nothing is known of the stream. */
  private static final long TEST_GAP = 200;

  public StableShape {
    requirePossible(cells, cellBits, probes, decrements);
  }

  static void requirePossible(long cells, int cellBits, int probes, long decrements) {
    if (cellBits < 1 || cellBits > MAX_CELL_BITS) {
      throw new IllegalArgumentException(
          "cellBits must be 1 to " + MAX_CELL_BITS + ": cellBits=" + cellBits);
    }
    if (probes < 1 || probes > MAX_PROBES) {
      throw new IllegalArgumentException(
          "probes must be 1 to " + MAX_PROBES + ": probes=" + probes);
    }
    if (cells <= probes) {
      throw new IllegalArgumentException(
          "cells must be more than probes: cells=" + cells + ", probes=" + probes);
    }
    if (decrements < 1 || decrements > cells) {
      throw new IllegalArgumentException(
          "decrements must be 1 to cells: decrements=" + decrements + ", cells=" + cells);
    }
  }

  /**
   * Keeps to a rate of false positives: takes as many from the cells as that needs (Eq. 17),
   * rounded up, since rounded down, as in the paper, the rate would be exceeded.
   */
  public static StableShape forRate(long cells, int cellBits, int probes, double fpp) {
    return new StableShape(
        cells, cellBits, probes, decrementsFor(cells, cellBits, probes, fpp));
  }

  private static long decrementsFor(long cells, int cellBits, int probes, double fpp) {
    if (!(fpp > 0 && fpp < 1)) {
      throw new IllegalArgumentException("fpp must be in (0, 1): fpp=" + fpp);
    }
    double zeros = 1 - Math.pow(fpp, 1.0 / probes);
    double perCell = Math.pow(zeros, -1.0 / most(cellBits)) - 1;
    return (long) Math.ceil(1 / (perCell * (1.0 / probes - 1.0 / cells)));
  }

  /**
   * The best of its memory where nothing is known of the stream: cells of one bit, and the K that
   * forgets least (Section 4.1).
   */
  public static StableShape forMemory(long bits, double fpp) {
    return best(bits, 1, fpp, Map.of(TEST_GAP, 1.0));
  }

  /**
   * The best of its memory for a stream whose gaps are known: the Max and K that forget least.
   *
   * @param gaps how many events come between an event and its copy, each with its share
   */
  public static StableShape forGaps(long bits, double fpp, Map<Long, Double> gaps) {
    StableShape best = best(bits, 1, fpp, gaps);
    for (int cellBits = 2; cellBits <= SEARCHED_CELL_BITS; cellBits++) {
      StableShape other = best(bits, cellBits, fpp, gaps);
      if (other.falseNegativeRate(gaps) < best.falseNegativeRate(gaps)) {
        best = other;
      }
    }
    return best;
  }

  private static StableShape best(long bits, int cellBits, double fpp, Map<Long, Double> gaps) {
    long cells = PackedCells.fitting(bits, cellBits);
    StableShape best = null;
    for (int probes = 1; probes <= SEARCHED_PROBES && probes < cells; probes++) {
      long decrements = decrementsFor(cells, cellBits, probes, fpp);
      if (decrements > cells) {
        continue; // so small that one event would empty it
      }
      var shape = new StableShape(cells, cellBits, probes, decrements);
      if (best == null || shape.falseNegativeRate(gaps) < best.falseNegativeRate(gaps)) {
        best = shape;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "memory is too small for the rate: bits=" + bits + ", fpp=" + fpp);
    }
    return best;
  }

  private static int most(int cellBits) {
    return (1 << cellBits) - 1;
  }

  /** What a cell is set to, the paper's Max. */
  public int most() {
    return most(cellBits);
  }

  /** Words of 64 bits; a cell does not cross from one into the next. */
  long words() {
    return PackedCells.words(cells, cellBits);
  }

  @Override public long memoryBytes() {
    return words() * Long.BYTES;
  }

  /** The least share of cells that are zero once it is stable (Theorem 3). */
  public double stablePoint() {
    double each = decrements * (1.0 / probes - 1.0 / cells);
    return Math.pow(each / (each + 1), most());
  }

  /** At most so often an event it was never fed is claimed, whatever the stream (Eq. 8). */
  public double falsePositiveBound() {
    return Math.pow(1 - stablePoint(), probes);
  }

  @Override public double falsePositiveRate() {
    return falsePositiveBound();
  }

  /** In a stream that sets all cells alike (Eq. 14). */
  @Override public double falseNegativeRate(long gap) {
    if (gap < 0) {
      throw new IllegalArgumentException("gap must be >= 0: gap=" + gap);
    }
    return -Math.expm1(probes * Math.log1p(-CellChain.of(this).zeroAfter(gap)));
  }

  @Override public StableShape share(int count) {
    return forRate(cells / count, cellBits, probes, falsePositiveBound());
  }

  @Override public FilterSlice newFilter(long seed) {
    return new LearningSlice(new StableFilter(this, seed), probes);
  }

  @Override public FilterSlice open(long seed, Storage storage) {
    return new LearningSlice(StableFilter.open(this, seed, storage), probes);
  }

  /** The mean over gaps, each with its share. */
  public double falseNegativeRate(Map<Long, Double> gaps) {
    double shares = 0;
    double sum = 0;
    for (Map.Entry<Long, Double> gap : gaps.entrySet()) {
      shares += gap.getValue();
      sum += gap.getValue() * falseNegativeRate(gap.getKey());
    }
    if (!(shares > 0)) {
      throw new IllegalArgumentException("gaps must have shares above 0: gaps=" + gaps);
    }
    return sum / shares;
  }
}
