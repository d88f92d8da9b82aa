package io.bloomtree.experiments.reservoir;

import java.util.List;

/**
 * Table 2, 3, 4 or 5, as printed. Immutable.
 *
 * @param records how many there are
 * @param distinct the share of them that are no copies
 */
record PrintedTable(int number, int records, double distinct, List<Row> rows) {

  /** Shares, where the paper has per cent. */
  record Row(
      long bits, double stableNegatives, double reservoirNegatives, double stablePositives,
      double reservoirPositives) {

    private static Row of(long bits, double... percents) {
      return new Row(
          bits, percents[0] / 100, percents[1] / 100, percents[2] / 100, percents[3] / 100);
    }

    /** There are none for Algorithm 1. */
    double negatives(Contender filter) {
      return switch (filter) {
        case STABLE -> stableNegatives;
        case RESERVOIR -> reservoirNegatives;
        case BY_ALGORITHM -> Double.NaN;
      };
    }

    double positives(Contender filter) {
      return switch (filter) {
        case STABLE -> stablePositives;
        case RESERVOIR -> reservoirPositives;
        case BY_ALGORITHM -> Double.NaN;
      };
    }
  }

  static final List<PrintedTable> ALL = List.of(
      new PrintedTable(2, 100_000, 0.76, List.of(
          Row.of(16_384, 85.06, 84.49, 10.05, 11.22),
          Row.of(65_536, 74.37, 74.85, 8.093, 8.384),
          Row.of(4_194_304, 5.51, 6.29, 0.00382, 0.00263))),
      new PrintedTable(3, 10_000_000, 0.49, List.of(
          Row.of(16_384, 88.83, 87.52, 11.08, 12.464),
          Row.of(262_144, 88.11, 86.89, 10.86, 12.12),
          Row.of(4_194_304, 77.33, 77.73, 7.822, 7.914))),
      new PrintedTable(4, 695_000_000, 0.15, List.of(
          Row.of(262_144, 88.86, 87.47, 12.51, 11.1),
          Row.of(67_108_864, 82.48, 58.2818, 8.3, 8.4),
          Row.of(1_073_741_824, 37.79, 23.12, 0.742, 0.89),
          Row.of(4_294_967_296L, 12.94, 7.37, 0.069, 0.072))),
      new PrintedTable(5, 1_000_000_000, 0.10, List.of(
          Row.of(67_108_864, 82.58, 67.66, 8.262, 10.262),
          Row.of(1_073_741_824, 38.17, 23.47, 0.7, 0.83),
          Row.of(4_294_967_296L, 13.163, 7.53, 0.0634, 0.0664))));
}
