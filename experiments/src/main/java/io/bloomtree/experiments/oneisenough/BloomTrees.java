package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.stream.Truth;
import io.bloomtree.tree.Mode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** On which level of a tree events are decided, and what top-down testing does to its errors. */
final class BloomTrees implements Experiment {
  private static final int LEVELS = 5;
  private static final int LEAF = LEVELS - 1;
  private static final int FAN_OUT = 2;
  /** Of the paper's filters those that err most: errors are what top-down testing is about. */
  private static final double FPP = 0.08;
  private static final long SEED = 1;
  /** Where the paper stops. */
  private static final int CHOSEN = 2;
  private static final int NODES_THERE = FAN_OUT * FAN_OUT;
  /** Of the false positives without top-down testing: less than that is not worth a message. */
  private static final double PRACTICALLY = 0.05;
  private static final double[] EACH_LEVEL = IntStream.range(0, LEVELS).asDoubleStream().toArray();

  @Override public String name() {
    return "bloom-trees";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 12";
  }

  @Override public String title() {
    return "Five levels: how far events go up, what is accessed, and top-down testing";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  /** What a tree did, by the threshold of top-down testing; 0: none. */
  private record Runs(SortedMap<Integer, TreeRun> byThreshold) {
    TreeRun plain() {
      return byThreshold.get(0);
    }

    double rate(int threshold) {
      return byThreshold.get(threshold).falsePositiveRate();
    }

    /** The false positives that there are with a threshold, as a share of those without. */
    double left(int threshold) {
      return rate(threshold) / rate(0);
    }

    /** The share of events that were decided on a level; distinct ones are on the root's. */
    double decided(int level, long events) {
      long here = plain().hits()[level];
      return (double) (level == 0 ? here + events - plain().duplicates() : here) / events;
    }
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(
        setup.scale().of(WebLog.LENGTH / 40, WebLog.LENGTH, WebLog.LENGTH), SEED));
    int distinct = Truth.of(log.events()).distinct();
    var plan = new TreePlan(LEVELS, FAN_OUT, TreePlan.filter(distinct, FPP));
    // each is an eighth of the work, and 3 is only between the two others
    List<Integer> thresholds =
        setup.scale() == Scale.FULL ? List.of(0, 1, 2, 3, LEAF) : List.of(0, 1, 2, LEAF);
    var done = new AtomicLong();
    long all = (long) Mode.values().length * thresholds.size() * log.length();
    Map<Mode, Runs> trees = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      var runs = new TreeMap<Integer, TreeRun>();
      for (int threshold : thresholds) {
        runs.put(threshold, TreeRun.of(log, plan, mode, threshold,
            events -> setup.progress().at(done.addAndGet(events), all)));
      }
      trees.put(mode, new Runs(runs));
    }
    return new Findings(setting(log, plan, distinct),
        List.of(levels(trees, log.length()), thresholds(trees)),
        plots(trees, log.length()), comparisons(trees, log.length()));
  }

  private static String setting(Trace log, TreePlan plan, int distinct) {
    return "On " + log.name() + " of " + COUNT.show(log.length()) + " events, "
        + COUNT.show(distinct) + " of them distinct. Five levels, the root 0 and " + plan.leaves()
        + " leaves 4, each node with two children and a filter of "
        + COUNT.show(plan.filter().bits()) + " bits and 4 probes (" + SHARE.show(FPP)
        + "); the paper gives neither the children nor the filter. Accesses are counted as in the "
        + "paper, without top-down testing. With it our trees ask all children, the one the event "
        + "came from included, and a hit that is refuted goes on upwards, where the paper calls "
        + "the event distinct: slower, but nothing is delivered twice.";
  }

  private static DataTable levels(Map<Mode, Runs> trees, long events) {
    var table = DataTable.named("levels", "Where events are decided, and filters accessed")
        .column("tree", TEXT).column("primitive", TEXT).column("level", COUNT)
        .column("hits", COUNT).column("decided here", SHARE).column("tests", COUNT)
        .column("sets", COUNT).column("accesses", COUNT);
    for (Runs runs : trees.values()) {
      TreeRun run = runs.plain();
      for (Primitive primitive : Primitive.values()) {
        for (int level = 0; level < LEVELS && primitive.builds(run.mode()); level++) {
          table.row(run.tree(), primitive.toString(), level, run.hits()[level],
              runs.decided(level, events), run.tests()[level], run.sets()[level],
              run.accesses(level, primitive));
        }
      }
    }
    return table.build();
  }

  private static DataTable thresholds(Map<Mode, Runs> trees) {
    var table = DataTable.named("thresholds", "Top-down testing down to a level; 0: none")
        .column("tree", TEXT).column("threshold", COUNT).column("false positives", COUNT)
        .column("rate", SHARE).column("delivered twice", COUNT).column("tests", COUNT);
    trees.values().forEach(runs -> runs.byThreshold.forEach((threshold, run) -> table.row(
        run.tree(), threshold, run.falsePositives(), run.falsePositiveRate(),
        run.deliveredTwice(), run.accesses(Primitive.TEST_AND_SET))));
    return table.build();
  }

  private static List<Plot> plots(Map<Mode, Runs> trees, long events) {
    var decided = Plot.named("decided", "How far events go up",
        Axis.linear("levels up from the leaf"), Axis.linear("events, %"));
    var accesses = Plot.named("accesses", "Filters accessed",
        Axis.linear("level (0: root, 4: leaves)"), Axis.linear("accesses, thousands"));
    var rates = Plot.named("thresholds", "Top-down testing",
        Axis.linear("down to level (0: none)"), Axis.linear("false positives, %"));
    trees.forEach((mode, runs) -> {
      String tree = runs.plain().tree();
      decided.line(tree, EACH_LEVEL, each(up -> 100 * runs.decided(LEAF - up, events)));
      for (Primitive primitive : Primitive.values()) {
        if (primitive.builds(mode)) {
          accesses.line(tree + ", " + primitive, EACH_LEVEL,
              each(level -> runs.plain().accesses(level, primitive) / 1e3));
        }
      }
      rates.line(tree,
          runs.byThreshold.keySet().stream().mapToDouble(threshold -> threshold).toArray(),
          runs.byThreshold.values().stream()
              .mapToDouble(run -> 100 * run.falsePositiveRate()).toArray());
    });
    return List.of(decided.build(), accesses.build(), rates.build());
  }

  private static double[] each(IntToDoubleFunction value) {
    return IntStream.range(0, LEVELS).mapToDouble(value).toArray();
  }

  private static List<Comparison> comparisons(Map<Mode, Runs> trees, long events) {
    Runs dense = trees.get(Mode.DENSE);
    Runs sparse = trees.get(Mode.SPARSE);
    double lowDense = dense.decided(LEAF, events) + dense.decided(LEAF - 1, events);
    double lowSparse = sparse.decided(LEAF, events) + sparse.decided(LEAF - 1, events);
    long fewer = dense.plain().accesses(Primitive.TEST_AND_SET);
    long more = sparse.plain().accesses(Primitive.FIRST_TEST_THEN_SET);
    List<Comparison> comparisons = new ArrayList<>(List.of(
        Comparison.claim("(a) dense: decided on the lower two levels", "most",
            SHARE.show(lowDense) + " (sparse: " + SHARE.show(lowSparse) + ")", lowDense > 0.5, ""),
        Comparison.claim("(b) accesses of the dense tree", "fewer than of the sparse one",
            COUNT.show(fewer) + " against " + COUNT.show(more), fewer < more,
            "set on the way back, as our trees do, the dense tree has "
                + COUNT.show(dense.plain().accesses(Primitive.FIRST_TEST_THEN_SET)))));
    trees.values().forEach(runs -> comparisons.add(threshold(runs)));
    return comparisons;
  }

  private static Comparison threshold(Runs runs) {
    double before = runs.left(CHOSEN - 1);
    double chosen = runs.left(CHOSEN);
    double deepest = runs.left(LEAF);
    TreeRun plain = runs.plain();
    double load = (double) plain.sets()[CHOSEN] / NODES_THERE / plain.sets()[0];
    return Comparison.claim("(c) " + plain.tree() + ": best threshold",
        "2; deeper down the rate practically does not improve",
        "of " + SHARE.show(runs.rate(0)) + " false positives are left with threshold 1 "
            + SHARE.show(before) + ", with 2 " + SHARE.show(chosen) + ", with 4 "
            + SHARE.show(deepest),
        before - chosen > PRACTICALLY && chosen - deepest <= PRACTICALLY,
        "better by more than " + SHARE.show(PRACTICALLY) + " of the false positives without "
            + "top-down testing counts as an improvement; a filter of level 2 has "
            + SHARE.show(load) + " of the events of the root's, and errs accordingly");
  }
}
