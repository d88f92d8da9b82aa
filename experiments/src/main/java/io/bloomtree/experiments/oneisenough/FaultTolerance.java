package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.ErrorRates;
import java.util.List;
import java.util.stream.IntStream;

/** How many false positives failed slices make, and how many slices keep them within a limit. */
final class FaultTolerance implements Experiment {
  private static final int PROBES = 4;
  /** The filter without failures; the paper does not say, and its other figures have this one. */
  private static final double FPP = 0.02;
  private static final int SLICES = 100;
  private static final int MOST_FAILED = 10;
  private static final List<Double> LIMITS = List.of(0.05, 0.1, 0.15, 0.2);

  @Override public String name() {
    return "fault-tolerance";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 1";
  }

  @Override public String title() {
    return "False positives when slices fail, and the slices it takes to bear it";
  }

  @Override public Findings run(Setup setup) {
    DataTable rates = rates();
    DataTable slices = slices();
    double[] failed = rates.numbers("failed slices");
    var ratesPlot = Plot.named("rates", "Failed slices counted as duplicates",
            Axis.linear("share of slices that failed"), Axis.linear("false positives"))
        .dashed("horizontal, Eq. 5", failed, rates.numbers("horizontal"))
        .dashed("vertical, Eq. 6", failed, rates.numbers("vertical"))
        .build();
    var slicesPlot = Plot.named("slices", "Slices needed, S_f",
        Axis.linear("failed slices"), Axis.linear("slices"));
    double[] counts = slices.numbers("failed");
    for (double limit : LIMITS) {
      for (String scheme : List.of("horizontal", "vertical")) {
        slicesPlot.dashed(
            scheme + ", limit " + limit, counts, slices.numbers(scheme + " " + limit));
      }
    }
    double horizontal = slices.number("horizontal 0.15", 4);
    double vertical = slices.number("vertical 0.15", 4);
    return new Findings(
        "Computed, as in the paper: Eq. 5, Eq. 6 and Definition 3, for 4 probes and a filter of "
            + "2 % false positives without failures. The paper does not print its filter.",
        List.of(rates, slices),
        List.of(ratesPlot, slicesPlot.build()),
        List.of(
            Comparison.claim("vertical slices needed for 4 failures at 0.15", "less than 20",
                COUNT.show(vertical), vertical < 20, ""),
            Comparison.claim("horizontal slices needed for 4 failures at 0.15", "more than 30",
                COUNT.show(horizontal), horizontal > 30,
                "S_f = f (1 - P) / (0.15 - P) is 31 at P = 2.1 % and 30.2 at P = 2 %: it is more "
                    + "than 30 for any filter of 2 % or worse")));
  }

  private static DataTable rates() {
    double fill = Math.pow(FPP, 1.0 / PROBES);
    var table = DataTable.named("rates", "False positives with failed slices")
        .column("failed slices", SHARE).column("horizontal", SHARE).column("vertical", SHARE);
    IntStream.rangeClosed(0, 10).map(i -> 10 * i).forEach(failed -> table.row(
        (double) failed / SLICES,
        ErrorRates.horizontalFailedAsDuplicate(FPP, failed, SLICES),
        ErrorRates.verticalFailedAsDuplicate(fill, PROBES, failed, SLICES)));
    return table.build();
  }

  private static DataTable slices() {
    var table = DataTable.named("slices", "Slices needed to bear failures, by limit")
        .column("failed", COUNT);
    LIMITS.forEach(limit -> table
        .column("horizontal " + limit, COUNT).column("vertical " + limit, COUNT));
    for (int failed = 1; failed <= MOST_FAILED; failed++) {
      var row = new Object[1 + 2 * LIMITS.size()];
      row[0] = failed;
      for (int i = 0; i < LIMITS.size(); i++) {
        row[1 + 2 * i] =
            ErrorRates.horizontalSlicesForFalsePositives(failed, FPP, LIMITS.get(i));
        row[2 + 2 * i] =
            ErrorRates.verticalSlicesForFalsePositives(failed, PROBES, FPP, LIMITS.get(i));
      }
      table.row(row);
    }
    return table.build();
  }
}
