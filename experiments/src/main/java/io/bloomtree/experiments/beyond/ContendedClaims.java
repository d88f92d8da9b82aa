package io.bloomtree.experiments.beyond;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.Tally;
import io.bloomtree.tree.TreeShape;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AnswerFrame.Answer;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import java.util.List;
import java.util.SplittableRandom;

/** The same event at many edges at once: how many deliver it, and what it costs the others. */
final class ContendedClaims implements Experiment {
  private static final int[] EDGES = {2, 4, 8, 16, 32, 64, 128, 256};
  private static final int REGIONS = 4;
  /** All copies of an event come within so many milliseconds. */
  private static final int BURST = 5;
  /** How long it takes to deliver an event. */
  private static final long DELIVERY = 20;
  private static final long BETWEEN_EVENTS = 2_000;
  private static final long SEED = 2;

  @Override public String name() {
    return "contended-claims";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Claims";
  }

  @Override public String title() {
    return "One event at many edges at once: one delivers it, the others wait";
  }

  /** What came of some events at a number of edges. */
  private record Contest(double delivered, double held, double millis, double longest) {}

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(2, 10, 50);
    int most = setup.scale().of(4, EDGES.length, EDGES.length);
    var table = DataTable.named("contention", "One event, offered at all edges within 5 ms")
        .column("edges", COUNT).column("delivered, no claims", NUMBER)
        .column("delivered", NUMBER).column("HELD answers an edge", NUMBER)
        .column("ms until all are answered", NUMBER).column("at most", NUMBER)
        .column("ms, no claims", NUMBER);
    for (int i = 0; i < most; i++) {
      Contest without = contest(EDGES[i], events, new NoClaims());
      Contest with = contest(EDGES[i], events, Interference.NONE);
      table.row(EDGES[i], without.delivered, with.delivered, with.held, with.millis, with.longest,
          without.millis);
      setup.progress().at(i + 1, most);
    }
    return findings(events, table.build());
  }

  private static Findings findings(int events, DataTable table) {
    double[] edges = table.numbers("edges");
    var delivered = Plot.named("delivered", "Deliveries of one event",
            Axis.logarithmic("edges that offer it at once"), Axis.logarithmic("deliveries"))
        .line("no claims: test, deliver, set", edges, table.numbers("delivered, no claims"))
        .line("claims", edges, table.numbers("delivered"))
        .build();
    var cost = Plot.named("waiting", "What the others wait",
            Axis.logarithmic("edges that offer it at once"),
            Axis.linear("ms until all are answered"))
        .line("claims", edges, table.numbers("ms until all are answered"))
        .line("no claims", edges, table.numbers("ms, no claims"))
        .build();
    int last = (int) edges[edges.length - 1];
    double[] each = table.numbers("delivered");
    boolean once = true;
    for (double number : each) {
      once &= number == 1;
    }
    double longest = table.number("ms until all are answered", last);
    double bound = BURST + DELIVERY + 2 * Settings.defaults().timing().heldRetry().toMillis();
    return new Findings(
        "%,d events a row, each offered at every edge of a tree with %d regions within %d ms; "
            .formatted(events, REGIONS, BURST)
            + "links take 1 to 5 ms, a delivery %d ms, and who is told HELD asks again in 50 ms. "
                .formatted(DELIVERY)
            + "Without claims is the same tree whose root says DISTINCT where it would say HELD: "
            + "who tests an event before the first delivery of it was recorded delivers it too.",
        List.of(table), List.of(delivered, cost),
        List.of(
            Comparison.claim("deliveries of one event offered at " + last + " edges at once",
                NUMBER.show(table.number("delivered, no claims", last)),
                NUMBER.show(table.number("delivered", last)), once,
                "Exactly one, at any number of edges"),
            Comparison.claim("ms until the last edge is answered, " + last + " edges",
                NUMBER.show(table.number("ms, no claims", last)), NUMBER.show(longest),
                longest <= bound,
                "The time of a delivery, and until the next question after it: within "
                    + NUMBER.show(bound) + " ms on average, however many wait"),
            Comparison.claim("HELD answers an edge, " + last + " edges", "none",
                NUMBER.show(table.number("HELD answers an edge", last)),
                table.number("HELD answers an edge", last) <= 2,
                "Each is one more question; one or two while one delivery takes " + DELIVERY
                    + " ms")));
  }

  private static Contest contest(int edges, int events, Interference interference) {
    var time = new VirtualTime();
    var random = new SplittableRandom(SEED);
    SlicePlan plan = SlicePlan.whole(BloomShape.sizedFor(1_000, 1e-9));
    var tree = new SimulatedTree(
        new TreeShape(2, Math.min(REGIONS, edges), edges, plan, plan, plan), Settings.defaults(),
        time, new Links(SEED, 0, 1, 5), interference);
    var deliveries = new Deliveries();
    double sum = 0;
    double longest = 0;
    for (int event = 1; event <= events; event++) {
      long begin = event * BETWEEN_EVENTS;
      long fingerprint = random.nextLong();
      for (int edge = 0; edge < edges; edge++) {
        int agent = edge;
        deliveries.offered(fingerprint);
        time.at(begin + random.nextInt(BURST), () ->
            offer(tree, time, agent, fingerprint, deliveries));
      }
      time.passWhile(() -> !deliveries.isComplete());
      sum += time.now() - begin;
      longest = Math.max(longest, time.now() - begin);
      time.passWhile(() -> !tree.isIdle());
    }
    double held = (double) tree.count(Tally.Count.HELD) / events / edges;
    return new Contest(deliveries.average(), held, sum / events, longest);
  }

  private static void offer(
      SimulatedTree tree, VirtualTime time, int agent, long fingerprint, Deliveries deliveries) {
    tree.claim(agent, fingerprint, (offer, resolution) -> {
      boolean isDistinct = ((Verdict) resolution).isDistinct();
      deliveries.told(fingerprint, isDistinct);
      if (isDistinct) {
        time.after(DELIVERY, () -> tree.confirm(agent, offer));
      }
    });
  }

  /** A root that says DISTINCT to all until the event is recorded. */
  private static final class NoClaims implements Interference {
    @Override public Packet sent(Endpoint from, Endpoint to, Packet packet) {
      return Rewriting.of(packet, AnswerFrame.class, NoClaims::withoutHeld);
    }

    private static AnswerFrame withoutHeld(AnswerFrame frame) {
      return new AnswerFrame(frame.decidedBy(), frame.level(), frame.answers().stream()
          .map(answer -> answer.outcome() == Outcome.HELD
              ? new Answer(answer.origin(), Outcome.DISTINCT, answer.degradation(), 0) : answer)
          .toList());
    }
  }
}
