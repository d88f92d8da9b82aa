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
import io.bloomtree.experiments.oneisenough.SlidingTrial.Cut;
import io.bloomtree.experiments.oneisenough.SlidingTrial.Found;
import io.bloomtree.filter.Errors;
import java.util.List;
import java.util.stream.IntStream;

/** Timers that are equal were set by one event: to want two equal is worth it, to want all not. */
final class EqualTimersHeuristic implements Experiment {
  /** Of fewer duplicates a share says little. */
  private static final int LEAST_DUPLICATES = 50;
  private static final String POSITIVES = "false positives";
  private static final String NEGATIVES = "false negatives";
  private static final String COMPUTED = "vertical, computed";

  @Override public String name() {
    return "equal-timers";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 9";
  }

  @Override public String title() {
    return "Equal timers: true duplicates by how many are equal, and errors by how many must be";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    SlidingTrial trial = SlidingTrial.of(setup);
    DataTable found = found(trial);
    setup.progress().at(1, 2);
    DataTable errors = errors(trial);
    setup.progress().at(2, 2);
    return new Findings(
        "Stream: " + trial.input().title() + ", " + trial.input().size() + ", each in a slot of "
            + "its own; a window of " + COUNT.show(trial.slots()) + " slots, in which "
            + trial.alive() + " events are alive; " + SlidingTrial.PROBES
            + " probes, sized by Eq. 2 for " + SHARE.show(SlidingTrial.TARGET)
            + ". The paper gives neither window nor size nor number of slices. Horizontal are "
            + trial.slices() + " slices of m/S cells. Vertical stands for one filter, whose cells "
            + "the slices would hold: our vertical slices do without the heuristic, since none of "
            + "them sees all timers of an event. Computed is for events spread evenly over the "
            + "slots; here a slot has one or none, which makes equal timers a little more likely.",
        List.of(found, errors), plots(found, errors),
        setup.trace().isPresent() ? List.of() : comparisons(found, errors));
  }

  /** Figures 9(a), (b). */
  private static DataTable found(SlidingTrial trial) {
    var table = DataTable.named("true-duplicates", "What is taken for a duplicate, by equal timers")
        .column("equal timers", COUNT);
    for (Cut cut : Cut.values()) {
      table.column(cut.of("duplicates"), COUNT).column(cut.of("true"), SHARE);
    }
    Found vertical = trial.found(Cut.VERTICAL);
    Found horizontal = trial.found(Cut.HORIZONTAL);
    for (int equal = 1; equal <= SlidingTrial.PROBES; equal++) {
      table.row(equal, vertical.all()[equal], vertical.share(equal),
          horizontal.all()[equal], horizontal.share(equal));
    }
    return table.build();
  }

  /** Figures 9(c), (d). */
  private static DataTable errors(SlidingTrial trial) {
    var table = DataTable.named("errors", "Errors by how many timers must be equal")
        .column("must be equal", COUNT);
    for (Cut cut : Cut.values()) {
      table.column(cut.of(POSITIVES), SHARE).column(cut.of(NEGATIVES), SHARE);
    }
    table.column(COMPUTED, SHARE);
    for (int equal = 1; equal <= SlidingTrial.PROBES; equal++) {
      Errors vertical = trial.errors(equal, Cut.VERTICAL);
      Errors horizontal = trial.errors(equal, Cut.HORIZONTAL);
      table.row(equal, vertical.falsePositiveRate(), vertical.falseNegativeRate(),
          horizontal.falsePositiveRate(), horizontal.falseNegativeRate(),
          trial.shape(equal).falsePositiveRate());
    }
    return table.build();
  }

  private static List<Plot> plots(DataTable found, DataTable errors) {
    double[] equal = found.numbers("equal timers");
    double[] least = errors.numbers("must be equal");
    var shares = Plot.named("true-duplicates", "True among all that is taken for a duplicate",
        Axis.linear("equal timers of 8"), Axis.linear("share"));
    var positives = Plot.named("false-positives", "False positives",
        Axis.linear("timers that must be equal"), Axis.linear("rate"));
    var negatives = Plot.named("false-negatives", "False negatives",
        Axis.linear("timers that must be equal"), Axis.linear("rate"));
    for (Cut cut : Cut.values()) {
      shares.line(cut.title(), equal, found.numbers(cut.of("true")));
      positives.line(cut.title(), least, errors.numbers(cut.of(POSITIVES)));
      negatives.line(cut.title(), least, errors.numbers(cut.of(NEGATIVES)));
    }
    positives.dashed(COMPUTED, least, errors.numbers(COMPUTED));
    return List.of(shares.build(), positives.build(), negatives.build());
  }

  private static List<Comparison> comparisons(DataTable found, DataTable errors) {
    return List.of(
        rising(found, Cut.VERTICAL),
        rising(found, Cut.HORIZONTAL),
        best(errors, Cut.VERTICAL, 2, "distinct when all timers are unequal", ""),
        best(errors, Cut.HORIZONTAL, 3, "distinct when at most 2 timers are equal",
            "in a slice of few events two equal timers are common, and to want them changes "
                + "little; but to want three costs more false negatives here than it saves false "
                + "positives. The paper does not say how many events a slice of its had"));
  }

  private static Comparison rising(DataTable found, Cut cut) {
    double[] counts = found.numbers(cut.of("duplicates"));
    double[] shares = found.numbers(cut.of("true"));
    int[] many = IntStream.range(0, counts.length)
        .filter(i -> counts[i] >= LEAST_DUPLICATES).toArray();
    int first = many[0];
    int last = many[many.length - 1];
    boolean rises = IntStream.range(1, many.length)
        .allMatch(i -> shares[many[i]] >= shares[many[i - 1]] - 0.001);
    return Comparison.claim("true duplicates, " + cut.title(),
        "the more equal timers, the smaller the probability of a false positive",
        SHARE.show(shares[first]) + " are true with " + (first + 1) + " equal, "
            + SHARE.show(shares[last]) + " with " + (last + 1), rises, "");
  }

  private static Comparison best(
      DataTable errors, Cut cut, int printed, String words, String remark) {
    double[] positives = errors.numbers(cut.of(POSITIVES));
    double[] negatives = errors.numbers(cut.of(NEGATIVES));
    int best = 1 + Balance.best(positives, negatives);
    return Comparison.claim("best balance, " + cut.title(), printed + ": " + words,
        String.join("; ", IntStream.of(best, printed).distinct()
            .mapToObj(equal -> equal + " has " + SHARE.show(positives[equal - 1])
                + " false positives and " + SHARE.show(negatives[equal - 1])
                + " false negatives").toList()),
        best == printed, remark);
  }
}
