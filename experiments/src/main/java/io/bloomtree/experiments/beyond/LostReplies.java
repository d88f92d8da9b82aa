package io.bloomtree.experiments.beyond;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.experiments.beyond.TestAndSetTree.OnSilence;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.TreeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Ask, claim and confirm against plain test-and-set when replies are lost: whose events nobody
 * delivers.
 */
final class LostReplies implements Experiment {
  private static final double[] LOSSES = {0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5};
  /** The loss that is compared. */
  private static final double TYPICAL = 0.1;
  private static final int LEVELS = 2;
  private static final int REGIONS = 2;
  private static final int AGENTS = 8;
  /** Each event is offered that often, each time somewhere. */
  private static final int COPIES = 2;
  /** So low that no event is lost to a false positive. */
  private static final double FPP = 1e-9;
  private static final long BEGIN = 1_000;
  private static final long BEFORE_OFFERED_AGAIN = 100;
  private static final long SEED = 1;

  @Override public String name() {
    return "lost-replies";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Ask, claim, confirm";
  }

  @Override public String title() {
    return "Events that nobody delivers because a reply was lost";
  }

  /** An event that is offered somewhere at a time. */
  private record Arrival(long time, int agent, long fingerprint) {}

  /**
   * What came of all offers.
   *
   * @param millis from the first offer to a verdict, on average
   * @param repeats offers that failed and were made again
   * @param longest the most milliseconds until an offer ended, one way or the other
   */
  private record Outcome(Deliveries deliveries, double millis, long repeats, long longest) {}

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(250, 3_000, 20_000);
    List<Arrival> arrivals = arrivals(events);
    BloomShape shape = BloomShape.sizedFor(events, FPP);
    SlicePlan plan = SlicePlan.whole(shape);
    var tree = new TreeShape(LEVELS, REGIONS, AGENTS, plan, plan, plan);
    var table = DataTable.named("lost-replies", "Lost replies, and what becomes of the events")
        .column("replies lost per hop", SHARE).column("expected", SHARE)
        .column("test-and-set: lost", SHARE)
        .column("delivers on silence: delivered twice", SHARE)
        .column("here: lost", SHARE).column("here: delivered twice", SHARE)
        .column("here: offered again", COUNT)
        .column("test-and-set: ms to a verdict", NUMBER).column("here: ms to a verdict", NUMBER)
        .column("here: ms to the end of an offer, at most", COUNT);
    for (int i = 0; i < LOSSES.length; i++) {
      double loss = LOSSES[i];
      var links = new Links(SEED, loss, 1, 5);
      Outcome plain = plain(tree, links, OnSilence.RETRY, arrivals);
      Outcome eager = plain(tree, links, OnSilence.DELIVER, arrivals);
      Outcome ours = ours(tree, links, arrivals);
      table.row(loss, 1 - Math.pow(1 - loss, LEVELS), plain.deliveries.lost(),
          eager.deliveries.repeated(), ours.deliveries.lost(), ours.deliveries.repeated(),
          ours.repeats, plain.millis, ours.millis, ours.longest);
      setup.progress().at(i + 1, LOSSES.length);
    }
    return findings(events, table.build());
  }

  private static Findings findings(int events, DataTable table) {
    double[] losses = table.numbers("replies lost per hop");
    var plot = Plot.named("events-lost", "Events lost, by replies lost",
            Axis.linear("replies lost on a hop"), Axis.linear("share of events"))
        .line("lost: test-and-set, asking again", losses, table.numbers("test-and-set: lost"))
        .dashed("expected of it, 1 - (1 - p)^2", losses, table.numbers("expected"))
        .line("delivered twice: test-and-set, delivering", losses,
            table.numbers("delivers on silence: delivered twice"))
        .line("lost: ask, claim, confirm", losses, table.numbers("here: lost"))
        .line("delivered twice: ask, claim, confirm", losses,
            table.numbers("here: delivered twice"))
        .build();
    var waiting = Plot.named("waiting", "Time to a verdict, by replies lost",
            Axis.linear("replies lost on a hop"), Axis.logarithmic("ms, on average"))
        .line("test-and-set, asking again", losses, table.numbers("test-and-set: ms to a verdict"))
        .line("ask, claim, confirm", losses, table.numbers("here: ms to a verdict"))
        .build();
    double deadline = Settings.defaults().timing().deadline().toMillis();
    double longest = max(table.numbers("here: ms to the end of an offer, at most"));
    double most = max(table.numbers("here: lost"));
    double twice = max(table.numbers("here: delivered twice"));
    return new Findings(
        "%,d events, each offered %d times among %d agents below %d regions and a root, on links "
            .formatted(events, COPIES, AGENTS, REGIONS)
            + "of 1 to 5 ms that lose what is sent downwards in some milliseconds, the same ones "
            + "for all. Test-and-set is Algorithm 1 of \"One is Enough\"; its clients ask again, "
            + "or deliver, when 500 ms have passed without an answer. Ours has its default times.",
        List.of(table), List.of(plot, waiting),
        List.of(
            Comparison.claim("events lost at 10 % lost replies",
                SHARE.show(table.number("test-and-set: lost", TYPICAL)),
                SHARE.show(table.number("here: lost", TYPICAL)),
                table.number("here: lost", TYPICAL) == 0,
                "The second try finds the bits that the first one set"),
            Comparison.claim("events delivered twice at 10 % lost replies",
                SHARE.show(table.number("delivers on silence: delivered twice", TYPICAL))
                    + ", if clients deliver what they hear nothing of",
                SHARE.show(table.number("here: delivered twice", TYPICAL)),
                table.number("here: delivered twice", TYPICAL) == 0, ""),
            Comparison.claim("events lost or delivered twice at any loss up to a half",
                "up to " + SHARE.show(max(table.numbers("test-and-set: lost"))) + " lost",
                SHARE.show(most) + " and " + SHARE.show(twice), most == 0 && twice == 0, ""),
            Comparison.claim("longest an offer takes to end, ms",
                "as long as it takes; " + NUMBER.show(
                    table.number("test-and-set: ms to a verdict", TYPICAL))
                    + " on average at 10 % lost replies",
                COUNT.show(longest) + "; a verdict after "
                    + NUMBER.show(table.number("here: ms to a verdict", TYPICAL))
                    + " on average at 10 %",
                longest <= deadline,
                "What it costs is time: lost replies look like a slow parent, which is asked less "
                    + "and less often, every 2 s at last. Offers that no verdict was reached for by "
                    + "their deadline of 5 s fail, and their producers offer them again: "
                    + COUNT.show(table.number("here: offered again", TYPICAL)) + " of "
                    + COUNT.show(COPIES * events) + " at 10 %")));
  }

  private static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  /** One offer a millisecond, on average; copies come whenever. */
  private static List<Arrival> arrivals(int events) {
    var random = new SplittableRandom(SEED);
    List<Arrival> arrivals = new ArrayList<>();
    for (int event = 0; event < events; event++) {
      long fingerprint = random.nextLong();
      for (int copy = 0; copy < COPIES; copy++) {
        long time = BEGIN + random.nextLong((long) events * COPIES);
        arrivals.add(new Arrival(time, random.nextInt(AGENTS), fingerprint));
      }
    }
    return arrivals;
  }

  private static Outcome plain(
      TreeShape shape, Links links, OnSilence onSilence, List<Arrival> arrivals) {
    var time = new VirtualTime();
    long patience = Settings.defaults().timing().retry().toMillis();
    var tree = new TestAndSetTree(shape, time, links, onSilence, patience);
    var deliveries = new Deliveries();
    var waited = new long[1];
    for (Arrival arrival : arrivals) {
      deliveries.offered(arrival.fingerprint);
      time.at(arrival.time, () ->
          tree.offer(arrival.agent, arrival.fingerprint, isDistinct -> {
            waited[0] += time.now() - arrival.time;
            deliveries.told(arrival.fingerprint, isDistinct);
          }));
    }
    time.passWhile(() -> !deliveries.isComplete());
    return new Outcome(deliveries, (double) waited[0] / arrivals.size(), 0, 0);
  }

  private static Outcome ours(TreeShape shape, Links links, List<Arrival> arrivals) {
    var time = new VirtualTime();
    var tree =
        new SimulatedTree(shape, Settings.defaults(), time, links, Interference.NONE);
    var producer = new Producer(tree, time);
    for (Arrival arrival : arrivals) {
      producer.deliveries.offered(arrival.fingerprint);
      time.at(arrival.time, () -> producer.offer(arrival));
    }
    time.passWhile(() -> !producer.deliveries.isComplete());
    return new Outcome(producer.deliveries, (double) producer.waited / arrivals.size(),
        producer.repeats, producer.longest);
  }

  /** Offers an event again when nobody decided about it in time. */
  private static final class Producer {
    final Deliveries deliveries = new Deliveries();
    long waited;
    long repeats;
    long longest;
    private final SimulatedTree tree;
    private final VirtualTime time;

    Producer(SimulatedTree tree, VirtualTime time) {
      this.tree = tree;
      this.time = time;
    }

    void offer(Arrival arrival) {
      long begin = time.now();
      tree.offer(arrival.agent, arrival.fingerprint, (offer, resolution) -> {
        longest = Math.max(longest, time.now() - begin);
        if (resolution instanceof Verdict verdict) {
          waited += time.now() - arrival.time;
          deliveries.told(arrival.fingerprint, verdict.isDistinct());
        } else {
          repeats++;
          time.after(BEFORE_OFFERED_AGAIN, () -> offer(arrival));
        }
      });
    }
  }
}
