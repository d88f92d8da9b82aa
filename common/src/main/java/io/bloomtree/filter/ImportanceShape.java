package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * How an importance-aware Bloom filter is built (Kulkarni, Boraskar, Gabale and Kulkarni,
 * "Importance-aware Bloom filter for set membership queries in streaming data", 2011), and what
 * follows from that. Immutable.
 *
 * <p>Every event takes 1 from some cells and then raises its own to a level that grows with its
 * importance: what matters more is remembered longer. Importance is a byte, 0 to 255, and stands
 * for value / 255: 0 does not matter at all, 255 is importance 1.
 *
 * @param cells how many cells there are, the paper's m
 * @param cellBits bits of a cell, the paper's d
 * @param probes cells that an event raises, the paper's K
 * @param decrements cells from which an event takes 1, the paper's P
 * @param variant which levels there are, and from which cells 1 is taken
 */
public record ImportanceShape(
    long cells, int cellBits, int probes, long decrements, Variant variant)
    implements FilterShape {
  /** The importance that matters most. */
  public static final int MAX_IMPORTANCE = 255;

  /**
   * The importance of an event that says nothing: the middle, and the last that is not important
   * where there are two classes. A stream in which none says anything then fills a filter less
   * than the stream with as many events of each importance that it is sized for.
   */
  public static final int DEFAULT_IMPORTANCE = 127;

  private static final int PAPER_CELL_BITS = 3;
  private static final int PAPER_PROBES = 5;
  private static final int PAPER_DECREMENTS = 10;
  /** Suffices on average even if all cells hold 15, the most there is. */
  private static final int TRIES = 16;

  /** The paper's kinds. */
  public enum Variant {
    /** IBF-2C: what is important, above the middle, to the most; the rest to half of it. */
    TWO_CLASSES {
      @Override int level(int importance, int most) {
        return importance > DEFAULT_IMPORTANCE ? most : Math.max(1, most / 2);
      }
    },
    /** IBF-MC: from 1 to the most, as many importances on each level. */
    MULTI_CLASS,
    /**
     * IBF-H: levels as in {@link #MULTI_CLASS}, but 1 is taken from cells that are not zero, chosen
     * with a probability in inverse proportion to their values.
     */
    HYBRID;

    int level(int importance, int most) {
      return 1 + importance * most / (MAX_IMPORTANCE + 1);
    }
  }

  public ImportanceShape {
    requireNonNull(variant, "variant");
    StableShape.requirePossible(cells, cellBits, probes, decrements);
  }

  /** As the paper's experiments have it: K = 5, P = 10, Max = 7. */
  public static ImportanceShape paperProfile(long bits, Variant variant) {
    return new ImportanceShape(
        cellsIn(bits), PAPER_CELL_BITS, PAPER_PROBES, PAPER_DECREMENTS, variant);
  }

  /**
   * Keeps to a rate of false positives in a stream with as many events of each importance: the
   * paper's K and Max, and the least P that does. Where importances lean to the upper end, the
   * shares should be said; {@link #falsePositiveBound} tells what happens if they are not.
   */
  public static ImportanceShape forMemory(long bits, double fpp, Variant variant) {
    return forMemory(bits, fpp, variant, alike());
  }

  /**
   * Keeps to a rate of false positives in a stream whose importances are known.
   *
   * @param shares how frequent each importance is, beside the others
   */
  public static ImportanceShape forMemory(
      long bits, double fpp, Variant variant, double[] shares) {
    if (!(fpp > 0 && fpp < 1)) {
      throw new IllegalArgumentException("fpp must be in (0, 1): fpp=" + fpp);
    }
    long cells = cellsIn(bits);
    long low = 0; // too few
    long high = cells;
    if (cells <= PAPER_PROBES || rate(cells, high, variant, shares) > fpp) {
      throw new IllegalArgumentException(
          "memory is too small for the rate: bits=" + bits + ", fpp=" + fpp);
    }
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (rate(cells, middle, variant, shares) <= fpp) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return new ImportanceShape(cells, PAPER_CELL_BITS, PAPER_PROBES, high, variant);
  }

  /**
   * Keeps to a rate of false positives whatever the importances: also if every event were as
   * important as can be.
   */
  public static ImportanceShape boundedForMemory(long bits, double fpp, Variant variant) {
    return forMemory(bits, fpp, variant, allImportant());
  }

  private static double[] allImportant() {
    double[] shares = new double[MAX_IMPORTANCE + 1];
    shares[MAX_IMPORTANCE] = 1;
    return shares;
  }

  private static double rate(long cells, long decrements, Variant variant, double[] shares) {
    return new ImportanceShape(cells, PAPER_CELL_BITS, PAPER_PROBES, decrements, variant)
        .rates(shares)
        .falsePositiveRate();
  }

  /** As many as fit, given that none crosses from one word into the next. */
  private static long cellsIn(long bits) {
    return bits / Long.SIZE * (Long.SIZE / PAPER_CELL_BITS);
  }

  private static double[] alike() {
    double[] shares = new double[MAX_IMPORTANCE + 1];
    Arrays.fill(shares, 1);
    return shares;
  }

  /** What the cells of an important event are set to, the paper's Max. */
  public int most() {
    return (1 << cellBits) - 1;
  }

  /** What the cells of an event of this importance are raised to, the paper's f. */
  public int level(int importance) {
    requireImportance(importance);
    return variant.level(importance, most());
  }

  static void requireImportance(int importance) {
    if (importance < 0 || importance > MAX_IMPORTANCE) {
      throw new IllegalArgumentException(
          "importance must be 0 to " + MAX_IMPORTANCE + ": importance=" + importance);
    }
  }

  /** How many cells an event of {@link Variant#HYBRID} looks at, at most, for some to take from. */
  long tries() {
    return TRIES * decrements;
  }

  long words() {
    return PackedCells.words(cells, cellBits);
  }

  @Override public long memoryBytes() {
    return words() * Long.BYTES;
  }

  /** How often it errs in a stream with as many events of each importance, as in the paper. */
  public ImportanceRates rates() {
    return rates(alike());
  }

  /**
   * How often it errs in a stream whose importances are known.
   *
   * @param shares how frequent each importance is, beside the others
   */
  public ImportanceRates rates(double[] shares) {
    return new ImportanceRates(this, shares);
  }

  /** At most so often an event it was never fed is claimed, whatever the importances. */
  public double falsePositiveBound() {
    return rates(allImportant()).falsePositiveRate();
  }

  @Override public double falsePositiveRate() {
    return falsePositiveBound();
  }

  /** Over all importances, as many events of each. */
  @Override public double falseNegativeRate(long gap) {
    return rates().falseNegativeRate(gap);
  }

  /** In less memory the same levels, and nearly the same decrements, keep the same rate. */
  @Override public ImportanceShape share(int count) {
    double bound = falsePositiveBound();
    long least = decrements;
    var share = new ImportanceShape(cells / count, cellBits, probes, least, variant);
    while (share.falsePositiveBound() > bound && least < share.cells()) {
      share = new ImportanceShape(cells / count, cellBits, probes, ++least, variant);
    }
    return share;
  }

  @Override public FilterSlice newFilter(long seed) {
    return slice(new ImportanceFilter(this, seed));
  }

  @Override public FilterSlice open(long seed, Storage storage) {
    return slice(ImportanceFilter.open(this, seed, storage));
  }

  private FilterSlice slice(ImportanceFilter filter) {
    return new LearningSlice(filter, probes, filter::add, filter::mightContain);
  }
}
