package io.bloomtree.experiments.importance;

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
import io.bloomtree.filter.ImportanceFilter;
import io.bloomtree.filter.ImportanceRates;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ImportanceShape.Variant;
import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** With the same memory and the same false positives, what matters most is remembered longer. */
final class EqualRates implements Experiment {
  /*
   * The paper gives all filters the same K, P and Max: then the importance-aware one has fewer
   * false positives and more false negatives, and who is better is a matter of taste. Here P is
   * such that both have the same false positives once they are stable.
   */
  private static final long BITS = 100_000;
  private static final double FPP = 0.01;
  private static final long SEED = 80;
  private static final int STABLE_AFTER = 15_000;
  private static final long[] GAPS = {250, 500, 1_000, 1_500, 2_000, 3_000, 4_000};
  private static final long SHORT = 1_000;
  private static final long LONG = 2_000;
  private static final int MOST = ImportanceShape.MAX_IMPORTANCE;

  private static final String STABLE = "SBF";
  private static final String MOST_IMPORTANT = "IBF-MC, most important";
  private static final String LEAST_IMPORTANT = "IBF-MC, least important";
  private static final String WEIGHTED = "IBF-MC, wFN";

  @Override public String name() {
    return "importance-at-equal-rates";
  }

  @Override public Paper paper() {
    return Paper.IMPORTANCE;
  }

  @Override public String figures() {
    return "Sections I and IV-E, what is claimed";
  }

  @Override public String title() {
    return "Who forgets what, with the same memory and the same false positives";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(40_000, 200_000, 2_000_000);
    var shape = ImportanceShape.forMemory(BITS, FPP, Variant.MULTI_CLASS);
    var stable = StableShape.forRate(shape.cells(), shape.cellBits(), shape.probes(), FPP);
    DataTable forgotten = forgotten(length, shape, stable, setup);
    return new Findings(
        "A stable and an importance-aware filter of " + COUNT.show(BITS) + " bits, K = 5 and Max = "
            + "7, with the P that keeps 1 % false positives: " + stable.decrements() + " and "
            + shape.decrements() + ". " + COUNT.show(length) + " different events, importances "
            + "equally frequent; asked is for the event so many before. The paper compares "
            + "filters of the same P instead.",
        List.of(forgotten), List.of(plot(forgotten)), comparisons(forgotten));
  }

  private static DataTable forgotten(
      int length, ImportanceShape shape, StableShape stableShape, Setup setup) {
    var aware = new ImportanceFilter(shape, SEED);
    var stable = new StableFilter(stableShape, SEED);
    long[] events = new SplittableRandom(SEED).longs(length).toArray();
    int[] importances = new SplittableRandom(SEED + 1).ints(length, 0, MOST + 1).toArray();
    var byStable = new Forgotten();
    var most = new Forgotten();
    var least = new Forgotten();
    var weighted = new Forgotten();
    for (int i = 0; i < length; i++) {
      for (int gap = 0; gap < GAPS.length; gap++) {
        int asked = i - 1 - (int) GAPS[gap];
        if (asked < STABLE_AFTER) {
          continue;
        }
        int level = shape.level(importances[asked]);
        boolean isForgotten = !aware.mightContain(events[asked]);
        byStable.count(gap, 1, !stable.mightContain(events[asked]));
        most.count(gap, level == shape.most() ? 1 : 0, isForgotten);
        least.count(gap, level == 1 ? 1 : 0, isForgotten);
        weighted.count(gap, importances[asked], isForgotten);
      }
      aware.add(events[i], importances[i]);
      stable.add(events[i]);
      if (i % STABLE_AFTER == 0) {
        setup.progress().at(i, length);
      }
    }
    ImportanceRates rates = shape.rates();
    var table = DataTable.named("forgotten", "Copies not recognised, by the events since")
        .column("gap", COUNT);
    for (String series : List.of(STABLE, MOST_IMPORTANT, LEAST_IMPORTANT, WEIGHTED)) {
      table.column(series, SHARE).column(computed(series), SHARE);
    }
    for (int gap = 0; gap < GAPS.length; gap++) {
      double[] byImportance = rates.falseNegativesByImportance(GAPS[gap]);
      table.row(GAPS[gap], byStable.rate(gap), stableShape.falseNegativeRate(GAPS[gap]),
          most.rate(gap), byImportance[MOST], least.rate(gap), byImportance[0],
          weighted.rate(gap), rates.weightedFalseNegativeRate(GAPS[gap]));
    }
    return table.build();
  }

  /** Weights of what was asked for and of what was forgotten, by gaps. Used by one thread. */
  private static final class Forgotten {
    private final long[] all = new long[GAPS.length];
    private final long[] forgotten = new long[GAPS.length];

    void count(int gap, int weight, boolean isForgotten) {
      all[gap] += weight;
      forgotten[gap] += isForgotten ? weight : 0;
    }

    double rate(int gap) {
      return (double) forgotten[gap] / all[gap];
    }
  }

  private static String computed(String series) {
    return series + ", computed";
  }

  private static Plot plot(DataTable forgotten) {
    var plot = Plot.named("forgotten", "Copies not recognised, at 1 % false positives",
        Axis.linear("events since"), Axis.linear("false negatives, %"));
    double[] gaps = forgotten.numbers("gap");
    for (String series : List.of(STABLE, MOST_IMPORTANT, LEAST_IMPORTANT, WEIGHTED)) {
      plot.line(series, gaps, percents(forgotten.numbers(series)));
    }
    for (String series : List.of(STABLE, MOST_IMPORTANT, LEAST_IMPORTANT, WEIGHTED)) {
      plot.dashed(computed(series), gaps, percents(forgotten.numbers(computed(series))));
    }
    return plot.build();
  }

  private static double[] percents(double[] shares) {
    return Arrays.stream(shares).map(share -> 100 * share).toArray();
  }

  private static List<Comparison> comparisons(DataTable forgotten) {
    return List.of(
        against(forgotten, "FN of the most important", MOST_IMPORTANT, LONG, ""),
        against(forgotten, "wFN", WEIGHTED, LONG, ""),
        against(forgotten, "wFN", WEIGHTED, SHORT,
            "After so few events a stable filter still has nearly all; an importance-aware one has "
                + "already dropped what matters least."));
  }

  private static Comparison against(
      DataTable forgotten, String what, String series, long gap, String why) {
    double aware = forgotten.number(series, gap);
    double stable = forgotten.number(STABLE, gap);
    boolean isLower = aware < stable;
    return Comparison.claim(what + " after " + COUNT.show(gap) + " events, IBF-MC against SBF",
        "lower, with \"lower false positives\" too",
        SHARE.show(aware) + " against " + SHARE.show(stable) + ", at the same false positives",
        isLower, isLower ? "" : why);
  }
}
