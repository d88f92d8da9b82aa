package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.ReservoirFilter;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Reset;

/**
 * Whether another number of filters than that of Section 5.4, by the text's rule or by Algorithm 1,
 * has the rates that are printed for a reservoir.
 */
final class NumbersOfFilters {
  static final int FEWEST = 2;
  static final int MOST = 6;
  private static final long SEED = 1;

  private NumbersOfFilters() {}

  /** How many filters are fed. */
  static int count() {
    return Reset.values().length * (MOST - FEWEST + 1);
  }

  static DataTable table(PrintedTable printed, long bits, Records records, Steps steps) {
    var table = DataTable.named("numbers-of-filters-" + printed.number(),
            "Table " + printed.number() + ", " + COUNT.show(bits) + " bits, by number of filters")
        .column("filters", COUNT)
        .column("false negatives", SHARE).column("false positives", SHARE)
        .column("false negatives, Algorithm 1", SHARE)
        .column("false positives, Algorithm 1", SHARE);
    for (int filters = FEWEST; filters <= MOST; filters++) {
      Errors text = errors(filters, bits, Reset.RANDOM, records, steps);
      Errors algorithm = errors(filters, bits, Reset.SET_ONES, records, steps);
      table.row(filters, text.falseNegativeRate(), text.falsePositiveRate(),
          algorithm.falseNegativeRate(), algorithm.falsePositiveRate());
    }
    return table.build();
  }

  private static Errors errors(
      int filters, long bits, Reset reset, Records records, Steps steps) {
    var shape = new ReservoirShape(
        filters, bits / filters, ReservoirShape.DEFAULT_THRESHOLD, reset);
    return records.errors(new ReservoirFilter(shape, SEED), steps);
  }
}
