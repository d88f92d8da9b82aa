package io.bloomtree.experiments.oneisenough;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.ErrorRates;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.stream.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Slicing leaves the false positives of a filter alone if vertical, and not if horizontal. */
final class SlicedFalsePositives implements Experiment {
  private static final List<Integer> SLICES = List.of(1, 10, 40, 100, 400, 1_000);
  private static final String TARGET = "target";
  private static final String VERTICAL = "vertical";
  private static final String EVEN = "horizontal, m/S bits";
  private static final String SIZED = "horizontal, as planned";
  private static final String MORE = "its memory, more by";
  private static final String EQ3 = "Eq. 3";
  private static final String EQ4 = "Eq. 4";
  /** What chance may do to a count, in standard deviations. */
  private static final double DEVIATIONS = 3.9;

  @Override public String name() {
    return "sliced-false-positives";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figures 5(a), 7(a), (b)";
  }

  @Override public String title() {
    return "False positives against the number of slices";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  /** False positives of each way to cut, and of how many. */
  private static final class Counts {
    private long vertical;
    private long even;
    private long sized;
    private long distinct;

    private double rate(long falsePositives) {
      return (double) falsePositives / distinct;
    }
  }

  @Override public Findings run(Setup setup) {
    List<Input> inputs = Input.of(setup, setup.scale().of(5_000, DataSet.LENGTH, DataSet.LENGTH),
        setup.scale().of(1, 1, 30), DataSet.values());
    var tables = new ArrayList<DataTable>();
    var plots = new ArrayList<Plot>();
    var comparisons = new ArrayList<Comparison>();
    for (int i = 0; i < inputs.size(); i++) {
      Input input = inputs.get(i);
      DataTable table = table(input, setup.progress().part(i, inputs.size()));
      tables.add(table);
      plots.add(plot(input, table));
      if (setup.trace().isEmpty()) {
        comparisons.addAll(comparisons(input, table));
      }
    }
    plots.add(1, planned(inputs.get(0), tables.get(0)));
    return new Findings(
        inputs.get(0).size() + " of each stream, through filters of " + Sizing.PROBES + " probes "
            + "that are sized by Eq. 2 for its different events. As in the paper a rate is that of "
            + "a whole stream, from an empty filter on, and what is computed is averaged likewise. "
            + "\"As planned\" are our horizontal slices: a little larger than m/S, by what their "
            + "uneven load costs, and by rounding to words of 64 bits.",
        tables, plots, comparisons);
  }

  private static DataTable table(Input input, Progress progress) {
    var table = DataTable.named(input.file(), "False positives, " + input.title())
        .column(TARGET, SHARE).column("slices", COUNT)
        .column(VERTICAL, SHARE).column(EQ3, SHARE)
        .column(EVEN, SHARE).column(EQ4, SHARE)
        .column(SIZED, SHARE).column(MORE, SHARE);
    List<Truth> truths = input.runs().stream().map(Truth::of).toList();
    long distinct = truths.get(0).distinct();
    List<Integer> possible = Sizing.possible(SLICES,
        truths.stream().mapToLong(Truth::distinct).min().orElseThrow());
    int done = 0;
    for (double target : Sizing.TARGETS) {
      BloomShape shape = Sizing.of(distinct, Sizing.PROBES, target);
      for (int slices : possible) {
        Counts counts = count(input, truths, target, slices);
        table.row(target, slices, counts.rate(counts.vertical),
            Sizing.meanWhileFilling(distinct, events ->
                ErrorRates.verticalFalsePositives(shape.bits(), Sizing.PROBES, slices, events)),
            counts.rate(counts.even),
            Sizing.meanWhileFilling(distinct, events ->
                ErrorRates.horizontalFalsePositives(shape.bits(), Sizing.PROBES, slices, events)),
            counts.rate(counts.sized),
            8.0 * SlicePlan.horizontal(shape, slices).memoryBytes() / shape.bits() - 1);
        progress.at(++done, (long) Sizing.TARGETS.size() * possible.size());
      }
    }
    return table.build();
  }

  private static Counts count(Input input, List<Truth> truths, double target, int slices) {
    var counts = new Counts();
    for (int run = 0; run < truths.size(); run++) {
      long[] events = input.runs().get(run);
      Truth truth = truths.get(run);
      BloomShape shape = Sizing.of(truth.distinct(), Sizing.PROBES, target);
      counts.distinct += truth.distinct();
      counts.vertical +=
          errors(SlicedFilter.of(SlicePlan.vertical(shape, slices)), events, truth);
      counts.even += errors(SlicedFilter.ofEvenShares(shape, slices), events, truth);
      counts.sized +=
          errors(SlicedFilter.of(SlicePlan.horizontal(shape, slices)), events, truth);
    }
    return counts;
  }

  private static long errors(SlicedFilter filter, long[] events, Truth truth) {
    long falsePositives = 0;
    for (int i = 0; i < events.length; i++) {
      if (!filter.addIfNew(events[i]) && !truth.isCopy(i)) {
        falsePositives++;
      }
    }
    return falsePositives;
  }

  private static Plot plot(Input input, DataTable table) {
    var plot = Plot.named(input.file(), "False positives, " + input.title(),
        Axis.logarithmic("slices"), Axis.linear("false positives"));
    for (double target : Sizing.TARGETS) {
      DataTable its = of(target, table);
      String suffix = ", target " + SHARE.show(target);
      plot.line("horizontal" + suffix, its.numbers("slices"), its.numbers(EVEN));
      plot.line("vertical" + suffix, its.numbers("slices"), its.numbers(VERTICAL));
    }
    return plot.build();
  }

  private static Plot planned(Input input, DataTable table) {
    double target = Sizing.TARGETS.get(0);
    DataTable its = of(target, table);
    double[] slices = its.numbers("slices");
    return Plot.named("planned",
            "Horizontal slices and formulas, " + input.title() + ", target " + SHARE.show(target),
            Axis.logarithmic("slices"), Axis.linear("false positives"))
        .line("horizontal, m/S bits", slices, its.numbers(EVEN))
        .line("horizontal, as planned", slices, its.numbers(SIZED))
        .line(VERTICAL, slices, its.numbers(VERTICAL))
        .dashed("horizontal, Eq. 4", slices, its.numbers(EQ4))
        .dashed("vertical, Eq. 3", slices, its.numbers(EQ3))
        .build();
  }

  private static List<Comparison> comparisons(Input input, DataTable table) {
    double target = Sizing.TARGETS.get(0);
    DataTable first = of(target, table);
    double[] slices = first.numbers("slices");
    int many = (int) slices[slices.length - 1];
    int few = SLICES.get(2);
    double computed = first.number(EQ3, target, few);
    double falsePositives = computed * input.runs().stream()
        .mapToLong(run -> Truth.of(run).distinct()).sum();
    double change = Sizing.TARGETS.stream()
        .mapToDouble(it -> largestChange(of(it, table).numbers(VERTICAL))).max().orElseThrow();
    double fewExcess = excess(table, few);
    double manyExcess = excess(table, many);
    return List.of(
        Comparison.claim(input.title() + ", vertical", "not affected by slicing",
            "changes by " + SHARE.show(change), change < 0.01, ""),
        Comparison.number(input.title() + ", vertical, target " + SHARE.show(target)
                + ", against Eq. 3", SHARE, computed, first.number(VERTICAL, target, few),
            DEVIATIONS / Math.sqrt(falsePositives),
            "the tolerance is what chance allows in so many events"),
        Comparison.claim(input.title() + ", horizontal",
            "the more slices, the more it deviates from the theoretic value",
            "from Eq. 4 by " + SHARE.show(fewExcess) + " with " + few + " slices, by "
                + SHARE.show(manyExcess) + " with " + COUNT.show(many),
            manyExcess > fewExcess && manyExcess > 0, ""),
        Comparison.cost(input.title() + ", target " + SHARE.show(target) + ", " + COUNT.show(many)
                + " horizontal slices, those of Definition 1 (measured) and ours",
            SHARE, first.number(EVEN, target, many), first.number(SIZED, target, many), 0.05,
            "ours have " + SHARE.show(first.number(MORE, target, many))
                + " more memory, since the load is uneven and bits come in words"));
  }

  private static double largestChange(double[] rates) {
    return DoubleStream.of(rates).map(rate -> Math.abs(rate / rates[0] - 1)).max().orElseThrow();
  }

  /** How far horizontal slices err above Eq. 4, over all targets: each alone has few errors. */
  private static double excess(DataTable table, int slices) {
    double seen = 0;
    double computed = 0;
    for (double target : Sizing.TARGETS) {
      seen += table.number(EVEN, target, slices);
      computed += table.number(EQ4, target, slices);
    }
    return seen / computed - 1;
  }

  private static DataTable of(double target, DataTable table) {
    return new DataTable(table.name(), table.title(), table.columns(),
        table.rows().stream().filter(row -> row.get(0).equals(target)).toList());
  }
}
