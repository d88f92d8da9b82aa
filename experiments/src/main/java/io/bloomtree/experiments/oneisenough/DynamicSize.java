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
import io.bloomtree.filter.GrowingShape.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a filter with a window grows and shrinks with a burst, and what it errs meanwhile. */
final class DynamicSize implements Experiment {
  static final List<Integer> WINDOWS = List.of(100, 500, 1000);
  static final List<Integer> BURSTS = List.of(2, 5);
  static final double FPP = 0.02;
  private static final int LONGEST = 1000;
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

  /** What is varied. */
  private record Case(Trigger trigger, int window, int burst) {
    String growth() {
      return trigger.name().toLowerCase(Locale.ROOT);
    }

    /** What distinguishes its curve from those of other windows. */
    String inWindow() {
      return growth() + ", burst of " + burst + " times";
    }
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(
        setup.scale().of(WebLog.LENGTH / 5, WebLog.LENGTH, WebLog.LENGTH), SEED));
    double perSlot = (double) log.length() / USUAL_SLOTS;
    int expected = BurstRun.usualLoad(
        log.events(), new Arrivals(log.length(), perSlot, 1), LONGEST);
    Map<Case, BurstRun> runs = new LinkedHashMap<>();
    int all = Trigger.values().length * WINDOWS.size() * BURSTS.size();
    for (Trigger trigger : Trigger.values()) {
      for (int window : WINDOWS) {
        for (int burst : BURSTS) {
          runs.put(new Case(trigger, window, burst), BurstRun.of(
              log.events(), new Arrivals(log.length(), perSlot, burst),
              BurstRun.shape(expected, FPP, window, trigger), SAMPLES));
          setup.progress().at(runs.size(), all);
        }
      }
    }
    return new Findings(setting(log, perSlot, expected),
        List.of(summary(runs), rates(runs), samples(runs)), plots(runs), comparisons(runs));
  }

  private static String setting(Trace log, double perSlot, int expected) {
    return "On " + log.name() + " of " + COUNT.show(log.length()) + " events, "
        + NUMBER.show(perSlot) + " in a slot; in the second third of the stream 2 or 5 times as "
        + "many. The paper prints neither its rate nor its first filter. Here that is the same for "
        + "all windows, for " + COUNT.show(expected) + " events at " + SHARE.show(FPP)
        + ": the most that a window of 1,000 slots has before the burst. Our filters have shares "
        + "of the rate, which get smaller, so that they keep it together; the paper's have the "
        + "whole rate each.";
  }

  private static DataTable summary(Map<Case, BurstRun> runs) {
    var table = DataTable.named("filters", "Filters on average, and the size of all together")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("before", NUMBER).column("in the burst", NUMBER).column("most", COUNT)
        .column("after", NUMBER).column("changes", COUNT).column("lived, slots", COUNT)
        .column("bytes before", COUNT).column("bytes in the burst", COUNT);
    runs.forEach((it, run) -> table.row(it.growth(), it.window, it.burst, run.before().filters(),
        run.burst().filters(), run.burst().most(), run.after().filters(), run.changes(),
        run.lived(), Math.round(run.before().bytes()), Math.round(run.burst().bytes())));
    return table.build();
  }

  private static DataTable rates(Map<Case, BurstRun> runs) {
    var table = DataTable.named("false-positives", "False positives, of events not in the window")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("before", SHARE).column("in the burst", SHARE).column("after", SHARE)
        .column("most if all had the whole rate", SHARE);
    runs.forEach((it, run) -> table.row(it.growth(), it.window, it.burst,
        run.before().falsePositiveRate(), run.burst().falsePositiveRate(),
        run.after().falsePositiveRate(), ofEqualFilters(run.burst().most())));
    return table.build();
  }

  /** The rate of filters that are all full, and have the whole rate each, as the paper's have. */
  private static double ofEqualFilters(int filters) {
    return 1 - Math.pow(1 - FPP, filters);
  }

  private static DataTable samples(Map<Case, BurstRun> runs) {
    var table = DataTable.named("over-time", "Over time")
        .column("growth", TEXT).column("window, slots", COUNT).column("burst, times", COUNT)
        .column("stream", SHARE).column("slot", COUNT).column("filters", COUNT)
        .column("bytes", COUNT).column("events not in the window", COUNT)
        .column("false positives", COUNT);
    runs.forEach((it, run) -> run.samples().forEach(sample -> table.row(
        it.growth(), it.window, it.burst, sample.share(), sample.slot(), sample.filters(),
        sample.bytes(), sample.fresh(), sample.falsePositives())));
    return table.build();
  }

  private static List<Plot> plots(Map<Case, BurstRun> runs) {
    List<Plot> plots = new ArrayList<>();
    for (Trigger trigger : Trigger.values()) {
      for (int window : WINDOWS) {
        plots.add(plot(runs, it -> it.trigger == trigger && it.window == window,
            trigger.name().toLowerCase(Locale.ROOT) + "-" + window,
            "Growth by " + trigger.name().toLowerCase(Locale.ROOT) + ", window of " + window
                + " slots", "filters", BurstRun.Sample::filters));
      }
    }
    plots.add(plot(runs, it -> it.window == LONGEST, "size",
        "Size of all filters together, window of " + LONGEST + " slots", "KiB",
        sample -> sample.bytes() / 1024.0));
    for (int window : WINDOWS) {
      plots.add(ratePlot(runs, window));
    }
    return plots;
  }

  private static Plot plot(
      Map<Case, BurstRun> runs, Predicate<Case> which, String name, String title, String of,
      ToDoubleFunction<BurstRun.Sample> value) {
    var plot = Plot.named(name, title, Axis.linear("stream, %"), Axis.linear(of));
    runs.forEach((it, run) -> {
      if (which.test(it)) {
        plot.line(it.inWindow(), each(run.samples(), sample -> 100 * sample.share()),
            each(run.samples(), value));
      }
    });
    return plot.build();
  }

  private static Plot ratePlot(Map<Case, BurstRun> runs, int window) {
    var plot = Plot.named("false-positives-" + window,
        "False positives, window of " + window + " slots",
        Axis.linear("stream, %"), Axis.linear("false positives, %"));
    runs.forEach((it, run) -> {
      if (it.window == window) {
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
    for (int i = SAMPLES_A_RATE - 1; i < samples.size(); i += SAMPLES_A_RATE) {
      merged.add(samples.subList(i - SAMPLES_A_RATE + 1, i + 1).stream()
          .reduce(BurstRun.Sample::and).orElseThrow());
    }
    return merged;
  }

  private static List<Comparison> comparisons(Map<Case, BurstRun> runs) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Trigger trigger : Trigger.values()) {
      String growth = trigger.name().toLowerCase(Locale.ROOT);
      BurstRun longest = runs.get(new Case(trigger, LONGEST, 5));
      comparisons.add(Comparison.claim(
          growth + ", 1,000 slots, 5 times: filters before, in and after the burst",
          "additional ones are temporarily created",
          NUMBER.show(longest.before().filters()) + ", " + NUMBER.show(longest.burst().filters())
              + ", " + NUMBER.show(longest.after().filters()),
          longest.burst().fewest() > longest.before().most()
              && longest.after().most() <= longest.before().most(), ""));
      for (int burst : BURSTS) {
        comparisons.add(byWindow(runs, trigger, burst,
            "extra filters", "the more, the larger the window",
            run -> run.burst().filters() - run.before().filters()));
        comparisons.add(byWindow(runs, trigger, burst,
            "slots that extra filters outlive the burst", "the longer, the larger the window",
            BurstRun::lived));
      }
    }
    comparisons.addAll(fluctuations(runs));
    comparisons.add(growthWithoutBurst(runs));
    comparisons.add(errors(runs));
    return comparisons;
  }

  private static Comparison byWindow(
      Map<Case, BurstRun> runs, Trigger trigger, int burst, String what, String paper,
      ToDoubleFunction<BurstRun> value) {
    double[] values = WINDOWS.stream()
        .mapToDouble(window -> value.applyAsDouble(runs.get(new Case(trigger, window, burst))))
        .toArray();
    return Comparison.claim(
        trigger.name().toLowerCase(Locale.ROOT) + ", " + burst + " times: " + what, paper,
        NUMBER.show(values[0]) + ", " + NUMBER.show(values[1]) + ", " + NUMBER.show(values[2])
            + " for 100, 500, 1,000 slots",
        values[0] <= values[1] && values[1] <= values[2] && values[0] < values[2],
        "the fewest are none: as long as the burst fits into the first filter nothing grows");
  }

  private static List<Comparison> fluctuations(Map<Case, BurstRun> runs) {
    return WINDOWS.stream().map(window -> {
      int[] density = changes(runs, Trigger.DENSITY, window);
      int[] cardinality = changes(runs, Trigger.CARDINALITY, window);
      return Comparison.claim(window + " slots: changes in the number of filters",
          "more by cardinality than by density",
          "by cardinality " + cardinality[0] + " and " + cardinality[1] + ", by density "
              + density[0] + " and " + density[1] + " for bursts of 2 and 5 times",
          cardinality[0] > density[0] && cardinality[1] > density[1], "");
    }).toList();
  }

  private static int[] changes(Map<Case, BurstRun> runs, Trigger trigger, int window) {
    return BURSTS.stream()
        .mapToInt(burst -> runs.get(new Case(trigger, window, burst)).changes()).toArray();
  }

  private static Comparison growthWithoutBurst(Map<Case, BurstRun> runs) {
    String found = Stream.of(Trigger.values()).map(trigger -> {
      List<BurstRun.Phase> calm = calm(runs, trigger);
      return "by " + trigger.name().toLowerCase(Locale.ROOT) + " "
          + calm.stream().mapToInt(BurstRun.Phase::fewest).min().orElseThrow() + " to "
          + calm.stream().mapToInt(BurstRun.Phase::most).max().orElseThrow();
    }).collect(Collectors.joining(", "));
    boolean holds = calm(runs, Trigger.DENSITY).stream().allMatch(it -> it.most() == 1)
        && calm(runs, Trigger.CARDINALITY).stream()
            .allMatch(it -> it.fewest() >= 1 && it.most() == 2);
    return Comparison.claim("filters at the initial rate (Section 5)",
        "by density 1, by cardinality between 1 and 2", found, holds, "");
  }

  private static List<BurstRun.Phase> calm(Map<Case, BurstRun> runs, Trigger trigger) {
    return runs.entrySet().stream().filter(entry -> entry.getKey().trigger == trigger)
        .map(entry -> entry.getValue().before()).toList();
  }

  private static Comparison errors(Map<Case, BurstRun> runs) {
    double worst = runs.values().stream()
        .flatMap(run -> Stream.of(run.before(), run.burst(), run.after()))
        .mapToDouble(BurstRun.Phase::falsePositiveRate).max().orElseThrow();
    int most = runs.values().stream().mapToInt(run -> run.burst().most()).max().orElseThrow();
    return Comparison.claim("worst rate of false positives, of any phase",
        "kept below a threshold, here " + SHARE.show(FPP), SHARE.show(worst), worst <= FPP,
        "the paper's filters, of the whole rate each, may add up to "
            + SHARE.show(ofEqualFilters(most)) + " where there are " + most);
  }
}
