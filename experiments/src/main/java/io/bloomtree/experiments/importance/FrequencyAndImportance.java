package io.bloomtree.experiments.importance;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;
import static io.bloomtree.experiments.importance.Contender.HYBRID;
import static io.bloomtree.experiments.importance.Contender.MANY_CLASSES;
import static io.bloomtree.experiments.importance.Contender.MOST_IMPORTANT;
import static io.bloomtree.experiments.importance.Contender.ORDINARY;
import static io.bloomtree.experiments.importance.Contender.STABLE;
import static io.bloomtree.experiments.importance.Contender.TWO_CLASSES;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.Comparison.Outcome;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Setup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Who errs how often where the important occur as often as others, more rarely, or more often. */
final class FrequencyAndImportance implements Experiment {
  /** The paper's shares of copies. */
  private static final List<Double> COPIES = List.of(0.1, 0.3, 0.5);
  /** The paper's figures have one of them, and it does not say which. */
  private static final double SHOWN = 0.3;
  private static final int FIRST_FIGURE = 11;
  private static final int FIGURES_EACH = 3;

  @Override public String name() {
    return "frequency-and-importance";
  }

  @Override public Paper paper() {
    return Paper.IMPORTANCE;
  }

  @Override public String figures() {
    return "Figures 11 to 19";
  }

  @Override public String title() {
    return "Errors by importance: the important as frequent as others, rarer, or more frequent";
  }

  @Override public Findings run(Setup setup) {
    int runs = setup.scale().of(1, 6, 100);
    int all = runs * COPIES.size() * Occurrence.values().length;
    int done = 0;
    var shown = new EnumMap<Occurrence, Trial>(Occurrence.class);
    DataTable.Builder errors = newErrors();
    for (Occurrence occurrence : Occurrence.values()) {
      for (double copies : COPIES) {
        var trial = new Trial(seed -> occurrence.stream(copies, seed));
        for (int run = 0; run < runs; run++) {
          trial.run(run);
          setup.progress().at(++done, all);
        }
        addRows(errors, occurrence, copies, trial);
        if (copies == SHOWN) {
          shown.put(occurrence, trial);
        }
      }
    }
    var tables = new ArrayList<>(List.of(errors.build()));
    var plots = new ArrayList<Plot>();
    shown.forEach((occurrence, trial) -> {
      tables.add(trial.table(occurrence.label(),
          "By importance: " + occurrence.words() + ", " + SHARE.show(SHOWN) + " copies"));
      plots.addAll(plots(occurrence, trial));
    });
    return new Findings(
        "Events drawn from as many of each importance, 1 to 50; the size of that universe is such "
            + "that " + COUNT.show(Occurrence.DISTINCT) + " different ones come with 10, 30 or 50 "
            + "% copies. The paper says neither how many come nor what share its figures have; "
            + "here they have 30 %. Sums over " + COUNT.show(runs) + " streams of each kind, in "
            + "filters as large as the paper's. False positives are of new events, false "
            + "negatives of copies.",
        tables, plots, comparisons(shown));
  }

  private static DataTable.Builder newErrors() {
    var table = DataTable.named("errors", "Errors in all streams")
        .column("stream", TEXT).column("copies", SHARE).column("filter", TEXT);
    for (Rate rate : Rate.values()) {
      table.column(rate.label(), SHARE);
    }
    return table.column("FP, above 35", SHARE).column("FN, above 35", SHARE);
  }

  private static void addRows(
      DataTable.Builder table, Occurrence occurrence, double copies, Trial trial) {
    for (Contender contender : Contender.values()) {
      var row = new ArrayList<Object>(
          List.of(occurrence.words(), copies, contender.toString()));
      for (Rate rate : Rate.values()) {
        row.add(rate.of(trial.of(contender)));
      }
      row.add(trial.importantTaken(contender));
      row.add(trial.importantForgotten(contender));
      table.row(row.toArray());
    }
  }

  private static List<Plot> plots(Occurrence occurrence, Trial trial) {
    int figure = FIRST_FIGURE + FIGURES_EACH * occurrence.ordinal();
    return List.of(
        trial.distribution("figure-" + figure,
            "Figure " + figure + ": importances, " + occurrence.words()),
        trial.falsePositives("figure-" + (figure + 1),
            "Figure " + (figure + 1) + ": false positives, " + occurrence.words()),
        trial.falseNegatives("figure-" + (figure + 2),
            "Figure " + (figure + 2) + ": false negatives, " + occurrence.words()));
  }

  private static List<Comparison> comparisons(Map<Occurrence, Trial> shown) {
    var comparisons = new ArrayList<Comparison>();
    comparisons.addAll(equal(shown.get(Occurrence.EQUAL)));
    comparisons.addAll(rare(shown.get(Occurrence.IMPORTANT_ARE_RARE)));
    comparisons.addAll(frequent(shown.get(Occurrence.IMPORTANT_ARE_FREQUENT)));
    return comparisons;
  }

  private static List<Comparison> equal(Trial trial) {
    double fewer = trial.shareWithFewerFalsePositives(MANY_CLASSES, STABLE, 0);
    return List.of(
        Comparison.claim("Figure 12: IBF-MC's FP against SBF's",
            "\"lower … for almost all the importance values\"",
            "lower for " + SHARE.show(fewer) + " of them", fewer >= Trial.ALMOST_ALL, ""),
        trial.importantForgottenAgainstStable(
            "Figure 13: FN of IBF-MC against SBF's, above 35", "\"about the same or lower\""));
  }

  private static List<Comparison> rare(Trial trial) {
    var comparisons = new ArrayList<Comparison>();
    for (Contender contender : List.of(ORDINARY, STABLE)) {
      double low = trial.of(contender).falsePositiveRate(1, MOST_IMPORTANT / 3);
      double high = trial.importantTaken(contender);
      comparisons.add(Comparison.claim("Figure 15: FP of " + contender,
          "\"FP rates go up as importance increases\"",
          SHARE.show(low) + " up to 16, " + SHARE.show(high) + " above 35", high > low, ""));
    }
    double lower = trial.of(TWO_CLASSES).falseNegativeRate(1, Trial.MIDDLE);
    double upper = trial.of(TWO_CLASSES).falseNegativeRate(Trial.MIDDLE + 1, MOST_IMPORTANT);
    comparisons.add(Comparison.claim("Figure 16: FN of IBF-2C, up to 25 and above",
        "\"clear distinction between 2 classes\"", SHARE.show(lower) + " and " + SHARE.show(upper),
        lower > 2 * upper, ""));
    comparisons.add(Comparison.claim("Figure 16: FN of IBF-H against IBF-MC's, above 35",
        "\"higher false negatives than IBF-MC\"",
        SHARE.show(trial.importantForgotten(HYBRID)) + " against "
            + SHARE.show(trial.importantForgotten(MANY_CLASSES)),
        trial.importantForgotten(HYBRID) > trial.importantForgotten(MANY_CLASSES), ""));
    comparisons.add(fewer("Figure 15: FP of IBF-MC below SBF's, above 35", 0.08,
        trial.importantTaken(STABLE) - trial.importantTaken(MANY_CLASSES)));
    comparisons.add(fewer("Figure 16: FN of IBF-MC below SBF's, above 35", 0.04,
        trial.importantForgotten(STABLE) - trial.importantForgotten(MANY_CLASSES)));
    return comparisons;
  }

  private static List<Comparison> frequent(Trial trial) {
    return List.of(
        Comparison.claim("Figure 18: FP of IBF-MC against SBF's, above 35", "\"as good as SBF\"",
            SHARE.show(trial.importantTaken(MANY_CLASSES)) + " against "
                + SHARE.show(trial.importantTaken(STABLE)),
            trial.importantTaken(MANY_CLASSES) <= trial.importantTaken(STABLE) * (1 + Trial.ABOUT),
            ""),
        trial.importantForgottenAgainstStable(
            "Figure 19: FN of IBF-MC against SBF's, above 35", "\"as good as SBF\""));
  }

  /** By so many points fewer than another, as printed or by more. */
  private static Comparison fewer(String what, double printed, double found) {
    Outcome outcome = found > printed * (1 + Trial.ABOUT) ? Outcome.BETTER
        : found >= printed * (1 - Trial.ABOUT) ? Outcome.REPRODUCED : Outcome.DIFFERENT;
    return new Comparison(what, "\"about " + SHARE.show(printed) + " lower\"",
        SHARE.show(Math.abs(found)) + (found < 0 ? " higher" : " lower"), outcome,
        switch (outcome) {
          case DIFFERENT -> Trial.NEVER_FEWER;
          case BETTER -> "Paid for with false negatives.";
          case REPRODUCED -> "";
        });
  }
}
