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
import io.bloomtree.sketch.CountMeanMin;
import io.bloomtree.sketch.CountMeanMin.Noise;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
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
    return "Sketches in a tree: bytes for each event, and errors on each level";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(20_000, 500_000, 4_000_000);
    long[] events = new ZipfStream(length, length, 1, SEED).toArray();
    var single = new CountMin(SHAPE);
    single.add(events, 0, length);
    var steps = new Steps(setup.progress(), INTERVALS.length + 2);
    var traffic = DataTable.named("traffic", "Reports of what changed, and of all counters")
        .column("events between reports", COUNT).column("reports", COUNT)
        .column("bytes/event", NUMBER).column("bytes/event, all counters", NUMBER)
        .column("largest report", COUNT);
    boolean equal = true;
    SketchTree typical = null;
    for (int interval : INTERVALS) {
      var tree = new SketchTree(SHAPE, interval, 0, SEED);
      tree.feed(events);
      equal &= tree.root().equals(single);
      traffic.row(interval, tree.reports(), (double) tree.bytes() / length,
          (double) tree.reports() * single.toSnapshot().length / length, tree.largestReport());
      typical = interval == TYPICAL ? tree : typical;
      steps.next();
    }
    var lossy = new SketchTree(SHAPE, TYPICAL, LOSS, SEED);
    lossy.feed(events);
    steps.next();
    DataTable levels = levels(typical, events);
    steps.next();
    return findings(length, traffic.build(), levels, equal, lossy, single);
  }

  private static DataTable levels(SketchTree tree, long[] events) {
    var table = DataTable.named("levels", "Errors for the 100 most frequent elements of a node")
        .column("node", TEXT).column("events", COUNT).column("CM error", NUMBER)
        .column("CMM error", NUMBER).column("CM error, share of events", SHARE)
        .column("CMM error, share of events", SHARE);
    for (SketchTree.Node node : tree.nodesOfEachLevel()) {
      Map<Long, Long> counts = new HashMap<>();
      for (int i = 0; i < events.length; i++) {
        if (node.sees(SketchTree.agentOf(i))) {
          counts.merge(events[i], 1L, Long::sum);
        }
      }
      CountMin sketch = node.sketch();
      CountMeanMin estimator = sketch.estimator(Noise.MEDIAN);
      List<Map.Entry<Long, Long>> top = counts.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(TOP).toList();
      double cm = top.stream()
          .mapToDouble(it -> sketch.atMost(it.getKey()) - it.getValue()).average().orElseThrow();
      double cmm = top.stream()
          .mapToDouble(it -> Math.abs(estimator.estimate(it.getKey()) - it.getValue()))
          .average().orElseThrow();
      table.row(node.name(), sketch.total(), cm, cmm, cm / sketch.total(), cmm / sketch.total());
    }
    return table.build();
  }

  private static Findings findings(int length, DataTable traffic, DataTable levels, boolean equal,
      SketchTree lossy, CountMin single) {
    double bound = Math.E / SHAPE.width();
    double cm = levels.number("CM error, share of events", "root");
    double changed = traffic.number("bytes/event", TYPICAL);
    double all = traffic.number("bytes/event, all counters", TYPICAL);
    double off = Math.abs((double) lossy.deltas().total() / single.total() - 1);
    return new Findings(
        "%,d events with a Zipf exponent of 1, spread over 16 agents below 4 regions below a root; "
            .formatted(length)
            + "count-min sketches of 5 rows of 2,048 counters. An agent reports after so many "
            + "events of its own, a region whenever one of its agents did, in reports of at most "
            + "64 KiB.",
        List.of(traffic, levels),
        List.of(Plot.named("traffic", "Bytes on all links for each event",
                Axis.logarithmic("events between an agent's reports"),
                Axis.logarithmic("bytes for each event"))
            .line("what changed", traffic.numbers("events between reports"),
                traffic.numbers("bytes/event"))
            .dashed("all counters", traffic.numbers("events between reports"),
                traffic.numbers("bytes/event, all counters"))
            .build()),
        List.of(
            Comparison.claim("the sum at the root",
                "one sketch that sees all events", equal ? "the same, counter by counter"
                    : "another one", equal, ""),
            Comparison.claim("30 % of reports and acknowledgements lost, 30 % of reports twice",
                "with reports of differences the root's total is off by " + SHARE.show(off),
                lossy.root().equals(single) ? "off by nothing" : "off",
                lossy.root().equals(single) && off > 0,
                "Reports say what counters hold. The last ones are repeated until they arrive"),
            Comparison.claim("bytes for each event, a report after 1,000 events",
                NUMBER.show(all) + " if each report has all counters", NUMBER.show(changed),
                changed < all, "over both hops; a region reports after each report of an agent"),
            Comparison.claim("error of CM at the root, as a share of its events",
                "e/w, " + SHARE.show(bound) + ", is the bound on average", SHARE.show(cm),
                cm <= bound, "CMM: "
                    + SHARE.show(levels.number("CMM error, share of events", "root")))));
  }
}
