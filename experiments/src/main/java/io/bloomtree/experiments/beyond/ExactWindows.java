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
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.beyond.SimulatedTree.Interference;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Settings;
import io.bloomtree.tree.TreeShape;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** How long an event is remembered in a dense tree when copies keep coming at other leaves. */
final class ExactWindows implements Experiment {
  private static final Window WINDOW = Window.of(Duration.ofMinutes(1));
  private static final int DEEPEST = 4;
  private static final int[] DEPTHS = {1, 2, 3, DEEPEST};
  private static final int[] FEW_DEPTHS = {1, DEEPEST};
  private static final int REGIONS = 2;
  private static final int AGENTS = 8;
  /** Copies of an event come that often in a window, on average. */
  private static final int COPIES = 6;
  private static final int WINDOWS = 6;
  private static final long BEGIN = 1_000;
  private static final long SEED = 4;

  @Override public String name() {
    return "exact-windows";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "Sliding windows in dense trees";
  }

  @Override public String title() {
    return "How long events are remembered where copies are recorded too";
  }

  /** What is recorded, and what is said of it. */
  private enum Variant {
    SPARSE("sparse", Mode.SPARSE, Interference.NONE),
    AGES("dense, ages carried", Mode.DENSE, Interference.NONE),
    NO_AGES("dense, no ages", Mode.DENSE, new NoAges());

    private final String words;
    private final Mode mode;
    private final Interference interference;

    Variant(String words, Mode mode, Interference interference) {
      this.words = words;
      this.mode = mode;
      this.interference = interference;
    }

    Settings settings() {
      Settings usual = Settings.defaults();
      return new Settings(mode, usual.probing(), 0, usual.slices(), usual.parent(),
          usual.timing(), usual.batching(), usual.limits());
    }
  }

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(10, 200, 3_000);
    int[] depths = setup.scale() == Scale.TINY ? FEW_DEPTHS : DEPTHS;
    int steps = depths.length * Variant.values().length;
    var table = DataTable.named("windows", "Copies within the window and after it")
        .column("tree", TEXT).column("levels", COUNT)
        .column("copies in the window", COUNT).column("delivered too early", SHARE)
        .column("copies after it", COUNT).column("dropped too late", SHARE)
        .column("longest remembered, windows", NUMBER).column("found at the leaf", SHARE);
    var plot = Plot.named("remembered", "Copies dropped, by the age of the event",
        Axis.linear("time since its delivery, windows"), Axis.linear("share of copies dropped"));
    int done = 0;
    for (Variant variant : Variant.values()) {
      for (int levels : depths) {
        Memories memories = memories(variant, levels, events);
        table.row(variant.words, levels, memories.within(), memories.early(), memories.after(),
            memories.late(), memories.longest(), memories.atLeaf());
        if (variant == Variant.NO_AGES || variant == Variant.AGES && levels == DEEPEST) {
          plot.line(variant.words + ", levels: " + levels, Memories.bins(), memories.dropped());
        }
        setup.progress().at(++done, steps);
      }
    }
    return findings(events, table.build(), plot.build());
  }

  private static Findings findings(int events, DataTable table, Plot plot) {
    String with = Variant.AGES.words;
    String without = Variant.NO_AGES.words;
    double late = table.number("dropped too late", with, DEEPEST);
    double early = table.number("delivered too early", with, DEEPEST);
    double longest = table.number("longest remembered, windows", with, DEEPEST);
    double slot = 1.0 / WINDOW.slots();
    double transit = Memories.TRANSIT / (double) WINDOW.span();
    return new Findings(
        "%,d events, copies of each %d times a minute at any of %d agents for %d minutes; a window "
            .formatted(events, COPIES, AGENTS, WINDOWS)
            + "of one minute in 100 slots at every node, links of 1 to 5 ms. In a dense tree the "
            + "nodes below a hit record the copy. Without ages is the same tree whose answers and "
            + "confirms say that the event is new: each level may then begin the window anew. A "
            + "slot and the time that messages take count as within the window.",
        List.of(table, ages(plot)), List.of(plot),
        List.of(
            Comparison.claim("longest time an event is remembered, in windows, 4 levels",
                NUMBER.show(table.number("longest remembered, windows", without, DEEPEST)),
                NUMBER.show(longest), longest <= 1 + slot + transit,
                "The window and its last slot; without ages up to a window more for each level"),
            Comparison.claim("copies dropped though the window was over, 4 levels",
                SHARE.show(table.number("dropped too late", without, DEEPEST)), SHARE.show(late),
                late == 0, "Each is an event that should have been delivered"),
            Comparison.claim("copies delivered within the window, 4 levels",
                SHARE.show(table.number("delivered too early", without, DEEPEST)),
                SHARE.show(early), early == 0, ""),
            Comparison.claim("duplicates found at the leaf itself, 4 levels",
                SHARE.show(table.number("found at the leaf", Variant.SPARSE.words, DEEPEST))
                    + " in a sparse tree, which the paper says to use",
                SHARE.show(table.number("found at the leaf", with, DEEPEST)),
                table.number("found at the leaf", with, DEEPEST)
                    > table.number("found at the leaf", Variant.SPARSE.words, DEEPEST),
                "Why one wants a dense tree: no message is sent for these")));
  }

  private static DataTable ages(Plot plot) {
    var table = DataTable.named("ages", "Copies dropped, by the age of the event in windows")
        .column("age, windows", NUMBER);
    plot.series().forEach(series -> table.column(series.name(), SHARE));
    for (int bin = 0; bin < Memories.bins().length; bin++) {
      int index = bin;
      table.row(Stream.concat(
          Stream.of(Memories.bins()[index]),
          plot.series().stream().map(series -> series.y()[index])).toArray());
    }
    return table.build();
  }

  private static Memories memories(Variant variant, int levels, int events) {
    var time = new VirtualTime();
    var random = new SplittableRandom(SEED);
    SlicePlan plan = SlicePlan.whole(SlidingShape.sizedFor(Math.max(100, events), 1e-6, WINDOW));
    var tree = new SimulatedTree(
        new TreeShape(levels, REGIONS, AGENTS, plan, plan, plan), variant.settings(), time,
        new Links(SEED, 0, 1, 5), variant.interference);
    var memories = new Memories(WINDOW, levels);
    long end = BEGIN + WINDOWS * WINDOW.span();
    for (int event = 0; event < events; event++) {
      long fingerprint = random.nextLong();
      for (long at = BEGIN + random.nextLong(WINDOW.span()); at < end; at += gap(random)) {
        int agent = random.nextInt(AGENTS);
        time.at(at, () -> tree.offer(agent, fingerprint, (offer, resolution) ->
            memories.told(fingerprint, (Verdict) resolution, time.now())));
      }
    }
    boolean[] isOver = {false};
    time.at(end + Memories.TRANSIT, () -> isOver[0] = true);
    time.passWhile(() -> !isOver[0]);
    return memories;
  }

  /** Until the next copy: exponential, so that copies come independently of each other. */
  private static long gap(SplittableRandom random) {
    return 1 + (long) (-Math.log(1 - random.nextDouble()) * WINDOW.span() / COPIES);
  }
}
