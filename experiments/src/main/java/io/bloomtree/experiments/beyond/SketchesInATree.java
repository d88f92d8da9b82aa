package io.bloomtree.experiments.beyond;

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
import io.bloomtree.experiments.Steps;
import io.bloomtree.experiments.beyond.SketchTree.Cost;
import io.bloomtree.experiments.beyond.SketchTree.Level;
import io.bloomtree.experiments.beyond.SketchTree.Node;
import io.bloomtree.sketch.CountMeanMin;
import io.bloomtree.sketch.CountMeanMin.Noise;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.stream.ZipfStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sketches that are added up by agents, regions and root: what it costs, and what each knows. */
final class SketchesInATree implements Experiment {
  static final CountMinShape SHAPE = new CountMinShape(5, 2_048, 1);
  private static final int[] INTERVALS = {100, 1_000, 10_000};
  private static final int TYPICAL = 1_000;
  private static final double LOSS = 0.3;
  private static final int TOP = 100;
  private static final long SEED = 1;

  @Override public String name() {
    return "sketches-in-a-tree";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Sums of sketches";
  }

  @Override public String title() {
    return "Sketches in a tree: what merging costs, and errors on each level";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(20_000, 500_000, 4_000_000);
    long[] events = new ZipfStream(length, length, 1, SEED).toArray();
    var single = new CountMin(SHAPE);
    single.add(events, 0, length);
    int runs = setup.scale().of(2, 4, 8);
    var steps = new Steps(setup.progress(), INTERVALS.length + 3 + runs);
    var traffic = DataTable.named("traffic", "Reports of what changed, and of all counters")
        .column("events between reports", COUNT).column("reports", COUNT)
        .column("bytes/event", NUMBER).column("bytes/event, all counters", NUMBER)
        .column("largest report", COUNT);
    boolean equal = true;
    SketchTree<CountMin> typical = null;
    for (int interval : INTERVALS) {
      SketchTree<CountMin> tree = fed(events, interval, 0);
      equal &= tree.root().equals(single);
      traffic.row(interval, tree.reports(), (double) tree.bytes() / length,
          (double) tree.reports() * single.toSnapshot().length / length, tree.largestReport());
      typical = interval == TYPICAL ? tree : typical;
      steps.next();
    }
    SketchTree<CountMin> lossy = fed(events, TYPICAL, LOSS);
    steps.next();
    DataTable levels = levels(typical, events);
    DataTable selfJoins = selfJoins(typical, events);
    steps.next();
    var pairs = new PairsInATree(setup.scale().of(3_200, 32_000, 160_000), TYPICAL / 10);
    for (int run = 0; run < runs; run++) {
      pairs.run();
      steps.next();
    }
    DataTable ofPairs = pairs.table();
    steps.next();
    DataTable merging = merging(typical, length, pairs);
    return new Findings(
        setting(length, pairs),
        List.of(traffic.build(), merging, levels, selfJoins, ofPairs),
        List.of(plot(traffic.build()), plotOfSelfJoins(selfJoins), plotOfPairs(ofPairs)),
        List.of(sum(equal && pairs.areSums()), losses(lossy, single), bytes(traffic.build()),
            counts(levels), selfJoinErrors(selfJoins), pairErrors(ofPairs)));
  }

  private static SketchTree<CountMin> fed(long[] events, int interval, double loss) {
    var tree = new SketchTree<>(() -> new CountMin(SHAPE), CountMin::merge, interval, loss, SEED);
    tree.feed(events.length, (sketch, event) -> sketch.add(events[event]));
    return tree;
  }

  private static String setting(int length, PairsInATree pairs) {
    return "%,d events with a Zipf exponent of 1, spread over 16 agents below 4 regions below a "
        .formatted(length) + "root; count-min sketches of 5 rows of 2,048 counters. An agent "
        + "reports after so many events of its own, a region whenever one of its agents did, in "
        + "reports of at most 64 KiB. And %,d made-up titles, as in Tables 5.5 to 5.7: sketches "
            .formatted(pairs.titles()) + "of pairs of %d fields, %d of them alike, each in %d rows "
            .formatted(PairsInATree.FIELDS, PairsInATree.ALIKE, PairsInATree.DEPTH)
        + "of %,d counters, reported after 100 titles. Errors of self-joins and pairs are root "
            .formatted(PairsInATree.WIDTH) + "mean squares over all nodes of a level, of pairs "
        + "over " + pairs.runs() + " runs too. Times were measured in this run, and are not "
        + "judged: bench/compare --sketches measures with care.";
  }

  /** What it takes a level to be added up by the next. */
  private static DataTable merging(SketchTree<CountMin> counts, int events, PairsInATree pairs) {
    var table = DataTable.named("merging", "What merging costs, on each hop")
        .column("sketch", TEXT).column("hop", TEXT).column("reports", COUNT)
        .column("bytes/report", COUNT).column("bytes/event", NUMBER)
        .column("parent's memory, bytes", COUNT).column("µs to write a report", NUMBER)
        .column("µs to add it up", NUMBER).column("ns/event", NUMBER);
    SketchTree<?> titles = pairs.lastTree();
    row(table, "counts", "agent to region", counts.toRegions(), events, counts.root());
    row(table, "counts", "region to root", counts.toRoot(), events, counts.root());
    row(table, "pairs", "agent to region", titles.toRegions(), pairs.titles(), titles.root());
    row(table, "pairs", "region to root", titles.toRoot(), pairs.titles(), titles.root());
    return table.build();
  }

  private static void row(DataTable.Builder table, String sketch, String hop, Cost cost,
      int events, LinearSketch kept) {
    table.row(sketch, hop, cost.reports(), cost.bytes() / cost.reports(),
        (double) cost.bytes() / events, (cost.children() + 1) * kept.memoryBytes(),
        cost.microsToTake(), cost.microsToAdd(), (double) cost.nanos() / events);
  }

  private static Map<Long, Long> counted(Node<?> node, long[] events) {
    Map<Long, Long> counts = new HashMap<>();
    for (int i = 0; i < events.length; i++) {
      if (node.sees(i)) {
        counts.merge(events[i], 1L, Long::sum);
      }
    }
    return counts;
  }

  private static DataTable levels(SketchTree<CountMin> tree, long[] events) {
    var table = DataTable.named("levels", "Errors for the 100 most frequent elements of a node")
        .column("node", TEXT).column("events", COUNT).column("CM error", NUMBER)
        .column("CMM error", NUMBER).column("CM error, share of events", SHARE)
        .column("CMM error, share of events", SHARE);
    for (Level<CountMin> level : tree.levels()) {
      CountMin sketch = level.nodes().get(0).sketch();
      CountMeanMin estimator = sketch.estimator(Noise.MEDIAN);
      List<Map.Entry<Long, Long>> top = counted(level.nodes().get(0), events).entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(TOP).toList();
      double cm = top.stream()
          .mapToDouble(it -> sketch.atMost(it.getKey()) - it.getValue()).average().orElseThrow();
      double cmm = top.stream()
          .mapToDouble(it -> Math.abs(estimator.estimate(it.getKey()) - it.getValue()))
          .average().orElseThrow();
      table.row(level.name(), sketch.total(), cm, cmm, cm / sketch.total(), cmm / sketch.total());
    }
    return table.build();
  }

  private static DataTable selfJoins(SketchTree<CountMin> tree, long[] events) {
    var table = DataTable.named("self-joins", "Self-join sizes, by level")
        .column("node", TEXT).column("events", COUNT).column("self-join size", NUMBER)
        .column("CM error", SHARE).column("CMM error", SHARE);
    for (Level<CountMin> level : tree.levels()) {
      int nodes = level.nodes().size();
      double truths = 0;
      double cm = 0;
      double cmm = 0;
      for (Node<CountMin> node : level.nodes()) {
        double truth = counted(node, events).values().stream()
            .mapToDouble(count -> (double) count * count).sum();
        truths += truth / nodes;
        cm += Math.pow(node.sketch().selfJoinSizeAtMost() / truth - 1, 2) / nodes;
        cmm += Math.pow(node.sketch().selfJoinSize() / truth - 1, 2) / nodes;
      }
      table.row(level.name(), level.nodes().get(0).sketch().total(), truths, Math.sqrt(cm),
          Math.sqrt(cmm));
    }
    return table.build();
  }

  private static Plot plot(DataTable traffic) {
    return Plot.named("traffic", "Bytes on all links for each event",
            Axis.logarithmic("events between an agent's reports"),
            Axis.logarithmic("bytes for each event"))
        .line("what changed", traffic.numbers("events between reports"),
            traffic.numbers("bytes/event"))
        .dashed("all counters", traffic.numbers("events between reports"),
            traffic.numbers("bytes/event, all counters"))
        .build();
  }

  private static Plot plotOfSelfJoins(DataTable table) {
    return Plot.named("self-joins", "Self-join sizes of agents, regions and root",
            Axis.logarithmic("events of a node"), Axis.logarithmic("relative error"))
        .line("CM", table.numbers("events"), table.numbers("CM error"))
        .line("CMM", table.numbers("events"), table.numbers("CMM error"))
        .build();
  }

  private static Plot plotOfPairs(DataTable table) {
    return Plot.named("pairs", "Pairs of similar titles at agents, regions and root",
            Axis.logarithmic("titles of a node"), Axis.logarithmic("relative error"))
        .line("error", table.numbers("titles"), table.numbers("error"))
        .dashed("Theorem 9, at most", table.numbers("titles"),
            table.numbers("Theorem 9, at most"))
        .build();
  }

  private static Comparison sum(boolean isEqual) {
    return Comparison.claim("the sums at the root",
        "one sketch that sees all events; all agents' sketches of pairs, merged at once",
        isEqual ? "the same, counter by counter" : "others", isEqual, "");
  }

  private static Comparison losses(SketchTree<CountMin> lossy, CountMin single) {
    double off = Math.abs((double) lossy.deltas().total() / single.total() - 1);
    return Comparison.claim("30 % of reports and acknowledgements lost, 30 % of reports twice",
        "with reports of differences the root's total is off by " + SHARE.show(off),
        lossy.root().equals(single) ? "off by nothing" : "off",
        lossy.root().equals(single) && off > 0,
        "Reports say what counters hold. The last ones are repeated until they arrive");
  }

  private static Comparison bytes(DataTable traffic) {
    double changed = traffic.number("bytes/event", TYPICAL);
    double all = traffic.number("bytes/event, all counters", TYPICAL);
    return Comparison.claim("bytes for each event, a report after 1,000 events",
        NUMBER.show(all) + " if each report has all counters", NUMBER.show(changed),
        changed < all, "over both hops; a region reports after each report of an agent");
  }

  private static Comparison counts(DataTable levels) {
    double bound = Math.E / SHAPE.width();
    double cm = levels.number("CM error, share of events", "root");
    return Comparison.claim("error of CM at the root, as a share of its events",
        "e/w, " + SHARE.show(bound) + ", is the bound on average", SHARE.show(cm), cm <= bound,
        "CMM: " + SHARE.show(levels.number("CMM error, share of events", "root")));
  }

  private static Comparison selfJoinErrors(DataTable selfJoins) {
    double bound = Math.sqrt(2.0 / (SHAPE.width() - 1));
    double agent = selfJoins.number("CMM error", "agent");
    double root = selfJoins.number("CMM error", "root");
    return Comparison.claim("error of self-join sizes, agents to root",
        "Lemma 4: a row errs by " + SHARE.show(bound) + " at most, whatever the level",
        SHARE.show(agent) + " to " + SHARE.show(root), Math.max(agent, root) <= bound,
        "CM: " + SHARE.show(selfJoins.number("CM error", "agent")) + " to "
            + SHARE.show(selfJoins.number("CM error", "root")));
  }

  private static Comparison pairErrors(DataTable pairs) {
    boolean holds = pairs.rows().stream().map(row -> row.get(0)).allMatch(node ->
        pairs.number("error", node) <= pairs.number("Theorem 9, at most", node));
    double agent = pairs.number("error", "agent");
    double root = pairs.number("error", "root");
    return Comparison.claim("error of pairs of similar titles, agents to root",
        "within the bound of Theorem 9 on each level, and less the more titles a node sees",
        SHARE.show(agent) + " to " + SHARE.show(root), holds && root < agent,
        "Pairs grow with the square of the titles: a question for the root");
  }
}
