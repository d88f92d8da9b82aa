package io.bloomtree.filter;

/**
 * What becomes of one cell of a stable filter: each event takes 1 from it with some probability,
 * and then sets it to the most it can hold with another. Immutable.
 */
final class CellChain {
  /*
   * The paper sums over the last event that set the cell (Eq. 9 to 13). That is this Markov chain,
   * told event by event; its power by repeated squaring takes as long for a gap of a billion
   * events as for one of thirty.
   */
  private final double[][] step;

  private CellChain(int most, double taken, double set) {
    step = new double[most + 1][most + 1];
    for (int value = 0; value <= most; value++) {
      double less = value == 0 ? 0 : taken;
      step[value][value] += (1 - less) * (1 - set);
      if (value > 0) {
        step[value][value - 1] += less * (1 - set);
      }
      step[value][most] += set;
    }
  }

  /** A cell in a stream that sets all cells alike. */
  static CellChain of(StableShape shape) {
    return new CellChain(
        shape.most(),
        (double) shape.decrements() / shape.cells(),
        (double) shape.probes() / shape.cells());
  }

  /** The probability that a cell which was just set is zero after so many events. */
  double zeroAfter(long events) {
    int most = step.length - 1;
    double[] row = new double[step.length];
    row[most] = 1;
    double[][] power = step;
    for (long left = events; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        row = times(row, power);
      }
      power = left > 1 ? squared(power) : power;
    }
    return Math.min(1, row[0]);
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
