package io.bloomtree.filter;

import java.util.Arrays;

/**
 * What becomes of one cell that forgets by counting down: each event takes 1 from it with some
 * probability, and then raises it to a level with another. Immutable.
 */
final class CellChain {
  /*
   * The paper on stable filters sums over the last event that set the cell (Eq. 9 to 13). That is
   * this Markov chain, told event by event; its power by repeated squaring takes as long for a gap
   * of a billion events as for one of thirty.
   *
   * A cell goes down by steps of 1 only. So, in the long run, what comes down from a value to the
   * one below it is all that goes up from the values below: from that each limiting probability
   * follows from those of smaller values, without a subtraction in which digits would be lost.
   */
  private final double[] taken;
  private final double[][] step;

  /**
   * A chain for values up to {@code taken.length - 1}.
   *
   * @param taken with which probability an event takes 1 from a cell of this value
   * @param set with which probability it then raises the cell
   * @param levels the share of events that raise it to this level, if it holds less
   */
  CellChain(double[] taken, double set, double[] levels) {
    this.taken = taken.clone();
    step = new double[taken.length][];
    for (int value = 0; value < step.length; value++) {
      double[] left = lessOne(unit(value));
      double[] next = step[value] = new double[step.length];
      for (int i = 0; i < step.length; i++) {
        next[i] += left[i] * (1 - set);
        for (int level = 0; level < step.length; level++) {
          next[Math.max(i, level)] += left[i] * set * levels[level];
        }
      }
    }
  }

  /** A cell of a stable filter in a stream that sets all cells alike. */
  static CellChain of(StableShape shape) {
    double[] taken = new double[shape.most() + 1];
    Arrays.fill(taken, (double) shape.decrements() / shape.cells());
    double[] levels = new double[taken.length];
    levels[shape.most()] = 1;
    return new CellChain(taken, (double) shape.probes() / shape.cells(), levels);
  }

  /** With which probability the cell holds each value in the long run. */
  double[] limiting() {
    double[] weights = new double[step.length];
    weights[0] = 1;
    for (int value = 1; value < step.length; value++) {
      double up = 0;
      for (int below = 0; below < value; below++) {
        for (int above = value; above < step.length; above++) {
          up += weights[below] * step[below][above];
        }
      }
      weights[value] = up / step[value][value - 1];
    }
    return normal(weights);
  }

  /** What the cell holds, in the long run, right after an event that raised it to a level. */
  double[] justRaised(int level) {
    double[] row = new double[step.length];
    double[] left = lessOne(limiting());
    for (int value = 0; value < row.length; value++) {
      row[Math.max(value, level)] += left[value];
    }
    return row;
  }

  /** The probability that a cell which was just set to the most is zero after so many events. */
  double zeroAfter(long events) {
    return Math.min(1, after(events, unit(step.length - 1))[0]);
  }

  /** What a cell of which this was known holds after so many events. */
  double[] after(long events, double[] start) {
    double[] row = start;
    double[][] power = step;
    for (long left = events; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        row = times(row, power);
      }
      power = left > 1 ? squared(power) : power;
    }
    return row;
  }

  private double[] lessOne(double[] row) {
    double[] left = row.clone();
    for (int value = 1; value < row.length; value++) {
      left[value] -= row[value] * taken[value];
      left[value - 1] += row[value] * taken[value];
    }
    return left;
  }

  private double[] unit(int value) {
    double[] row = new double[taken.length];
    row[value] = 1;
    return row;
  }

  private static double[] times(double[] row, double[][] matrix) {
    double[] product = new double[row.length];
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j < row.length; j++) {
        product[j] += row[i] * matrix[i][j];
      }
    }
    return product;
  }

  private static double[][] squared(double[][] matrix) {
    double[][] square = new double[matrix.length][];
    for (int i = 0; i < matrix.length; i++) {
      square[i] = normal(times(matrix[i], matrix));
    }
    return square;
  }

  /** Rows add up to 1; what rounding takes away, squaring would double each time. */
  private static double[] normal(double[] row) {
    double sum = 0;
    for (double part : row) {
      sum += part;
    }
    for (int i = 0; i < row.length; i++) {
      row[i] /= sum;
    }
    return row;
  }
}
