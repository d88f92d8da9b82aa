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
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.beyond.Producers.Arrival;
import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.experiments.beyond.TestAndSetTree.OnSilence;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.TreeShape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Ask, claim and confirm against plain test-and-set when replies are lost: whose events nobody
 * delivers.
 */
final class LostReplies implements Experiment {
  private static final double[] LOSSES = {0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5};
  private static final double[] FEW_LOSSES = {0, 0.1, 0.3};
  /** The loss that is compared. */
  private static final double TYPICAL = 0.1;
  private static final int LEVELS = 2;
  private static final int REGIONS = 2;
  private static final int AGENTS = 8;
  /** Each event is offered that often, each time somewhere. */
  private static final int COPIES = 2;
  /** So low that no event is lost to a false positive. */
  private static final double FPP = 1e-9;
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

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(250, 2_000, 20_000);
    List<Arrival> arrivals = Producers.arrivals(events, COPIES, AGENTS, SEED);
    BloomShape shape = BloomShape.sizedFor(events, FPP);
    SlicePlan plan = SlicePlan.whole(shape);
    var tree = new TreeShape(LEVELS, REGIONS, AGENTS, plan, plan, plan);
    var fates = DataTable.named("events", "Events, by the share of replies lost on a hop")
        .column("replies lost", SHARE).column("expected lost", SHARE)
        .column("lost, test-and-set", SHARE).column("twice, if it delivers", SHARE)
        .column("lost, here", SHARE).column("twice, here", SHARE);
    var times = DataTable.named("times", "Milliseconds to a verdict, and offers that failed")
        .column("replies lost", SHARE).column("average, test-and-set", NUMBER)
        .column("average, here", NUMBER).column("offered again", COUNT)
        .column("longest offer", COUNT);
    double[] losses = setup.scale() == Scale.TINY ? FEW_LOSSES : LOSSES;
    for (int i = 0; i < losses.length; i++) {
      double loss = losses[i];
      var links = new Links(SEED, loss, 1, 5);
      Producers plain = plain(tree, links, OnSilence.RETRY, arrivals);
      Producers eager = plain(tree, links, OnSilence.DELIVER, arrivals);
      Producers ours = ours(tree, links, arrivals);
      fates.row(loss, 1 - Math.pow(1 - loss, LEVELS), plain.deliveries().lost(),
          eager.deliveries().repeated(), ours.deliveries().lost(), ours.deliveries().repeated());
      times.row(loss, plain.average(), ours.average(), ours.repeats(), ours.longest());
      setup.progress().at(i + 1, losses.length);
    }
    return findings(events, fates.build(), times.build());
  }

  private static Findings findings(int events, DataTable fates, DataTable times) {
    double[] losses = fates.numbers("replies lost");
    var plot = Plot.named("events-lost", "Events lost, by replies lost",
            Axis.linear("replies lost on a hop"), Axis.linear("share of events"))
        .line("lost: test-and-set, asking again", losses, fates.numbers("lost, test-and-set"))
        .dashed("expected of it, 1 - (1 - p)^2", losses, fates.numbers("expected lost"))
        .line("delivered twice: test-and-set, delivering", losses,
            fates.numbers("twice, if it delivers"))
        .line("lost: ask, claim, confirm", losses, fates.numbers("lost, here"))
        .line("delivered twice: ask, claim, confirm", losses,
            fates.numbers("twice, here"))
        .build();
    var waiting = Plot.named("waiting", "Time to a verdict, by replies lost",
            Axis.linear("replies lost on a hop"), Axis.logarithmic("ms, on average"))
        .line("test-and-set, asking again", losses, times.numbers("average, test-and-set"))
        .line("ask, claim, confirm", losses, times.numbers("average, here"))
        .build();
    double deadline = Settings.defaults().timing().deadline().toMillis();
    double longest = max(times.numbers("longest offer"));
    double most = max(fates.numbers("lost, here"));
    double twice = max(fates.numbers("twice, here"));
    return new Findings(
        "%,d events, each offered %d times among %d agents below %d regions and a root, on links "
            .formatted(events, COPIES, AGENTS, REGIONS)
            + "of 1 to 5 ms that lose what is sent downwards in some milliseconds, the same ones "
            + "for all. Test-and-set is Algorithm 1 of \"One is Enough\"; its clients ask again, "
            + "or deliver, when 500 ms have passed without an answer. Ours has its default times.",
        List.of(fates, times), List.of(plot, waiting),
        List.of(
            Comparison.claim("events lost at 10 % lost replies",
                SHARE.show(fates.number("lost, test-and-set", TYPICAL)),
                SHARE.show(fates.number("lost, here", TYPICAL)),
                fates.number("lost, here", TYPICAL) == 0,
                "The second try finds the bits that the first one set"),
            Comparison.claim("events delivered twice at 10 % lost replies",
                SHARE.show(fates.number("twice, if it delivers", TYPICAL))
                    + ", if clients deliver what they hear nothing of",
                SHARE.show(fates.number("twice, here", TYPICAL)),
                fates.number("twice, here", TYPICAL) == 0, ""),
            Comparison.claim("events lost or delivered twice, at any loss",
                "up to " + SHARE.show(max(fates.numbers("lost, test-and-set"))) + " lost",
                SHARE.show(most) + " and " + SHARE.show(twice), most == 0 && twice == 0, ""),
            Comparison.claim("longest an offer takes to end, ms",
                "as long as it takes; " + NUMBER.show(
                    times.number("average, test-and-set", TYPICAL))
                    + " on average at 10 % lost replies",
                COUNT.show(longest) + "; a verdict after "
                    + NUMBER.show(times.number("average, here", TYPICAL))
                    + " on average at 10 %",
                longest <= deadline,
                "What it costs is time: lost replies look like a slow parent, which is asked less "
                    + "and less often, every 2 s at last. Offers without a verdict by their "
                    + "deadline of 5 s fail, and their producers offer them again: "
                    + COUNT.show(times.number("offered again", TYPICAL)) + " of "
                    + COUNT.show(COPIES * events) + " at 10 %")));
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static Producers plain(
      TreeShape shape, Links links, OnSilence onSilence, List<Arrival> arrivals) {
    var time = new VirtualTime();
    long patience = Settings.defaults().timing().retry().toMillis();
    var tree = new TestAndSetTree(shape, time, links, onSilence, patience);
    return new Producers(time, (agent, fingerprint, ended) ->
        tree.offer(agent, fingerprint, isDistinct -> ended.accept(Optional.of(isDistinct))))
        .run(arrivals);
  }

  private static Producers ours(TreeShape shape, Links links, List<Arrival> arrivals) {
    var time = new VirtualTime();
    var tree = new SimulatedTree(shape, Settings.defaults(), time, links, Interference.NONE);
    return new Producers(time, (agent, fingerprint, ended) ->
        tree.offer(agent, fingerprint, (offer, resolution) ->
            ended.accept(resolution instanceof Verdict verdict
                ? Optional.of(verdict.isDistinct()) : Optional.empty())))
        .run(arrivals);
  }
}
