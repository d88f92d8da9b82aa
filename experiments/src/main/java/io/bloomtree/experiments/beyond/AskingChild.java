package io.bloomtree.experiments.beyond;

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
import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.Tally;
import io.bloomtree.tree.TreeShape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Top-down verification of the root's hits, with and without the child that the question came from:
 * duplicates that slip through.
 */
final class AskingChild implements Experiment {
  private static final int[] LONGEST_DELAYS = {1, 2, 5, 10, 20, 40};
  private static final int[] FEW_DELAYS = {1, 40};
  private static final int REGIONS = 2;
  private static final int AGENTS = 8;
  /** The second copy of an event comes within so many milliseconds. */
  private static final int GAP = 100;
  /** How often the root's filter errs. */
  private static final double FPP = 0.02;
  /** For each event, how many the root knew before: they make its filter err. */
  private static final int EARLIER = 10;
  private static final long BEGIN = 1_000;
  private static final long BETWEEN_EVENTS = 20;
  private static final long SEED = 3;

  @Override public String name() {
    return "asking-child";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Top-down verification";
  }

  @Override public String title() {
    return "Hits put to all children, or to all but the one that asked";
  }

  /** Who is asked whether a hit of the root is true. */
  private enum Verification {
    NONE("nobody"), OTHERS("all but the asking child"), ALL("all children");

    private final String words;

    Verification(String words) {
      this.words = words;
    }

    Settings settings() {
      Settings usual = Settings.defaults();
      return new Settings(usual.mode(), usual.probing(), this == NONE ? 0 : 1, usual.slices(),
          usual.parent(), usual.timing(), usual.batching(), usual.limits());
    }

    Interference interference() {
      return this == OTHERS ? new AskersUnheard() : Interference.NONE;
    }
  }

  private record Outcome(Deliveries deliveries, long refuted) {}

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(300, 3_000, 20_000);
    int[] delays = setup.scale() == Scale.TINY ? FEW_DELAYS : LONGEST_DELAYS;
    int steps = delays.length * Verification.values().length;
    var table = DataTable.named("verification", "Two copies of each event, below one region")
        .column("asked", TEXT).column("longest delay, ms", COUNT)
        .column("delivered twice", SHARE).column("lost", SHARE).column("hits refuted", COUNT);
    int done = 0;
    for (Verification verification : Verification.values()) {
      for (int longest : delays) {
        Outcome outcome = outcome(verification, longest, events);
        table.row(verification.words, longest, outcome.deliveries.repeated(),
            outcome.deliveries.lost(), outcome.refuted);
        setup.progress().at(++done, steps);
      }
    }
    return findings(events, delays, table.build());
  }

  private static Findings findings(int events, int[] delays, DataTable table) {
    var plot = Plot.named("slipped", "Duplicates delivered",
        Axis.logarithmic("longest delay of a packet, ms"), Axis.linear("share of events"));
    for (Verification verification : List.of(Verification.OTHERS, Verification.ALL)) {
      plot.line(verification.words, Arrays.stream(delays).asDoubleStream().toArray(),
          column(table, "delivered twice", verification));
    }
    double slipped = max(table, "delivered twice", Verification.OTHERS);
    double slippedHere = max(table, "delivered twice", Verification.ALL);
    double unverified = max(table, "lost", Verification.NONE);
    double lost = max(table, "lost", Verification.ALL);
    return new Findings(
        "%,d events, each offered at two of the %d agents below one of %d regions within %d ms, "
            .formatted(events, AGENTS / REGIONS, REGIONS, GAP)
            + "on links whose packets overtake each other; the root's filter errs at 2 %, the "
            + "others do not. A hit of the root is put to the regions. A region that let a "
            + "question pass may know the event by the time the root hits: a confirm has overtaken "
            + "the question on the link, or in the region's batch. Without the asking child is the "
            + "same tree whose root hears a denial from it.",
        List.of(table), List.of(plot.build()),
        List.of(
            Comparison.claim("duplicates that slip through, at most", SHARE.show(slipped),
                SHARE.show(slippedHere), slippedHere == 0,
                "Without: the paper's heuristic, which leaves out the child that asked"),
            Comparison.claim("events lost to false hits of the root, at most",
                SHARE.show(unverified) + ", without verification", SHARE.show(lost), lost == 0,
                "What verification is for: asking one child more does not cost it")));
  }

  private static double max(DataTable table, String column, Verification verification) {
    return Arrays.stream(column(table, column, verification)).max().orElseThrow();
  }

  private static double[] column(DataTable table, String column, Verification verification) {
    return table.rows().stream()
        .filter(row -> row.get(0).equals(verification.words))
        .mapToDouble(row -> table.number(column, row.get(0), row.get(1))).toArray();
  }

  private static Outcome outcome(Verification verification, int longest, int events) {
    var time = new VirtualTime();
    var random = new SplittableRandom(SEED);
    SlicePlan root = SlicePlan.whole(BloomShape.sizedFor((EARLIER + 1) * events, FPP));
    SlicePlan below = SlicePlan.whole(BloomShape.sizedFor(events, 1e-9));
    var tree = new SimulatedTree(
        new TreeShape(2, REGIONS, AGENTS, root, below, below), verification.settings(), time,
        new Links(SEED, 0, 1, longest), verification.interference());
    for (int i = 0; i < EARLIER * events; i++) {
      tree.rootFilter().set(random.nextLong());
    }
    var deliveries = new Deliveries();
    for (int event = 0; event < events; event++) {
      long fingerprint = random.nextLong();
      long begin = BEGIN + event * BETWEEN_EVENTS;
      int region = random.nextInt(REGIONS);
      int first = random.nextInt(AGENTS / REGIONS);
      int second = (first + 1 + random.nextInt(AGENTS / REGIONS - 1)) % (AGENTS / REGIONS);
      // agents are dealt to the regions in turn
      offer(tree, time, begin, region + REGIONS * first, fingerprint, deliveries);
      offer(tree, time, begin + random.nextInt(GAP), region + REGIONS * second, fingerprint,
          deliveries);
    }
    time.passWhile(() -> !deliveries.isComplete());
    return new Outcome(deliveries, tree.count(Tally.Count.REFUTED_HITS));
  }

  private static void offer(
      SimulatedTree tree, VirtualTime time, long begin, int agent, long fingerprint,
      Deliveries deliveries) {
    deliveries.offered(fingerprint);
    time.at(begin, () -> tree.offer(agent, fingerprint, (offer, resolution) ->
        deliveries.told(fingerprint, ((Verdict) resolution).isDistinct())));
  }
}
