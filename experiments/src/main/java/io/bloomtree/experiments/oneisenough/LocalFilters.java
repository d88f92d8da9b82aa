package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.stream.Truth;
import io.bloomtree.tree.Mode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** How many duplicates filters beside the producers find, and what that costs. */
final class LocalFilters implements Experiment {
  private static final int LEAVES = 16;
  private static final double FPP = 0.02;
  private static final long SEED = 1;
  /** The paper prints thousands: its 5K alone may be a tenth more or less. */
  private static final double TOLERANCE = 0.1;
  private static final double[] LEVELS = {0, 1};
  private static final Map<Mode, Printed> TABLE_1 = new EnumMap<>(Map.of(
      Mode.DENSE, new Printed(new double[] {34_000, 49_000}, new double[] {50_000, 100_000}),
      Mode.SPARSE, new Printed(new double[] {77_000, 5_000}, new double[] {111_000, 116_000})));

  /** What Table 1 has for a tree, the root first. */
  private record Printed(double[] hits, double[] accesses) {}

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

  /** The primitive with which the paper builds a tree. */
  static Primitive primitive(Mode mode) {
    return mode == Mode.DENSE ? Primitive.TEST_AND_SET : Primitive.FIRST_TEST_THEN_SET;
  }

  static String words(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(
        setup.scale().of(WebLog.LENGTH / 20, WebLog.LENGTH, WebLog.LENGTH), SEED));
    int distinct = Truth.of(log.events()).distinct();
    var plan = new TreePlan(2, LEAVES, TreePlan.filter(distinct, FPP));
    Map<Mode, TreeRun> runs = new EnumMap<>(Mode.class);
    var done = new AtomicLong();
    for (Mode mode : Mode.values()) {
      runs.put(mode, TreeRun.of(log, plan, mode, 0, events -> setup.progress().at(
          done.addAndGet(events), (long) Mode.values().length * log.length())));
    }
    return new Findings(setting(log, plan, distinct),
        List.of(table(runs)), plots(runs, setup.trace().isEmpty()), comparisons(runs));
  }

  private static String setting(Trace log, TreePlan plan, int distinct) {
    return "On " + log.name() + " of " + COUNT.show(log.length()) + " events, "
        + COUNT.show(distinct) + " of them distinct. A root and " + LEAVES + " leaves, each a "
        + "filter of " + COUNT.show(plan.filter().bits()) + " bits and 4 probes (" + SHARE.show(FPP)
        + "). The paper does not say how many leaves it has; with " + LEAVES + " a generated log "
        + "has the hits of Table 1 at its leaves, and the other numbers follow. Accesses are "
        + "counted as in the paper: with first-test-then-set a test and a set are one each, with "
        + "test-and-set both together are one. Our trees set on the way back, so a dense one "
        + "really has the accesses of first-test-then-set.";
  }

  private static DataTable table(Map<Mode, TreeRun> runs) {
    var table = DataTable.named("levels", "Hits and accesses by level; level 0 is the root")
        .column("tree", TEXT).column("level", COUNT).column("hits", COUNT)
        .column("tests", COUNT).column("sets", COUNT);
    for (Primitive primitive : Primitive.values()) {
      table.column("accesses, " + primitive, NUMBER);
    }
    runs.forEach((mode, run) -> {
      for (int level = 0; level < LEVELS.length; level++) {
        table.row(words(mode), level, run.hits()[level], run.tests()[level], run.sets()[level],
            run.accesses(level, Primitive.FIRST_TEST_THEN_SET),
            // what only misses of all levels may set cannot be set in the test
            mode == Mode.DENSE ? run.accesses(level, Primitive.TEST_AND_SET) : Double.NaN);
      }
    });
    return table.build();
  }

  private static List<Plot> plots(Map<Mode, TreeRun> runs, boolean withPaper) {
    var hits = Plot.named("hits", "Duplicates found", Axis.linear("level (0: root, 1: leaves)"),
        Axis.linear("events"));
    var accesses = Plot.named("accesses", "Filters accessed",
        Axis.linear("level (0: root, 1: leaves)"), Axis.linear("accesses"));
    runs.forEach((mode, run) -> {
      hits.line(words(mode), LEVELS, byLevel(level -> run.hits()[level]));
      for (Primitive primitive : Primitive.values()) {
        if (mode == Mode.DENSE || primitive == Primitive.FIRST_TEST_THEN_SET) {
          accesses.line(words(mode) + ", " + primitive, LEVELS,
              byLevel(level -> run.accesses(level, primitive)));
        }
      }
    });
    if (withPaper) {
      TABLE_1.forEach((mode, printed) -> {
        hits.marks(words(mode) + ", Table 1", LEVELS, printed.hits);
        accesses.marks(words(mode) + ", Table 1", LEVELS, printed.accesses);
      });
    }
    return List.of(hits.build(), accesses.build());
  }

  private static double[] byLevel(ToLongFunction<Integer> count) {
    return new double[] {count.applyAsLong(0), count.applyAsLong(1)};
  }

  private static List<Comparison> comparisons(Map<Mode, TreeRun> runs) {
    List<Comparison> comparisons = new ArrayList<>();
    TABLE_1.forEach((mode, printed) -> {
      TreeRun run = runs.get(mode);
      for (int level = 0; level < LEVELS.length; level++) {
        String where = words(mode) + ", level " + level;
        comparisons.add(Comparison.number("hits, " + where, COUNT,
            printed.hits[level], run.hits()[level], TOLERANCE, ""));
        comparisons.add(Comparison.number("accesses, " + where, COUNT,
            printed.accesses[level], run.accesses(level, primitive(mode)), TOLERANCE, ""));
      }
    });
    TreeRun dense = runs.get(Mode.DENSE);
    TreeRun sparse = runs.get(Mode.SPARSE);
    double atLeaves = (double) dense.hits()[1] / dense.duplicates();
    double atRoot = (double) sparse.hits()[0] / sparse.duplicates();
    comparisons.add(Comparison.claim("dense: duplicates found by local filters alone", "most",
        SHARE.show(atLeaves), atLeaves > 0.5, ""));
    comparisons.add(Comparison.claim("sparse: duplicates found at the root", "the vast majority",
        SHARE.show(atRoot), atRoot > 0.9, ""));
    long fewer = dense.accesses(Primitive.TEST_AND_SET);
    long more = sparse.accesses(Primitive.FIRST_TEST_THEN_SET);
    comparisons.add(Comparison.claim("accesses of the dense tree", "fewer than of the sparse one",
        COUNT.show(fewer) + " against " + COUNT.show(more), fewer < more,
        "set on the way back, as our trees do, the dense tree has "
            + COUNT.show(dense.accesses(Primitive.FIRST_TEST_THEN_SET))));
    return comparisons;
  }
}
