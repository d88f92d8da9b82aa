package io.bloomtree.sketch;

import java.util.Arrays;

/** The middle of several estimates, and how many of them it takes. */
final class Medians {

  private Medians() {}

  /** The median; of an even number the mean of the two in the middle. Sorts the values. */
  static double of(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  /** The same of counters, which are not touched. */
  static double of(long[] counters, int from, int to) {
    long[] sorted = Arrays.copyOfRange(counters, from, to);
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : sorted[half - 1] / 2.0 + sorted[half] / 2.0;
  }

  /** The least odd number of rows, each wrong so often, of which the median is wrong rarely. */
  static int rowsFor(double wrong, double delta) {
    for (int rows = 1; rows <= SketchShape.MOST_ROWS; rows += 2) {
      if (majority(rows, wrong) <= delta) {
        return rows;
      }
    }
    throw new IllegalArgumentException("no median of " + SketchShape.MOST_ROWS
        + " rows is that sure: delta=" + delta);
  }

  /** How often more than half of so many rows are wrong at once. */
  private static double majority(int rows, double wrong) {
    double all = 0;
    for (int k = rows / 2 + 1; k <= rows; k++) {
      all += Binomials.of(rows, k) * Math.pow(wrong, k) * Math.pow(1 - wrong, rows - k);
    }
    return all;
  }
}
