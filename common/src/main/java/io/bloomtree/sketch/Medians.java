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
    // nobody waits until all of them are in order: an event loop asks
    long[] values = Arrays.copyOfRange(counters, from, to);
    int half = values.length / 2;
    long upper = select(values, half);
    if (values.length % 2 == 1) {
      return upper;
    }
    long lower = values[0];
    for (int i = 1; i < half; i++) {
      lower = Math.max(lower, values[i]);
    }
    return lower / 2.0 + upper / 2.0;
  }

  /**
   * The value that would be there if they were in order; those before it are then no larger (Hoare,
   * "Algorithm 65: find", 1961).
   */
  private static long select(long[] values, int index) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      long pivot = values[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      }
      if (index <= j) {
        high = j;
      } else if (index >= i) {
        low = i;
      } else {
        return values[index];
      }
    }
    return values[index];
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
