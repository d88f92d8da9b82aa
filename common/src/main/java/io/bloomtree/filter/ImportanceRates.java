package io.bloomtree.filter;

import java.util.Arrays;

/**
 * How often an importance-aware Bloom filter errs once it is stable, in a stream that sets all
 * cells alike and whose importances are known. Immutable.
 */
public final class ImportanceRates {
  /*
   * The printed limiting probabilities have misprints, so the chain of a cell is solved. It is the
   * paper's for all three kinds: they differ in the levels to which events raise the cell and in
   * how likely 1 is taken from which value.
   *
   * Which cells an event of IBF-H takes from depends on what all the others hold. With many cells
   * that is their limiting probabilities, and these depend in turn on how many cells an event looks
   * at until it has found enough; that number is searched for. It is one only: the more an event
   * looks at, the more it takes.
   */
  private static final int HALVINGS = 60;

  private final ImportanceShape shape;
  private final double[] shares;
  private final CellChain chain;
  private final double[] limiting;

  ImportanceRates(ImportanceShape shape, double[] shares) {
    this.shape = shape;
    this.shares = normal(shares);
    this.chain = newChain();
    this.limiting = chain.limiting();
  }

  private static double[] normal(double[] shares) {
    double sum = Arrays.stream(shares).sum();
    boolean isNegative = Arrays.stream(shares).anyMatch(share -> !(share >= 0));
    if (shares.length != ImportanceShape.MAX_IMPORTANCE + 1
        || isNegative || !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "shares must be " + (ImportanceShape.MAX_IMPORTANCE + 1)
              + " numbers from 0 on, one of them above 0: shares=" + Arrays.toString(shares));
    }
    return Arrays.stream(shares).map(share -> share / sum).toArray();
  }

  private CellChain newChain() {
    double[] levels = new double[shape.most() + 1];
    for (int importance = 0; importance < shares.length; importance++) {
      levels[shape.level(importance)] += shares[importance];
    }
    return switch (shape.variant()) {
      case TWO_CLASSES, MULTI_CLASS -> takingFromAll(levels);
      case HYBRID -> takingByValue(levels);
    };
  }

  private CellChain takingFromAll(double[] levels) {
    double[] taken = new double[levels.length];
    Arrays.fill(taken, (double) shape.decrements() / shape.cells());
    return raisedTo(levels, taken);
  }

  private CellChain takingByValue(double[] levels) {
    double tooFew = 0;
    double enough = shape.tries();
    for (int i = 0; i < HALVINGS; i++) {
      double looks = (tooFew + enough) / 2;
      double[] values = lookingAt(looks, levels).limiting();
      double found = 0;
      for (int value = 1; value < values.length; value++) {
        found += values[value] / value;
      }
      if (looks * found >= shape.decrements()) {
        enough = looks;
      } else {
        tooFew = looks;
      }
    }
    return lookingAt(enough, levels);
  }

  private CellChain lookingAt(double cells, double[] levels) {
    double[] taken = new double[levels.length];
    for (int value = 1; value < taken.length; value++) {
      taken[value] = Math.min(1, cells / shape.cells() / value);
    }
    return raisedTo(levels, taken);
  }

  private CellChain raisedTo(double[] levels, double[] taken) {
    return new CellChain(taken, (double) shape.probes() / shape.cells(), levels);
  }

  /** What becomes of one cell. */
  CellChain chain() {
    return chain;
  }

  /** With which probability a cell holds each value, from 0 to the most: the paper's V. */
  public double[] values() {
    return limiting.clone();
  }

  /** The share of cells that are zero, the stable point. */
  public double zeros() {
    return limiting[0];
  }

  /**
   * The share of cells that are zero after so many events, from the empty filter on; it converges
   * to {@link #zeros}. For {@link ImportanceShape.Variant#HYBRID} it is too low at first: while few
   * cells are set, all that an event takes is taken from these.
   */
  public double zerosAfter(long events) {
    if (events < 0) {
      throw new IllegalArgumentException("events must be >= 0: events=" + events);
    }
    double[] empty = new double[limiting.length];
    empty[0] = 1;
    return chain.after(events, empty)[0];
  }

  /** How often an event it was never fed is claimed (Corollaries III.4 and III.8). */
  public double falsePositiveRate() {
    return Math.pow(1 - zeros(), shape.probes());
  }

  /**
   * {@link #falsePositiveRate} among events of each importance, the paper's I_fp: all alike, since
   * such an event finds what others left.
   */
  public double[] falsePositivesByImportance() {
    double[] rates = new double[shares.length];
    Arrays.fill(rates, falsePositiveRate());
    return rates;
  }

  /** The share of importance that is lost to false positives, the paper's wFP in proportion. */
  public double weightedFalsePositiveRate() {
    return weighted(falsePositivesByImportance());
  }

  /**
   * How often a copy is not recognised, in the mean over all importances.
   *
   * @param gap how many events came since the one that it is a copy of
   */
  public double falseNegativeRate(long gap) {
    double[] rates = falseNegativesByImportance(gap);
    double mean = 0;
    for (int importance = 0; importance < rates.length; importance++) {
      mean += shares[importance] * rates[importance];
    }
    return mean;
  }

  /** {@link #falseNegativeRate} among events of each importance, the paper's I_fn. */
  public double[] falseNegativesByImportance(long gap) {
    if (gap < 0) {
      throw new IllegalArgumentException("gap must be >= 0: gap=" + gap);
    }
    double[] forgotten = new double[shape.most() + 1];
    for (int level = 1; level < forgotten.length; level++) {
      double zero = Math.min(1, chain.after(gap, chain.justRaised(level))[0]);
      forgotten[level] = -Math.expm1(shape.probes() * Math.log1p(-zero));
    }
    double[] rates = new double[shares.length];
    for (int importance = 0; importance < rates.length; importance++) {
      rates[importance] = forgotten[shape.level(importance)];
    }
    return rates;
  }

  /** The share of importance that is lost to false negatives, the paper's wFN in proportion. */
  public double weightedFalseNegativeRate(long gap) {
    return weighted(falseNegativesByImportance(gap));
  }

  /** Nothing is lost where nothing matters. */
  private double weighted(double[] rates) {
    double all = 0;
    double lost = 0;
    for (int importance = 0; importance < rates.length; importance++) {
      all += shares[importance] * importance;
      lost += shares[importance] * importance * rates[importance];
    }
    return all == 0 ? 0 : lost / all;
  }
}
