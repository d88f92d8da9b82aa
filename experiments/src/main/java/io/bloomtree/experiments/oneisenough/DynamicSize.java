package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** How a filter with a window grows and shrinks with a burst, and what it errs meanwhile. */
final class DynamicSize implements Experiment {
  static final List<Integer> WINDOWS = List.of(100, 500, 1000);
  static final List<Integer> BURSTS = List.of(2, 5);
  static final double FPP = 0.02;
  static final int LONGEST = 1000;
  /** A filter that is as full as it may be would grow by chance. */
  private static final double ROOM = 1.1;
  private static final long SEED = 1;
  private static final int SAMPLES = 60;
  /** Sampled so rarely, a rate is of enough events to be one. */
  private static final int SAMPLES_A_RATE = 3;
  /** How many slots the stream would take without a burst: each phase is longer than a window. */
  private static final int USUAL_SLOTS = 20_000;

  @Override public String name() {
    return "dynamic-size";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figures 10, 11";
  }

  @Override public String title() {
    return "Filters that grow with a burst: their number, size and false positives";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(
        setup.scale().of(WebLog.LENGTH / 10, WebLog.LENGTH, WebLog.LENGTH), SEED));
    double perSlot = (double) log.length() / USUAL_SLOTS;
    var steady = new Arrivals(log.length(), perSlot, 1);
    int load = BurstRun.usualLoad(log.events(), steady, LONGEST);
    int expected = (int) Math.ceil(ROOM * load);
    Map<BurstCase, BurstRun> runs = new LinkedHashMap<>();
    int all = Trigger.values().length * WINDOWS.size() * BURSTS.size();
    for (Trigger trigger : Trigger.values()) {
      for (int window : WINDOWS) {
        for (int burst : BURSTS) {
          runs.put(new BurstCase(trigger, window, burst), BurstRun.of(
              log.events(), new Arrivals(log.length(), perSlot, burst),
              BurstRun.shape(expected, FPP, window, trigger), SAMPLES));
          setup.progress().at(runs.size(), all);
        }
      }
    }
    BurstRun tight = BurstRun.of(
        log.events(), steady, BurstRun.shape(load, FPP, LONGEST, Trigger.DENSITY), SAMPLES);
    return new Findings(setting(log, perSlot, expected),
        List.of(summary(runs), rates(runs), samples(runs)), plots(runs),
        new BurstClaims(runs, tight).all());
  }

  private static String setting(Trace log, double perSlot, int expected) {
    return "On " + log.name() + " of " + COUNT.show(log.length()) + " events, "
        + NUMBER.show(perSlot) + " in a slot; in the second third of the stream 2 or 5 times as "
        + "many. The paper prints neither its rate nor its first filter. Here that is the same for "
        + "all windows, for " + COUNT.show(expected) + " events at " + SHARE.show(FPP)
        + ": a tenth more than a window of 1,000 slots has before the burst. Our filters have "
        + "shares of the rate, which get smaller, so that they keep it together; the paper's have "
        + "the whole rate each. An event that is falsely claimed counts once in a window, though "
        + "its copies, which meet the same timers, are dropped too; a column has the rate with "
        + "these.";
  }

  private static DataTable summary(Map<BurstCase, BurstRun> runs) {
    var table = DataTable.named("filters", "Filters on average, and the size of all together")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("before", NUMBER).column("in the burst", NUMBER).column("most", COUNT)
        .column("after", NUMBER).column("changes", COUNT).column("lived, slots", NUMBER)
        .column("bytes before", COUNT).column("bytes in the burst", COUNT);
    runs.forEach((it, run) -> table.row(it.growth(), it.window(), it.burst(),
        run.before().filters(), run.burst().filters(), run.burst().most(),
        run.after().filters(), run.changes(), run.lived(),
        Math.round(run.before().bytes()), Math.round(run.burst().bytes())));
    return table.build();
  }

  private static DataTable rates(Map<BurstCase, BurstRun> runs) {
    var table = DataTable.named(
            "false-positives", "False positives, of events that did not come within the window")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("before", SHARE).column("in the burst", SHARE).column("after", SHARE)
        .column("with copies, in the burst", SHARE)
        .column("most if all had the whole rate", SHARE);
    runs.forEach((it, run) -> table.row(it.growth(), it.window(), it.burst(),
        run.before().falsePositiveRate(), run.burst().falsePositiveRate(),
        run.after().falsePositiveRate(), run.burst().rateWithCopies(),
        ofEqualFilters(run.burst().most())));
    return table.build();
  }

  /** The rate of filters that are all full, and have the whole rate each, as the paper's have. */
  static double ofEqualFilters(int filters) {
    return 1 - Math.pow(1 - FPP, filters);
  }

  private static DataTable samples(Map<BurstCase, BurstRun> runs) {
    var table = DataTable.named("over-time", "Over time")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("stream", SHARE).column("slot", COUNT).column("filters", COUNT)
        .column("bytes", COUNT).column("new events", COUNT)
        .column("false positives", COUNT);
    runs.forEach((it, run) -> run.samples().forEach(sample -> table.row(
        it.growth(), it.window(), it.burst(), sample.share(), sample.slot(), sample.filters(),
        sample.bytes(), sample.fresh(), sample.falsePositives())));
    return table.build();
  }

  private static List<Plot> plots(Map<BurstCase, BurstRun> runs) {
    List<Plot> plots = new ArrayList<>();
    for (Trigger trigger : Trigger.values()) {
      for (int window : WINDOWS) {
        plots.add(plot(runs, it -> it.trigger() == trigger && it.window() == window,
            BurstCase.growth(trigger) + "-" + window,
            "Growth by " + BurstCase.growth(trigger) + ", window of " + window + " slots",
            "filters", BurstRun.Sample::filters));
      }
    }
    plots.add(plot(runs, it -> it.window() == LONGEST, "size",
        "Size of all filters together, window of " + LONGEST + " slots", "KiB",
        sample -> sample.bytes() / 1024.0));
    for (int window : WINDOWS) {
      plots.add(ratePlot(runs, window));
    }
    return plots;
  }

  private static Plot plot(
      Map<BurstCase, BurstRun> runs, Predicate<BurstCase> which, String name, String title,
      String of, ToDoubleFunction<BurstRun.Sample> value) {
    var plot = Plot.named(name, title, Axis.linear("stream, %"), Axis.linear(of));
    runs.forEach((it, run) -> {
      if (which.test(it)) {
        plot.line(it.inWindow(), each(run.samples(), sample -> 100 * sample.share()),
            each(run.samples(), value));
      }
    });
    return plot.build();
  }

  private static Plot ratePlot(Map<BurstCase, BurstRun> runs, int window) {
    var plot = Plot.named("false-positives-" + window,
        "False positives, window of " + window + " slots",
        Axis.linear("stream, %"), Axis.linear("false positives, %"));
    runs.forEach((it, run) -> {
      if (it.window() == window) {
        List<BurstRun.Sample> rare = merged(run.samples());
        plot.line(it.inWindow(), each(rare, sample -> 100 * sample.share()),
            each(rare, sample -> 100 * sample.falsePositiveRate()));
      }
    });
    return plot.dashed("to be kept", new double[] {0, 100}, new double[] {100 * FPP, 100 * FPP})
        .build();
  }

  private static double[] each(
      List<BurstRun.Sample> samples, ToDoubleFunction<BurstRun.Sample> value) {
    return samples.stream().mapToDouble(value).toArray();
  }

  /** Some samples each as one. */
  private static List<BurstRun.Sample> merged(List<BurstRun.Sample> samples) {
    List<BurstRun.Sample> merged = new ArrayList<>();
    for (int from = 0; from < samples.size(); from += SAMPLES_A_RATE) {
      int to = Math.min(samples.size(), from + SAMPLES_A_RATE);
      merged.add(samples.subList(from, to).stream().reduce(BurstRun.Sample::and).orElseThrow());
    }
    return merged;
  }
}
