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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** How many duplicates filters beside the producers find, and what that costs. */
final class LocalFilters implements Experiment {
  private static final int LEAVES = 16;
  private static final int LEVELS = 2;
  private static final double FPP = 0.02;
  private static final long SEED = 1;
  /** The paper prints thousands: its 5K alone may be a tenth more or less. */
  private static final double TOLERANCE = 0.1;
  private static final Printed DENSE =
      new Printed(new double[] {34_000, 49_000}, new double[] {50_000, 100_000});
  private static final Printed SPARSE =
      new Printed(new double[] {77_000, 5_000}, new double[] {111_000, 116_000});

  /** What Table 1 has for a tree, the root first. */
  private record Printed(double[] hits, double[] accesses) {}

  /** The same log in both kinds of tree. */
  private record Pair(TreeRun sparse, TreeRun dense) {
    List<TreeRun> both() {
      return List.of(sparse, dense);
    }
  }

  @Override public String name() {
    return "local-filters";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Table 1";
  }

  @Override public String title() {
    return "Duplicates found beside the producers, and filters accessed for that";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(
        setup.scale().of(WebLog.LENGTH / 20, WebLog.LENGTH, WebLog.LENGTH), SEED));
    int distinct = Truth.of(log.events()).distinct();
    List<Integer> leaves = leaves(setup.scale());
    var done = new AtomicLong();
    Map<Integer, Pair> pairs = new TreeMap<>();
    for (int count : leaves) {
      var plan = new TreePlan(LEVELS, count, TreePlan.filter(distinct, FPP));
      var runs = new TreeRun[2];
      for (Mode mode : Mode.values()) {
        runs[mode.ordinal()] = TreeRun.of(log, plan, mode, 0, events -> setup.progress().at(
            done.addAndGet(events), 2L * leaves.size() * log.length()));
      }
      pairs.put(count, new Pair(runs[Mode.SPARSE.ordinal()], runs[Mode.DENSE.ordinal()]));
    }
    Pair pair = pairs.get(LEAVES);
    return new Findings(setting(log, distinct, setup.trace().isEmpty()),
        List.of(levels(pair), byLeaves(pairs)), plots(pair, pairs, setup.trace().isEmpty()),
        comparisons(pair, remark(pairs)));
  }

  /** Those that are compared, and some more and less to see what that changes. */
  private static List<Integer> leaves(Scale scale) {
    return switch (scale) {
      case TINY -> List.of(LEAVES);
      case QUICK -> List.of(8, LEAVES, 20, 32);
      case FULL -> List.of(4, 8, 12, LEAVES, 20, 24, 32);
    };
  }

  private static String setting(Trace log, int distinct, boolean isGenerated) {
    return "On " + log.name() + " of " + COUNT.show(log.length()) + " events, "
        + COUNT.show(distinct) + " of them distinct. A root and " + LEAVES + " leaves, each a "
        + "filter of " + COUNT.show(TreePlan.filter(distinct, FPP).bits()) + " bits and 4 probes ("
        + SHARE.show(FPP) + "). The paper does not say how many leaves it has: these are as many "
        + "as five levels of two children have. "
        + (isGenerated ? "How often the log repeats itself was chosen with the table's hits in "
            + "view. " : "")
        + "Accesses are counted as in the paper: with "
        + "first-test-then-set a test is one and a set is another, with test-and-set both "
        + "together are one. Our trees set on the way back, so a dense one really has the "
        + "accesses of first-test-then-set.";
  }

  private static DataTable levels(Pair pair) {
    var table = DataTable.named("levels", "Hits and accesses by level; level 0 is the root")
        .column("tree", TEXT).column("primitive", TEXT).column("level", COUNT)
        .column("hits", COUNT).column("tests", COUNT).column("sets", COUNT)
        .column("accesses", COUNT);
    for (TreeRun run : pair.both()) {
      for (Primitive primitive : Primitive.values()) {
        for (int level = 0; level < LEVELS && primitive.builds(run.mode()); level++) {
          table.row(run.tree(), primitive.toString(), level, run.hits()[level],
              run.tests()[level], run.sets()[level], run.accesses(level, primitive));
        }
      }
    }
    return table.build();
  }

  private static DataTable byLeaves(Map<Integer, Pair> pairs) {
    var table = DataTable.named("leaves", "Hits by the number of leaves")
        .column("leaves", COUNT)
        .column("sparse, leaves", COUNT).column("sparse, root", COUNT)
        .column("dense, leaves", COUNT).column("dense, root", COUNT);
    pairs.forEach((leaves, pair) -> table.row(leaves, pair.sparse.hits()[1],
        pair.sparse.hits()[0], pair.dense.hits()[1], pair.dense.hits()[0]));
    return table.build();
  }

  private static List<Plot> plots(Pair pair, Map<Integer, Pair> pairs, boolean withPaper) {
    double[] levels = {0, 1};
    var accesses = Plot.named("accesses", "Filters accessed",
        Axis.linear("level (0: root, 1: leaves)"), Axis.linear("accesses, thousands"));
    for (TreeRun run : pair.both()) {
      for (Primitive primitive : Primitive.values()) {
        if (primitive.builds(run.mode())) {
          accesses.line(run.tree() + ", " + primitive, levels, thousands(
              run.accesses(0, primitive), run.accesses(1, primitive)));
        }
      }
    }
    double[] leaves = pairs.keySet().stream().mapToDouble(count -> count).toArray();
    var hits = Plot.named("hits", "Duplicates found at the leaves",
            Axis.linear("leaves"), Axis.linear("events, thousands"))
        .line("sparse", leaves, thousands(
            pairs.values().stream().mapToDouble(it -> it.sparse.hits()[1]).toArray()))
        .line("dense", leaves, thousands(
            pairs.values().stream().mapToDouble(it -> it.dense.hits()[1]).toArray()));
    if (withPaper) {
      accesses.marks("sparse, Table 1", levels, thousands(SPARSE.accesses))
          .marks("dense, Table 1", levels, thousands(DENSE.accesses));
      hits.marks("sparse, Table 1", new double[] {LEAVES}, thousands(SPARSE.hits[1]))
          .marks("dense, Table 1", new double[] {LEAVES}, thousands(DENSE.hits[1]));
    }
    return List.of(hits.build(), accesses.build());
  }

  private static double[] thousands(double... counts) {
    return DoubleStream.of(counts).map(count -> count / 1000).toArray();
  }

  /** Whether a difference may be due to the number of leaves. */
  private static String remark(Map<Integer, Pair> pairs) {
    String likeThePaper = pairs.entrySet().stream()
        .filter(entry -> comparisons(entry.getValue(), "").stream()
            .allMatch(it -> it.outcome() == Comparison.Outcome.REPRODUCED))
        .map(entry -> entry.getKey().toString()).collect(Collectors.joining(", "));
    return "the paper does not say how many leaves it has, and the more there are, the fewer "
        + "duplicates each finds"
        + (likeThePaper.isEmpty()
            ? "" : "; with " + likeThePaper + " leaves all numbers are within the tolerance");
  }

  private static List<Comparison> comparisons(Pair pair, String remark) {
    List<Comparison> comparisons = new ArrayList<>();
    for (TreeRun run : pair.both()) {
      Printed printed = run.mode() == Mode.DENSE ? DENSE : SPARSE;
      Primitive primitive = Primitive.ofPaper(run.mode());
      for (int level = 0; level < LEVELS; level++) {
        String where = run.tree() + ", level " + level;
        comparisons.add(Comparison.number("hits, " + where, COUNT,
            printed.hits[level], run.hits()[level], TOLERANCE, remark));
        comparisons.add(Comparison.number("accesses, " + where, COUNT,
            printed.accesses[level], run.accesses(level, primitive), TOLERANCE, ""));
      }
    }
    double atLeaves = (double) pair.dense.hits()[1] / pair.dense.duplicates();
    double atRoot = (double) pair.sparse.hits()[0] / pair.sparse.duplicates();
    long fewer = pair.dense.accesses(Primitive.TEST_AND_SET);
    long more = pair.sparse.accesses(Primitive.FIRST_TEST_THEN_SET);
    comparisons.add(Comparison.claim("dense: duplicates found by local filters alone", "most",
        SHARE.show(atLeaves), atLeaves > 0.5, ""));
    comparisons.add(Comparison.claim("sparse: duplicates found at the root", "the vast majority",
        SHARE.show(atRoot), atRoot > 0.9, ""));
    comparisons.add(Comparison.claim("accesses of the dense tree", "fewer than of the sparse one",
        COUNT.show(fewer) + " against " + COUNT.show(more), fewer < more,
        "set on the way back, as our trees do, the dense tree has "
            + COUNT.show(pair.dense.accesses(Primitive.FIRST_TEST_THEN_SET))));
    return comparisons;
  }
}
