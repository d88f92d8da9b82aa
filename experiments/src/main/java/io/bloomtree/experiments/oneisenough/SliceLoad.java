package io.bloomtree.experiments.oneisenough;

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
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.stream.Truth;
import io.bloomtree.tree.Probing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A skewed stream loads vertical slices more evenly than horizontal ones. */
final class SliceLoad implements Experiment {
  private static final List<Integer> SLICES = List.of(2, 5, 10, 20, 40, 100, 400, 1_000);
  private static final int USUAL_SLICES = 40;
  private static final double TARGET = 0.02;
  /** The least fairness that we call even; the paper gives no number. */
  private static final double LEAST_EVEN = 0.95;

  @Override public String name() {
    return "slice-load";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figures 5(b), (c), 8";
  }

  @Override public String title() {
    return "Fairness and maximum load against the number of slices";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    List<Input> inputs = Input.of(setup, setup.scale().of(5_000, DataSet.LENGTH, DataSet.LENGTH),
        setup.scale().of(2, 2, 20), DataSet.values());
    var tables = new ArrayList<DataTable>();
    var plots = new ArrayList<Plot>();
    var comparisons = new ArrayList<Comparison>();
    for (int i = 0; i < inputs.size(); i++) {
      Input input = inputs.get(i);
      DataTable table = table(input, setup.progress().part(i, inputs.size()));
      tables.add(table);
      plots.add(fairness(input, table));
      plots.add(most(input, table));
      if (setup.trace().isEmpty()) {
        comparisons.addAll(comparisons(input, table));
      }
    }
    return new Findings(
        inputs.get(0).size() + " of each stream. The load of a slice is how many lookups reach it; "
            + "all slices of an event are asked at once, or in a pipeline that ends at the first "
            + "unset bit, which the paper does not plot. " + Sizing.PROBES + " probes; the "
            + "pipeline's filter is sized for " + SHARE.show(TARGET) + ". Computed: a slice's load "
            + "varies by the sum of squared shares of the events, a " + Sizing.PROBES
            + "th of it if vertical.",
        tables, plots, comparisons);
  }

  /** How even one way of slicing is, on average over some streams. */
  private static final class Evenness {
    private double fairness;
    private double most;

    void add(long[] lookups, int runs) {
      double sum = 0;
      double squares = 0;
      double largest = 0;
      for (long load : lookups) {
        sum += load;
        squares += (double) load * load;
        largest = Math.max(largest, load);
      }
      fairness += sum * sum / (lookups.length * squares) / runs;
      most += largest / sum / runs;
    }
  }

  private static DataTable table(Input input, Progress progress) {
    var table = DataTable.named(input.file(), "Fairness and maximum load, " + input.title())
        .column("slices", COUNT)
        .column("fairness, horizontal", NUMBER).column("vertical", NUMBER)
        .column("in a pipeline", NUMBER)
        .column("computed, horizontal", NUMBER).column("computed, vertical", NUMBER)
        .column("maximum, horizontal", SHARE).column("maximum, vertical", SHARE)
        .column("maximum, in a pipeline", SHARE).column("least possible", SHARE);
    List<BloomShape> shapes = input.runs().stream()
        .map(run -> Sizing.of(Truth.of(run).distinct(), Sizing.PROBES, TARGET)).toList();
    double squares = input.runs().stream()
        .mapToDouble(run -> Popularity.of(run).squaredShares()).average().orElseThrow();
    List<Integer> possible = Sizing.possible(SLICES,
        shapes.stream().mapToLong(BloomShape::expected).min().orElseThrow());
    int done = 0;
    for (int slices : possible) {
      var horizontal = new Evenness();
      var vertical = new Evenness();
      var pipelined = new Evenness();
      for (int run = 0; run < shapes.size(); run++) {
        long[] events = input.runs().get(run);
        BloomShape shape = shapes.get(run);
        var cut = SlicePlan.vertical(shape, slices);
        horizontal.add(load(
            SlicedFilter.of(SlicePlan.horizontal(shape, slices)), events), shapes.size());
        vertical.add(load(SlicedFilter.of(cut), events), shapes.size());
        pipelined.add(load(SlicedFilter.of(cut, Probing.PIPELINED), events), shapes.size());
      }
      table.row(slices, horizontal.fairness, vertical.fairness, pipelined.fairness,
          1 / (1 + (slices - 1) * squares), 1 / (1 + (slices - 1) * squares / Sizing.PROBES),
          horizontal.most, vertical.most, pipelined.most, 1.0 / slices);
      progress.at(++done, possible.size());
    }
    return table.build();
  }

  private static long[] load(SlicedFilter filter, long[] events) {
    for (long event : events) {
      filter.addIfNew(event);
    }
    return filter.lookups();
  }

  private static Plot fairness(Input input, DataTable table) {
    double[] slices = table.numbers("slices");
    return Plot.named(input.file() + "-fairness", "Fairness, " + input.title(),
            Axis.logarithmic("slices"), Axis.linear("fairness"))
        .line("horizontal", slices, table.numbers("fairness, horizontal"))
        .line("vertical", slices, table.numbers("vertical"))
        .line("vertical, in a pipeline", slices, table.numbers("in a pipeline"))
        .dashed("horizontal, computed", slices, table.numbers("computed, horizontal"))
        .dashed("vertical, computed", slices, table.numbers("computed, vertical"))
        .build();
  }

  private static Plot most(Input input, DataTable table) {
    double[] slices = table.numbers("slices");
    return Plot.named(input.file() + "-load", "Load of the busiest slice, " + input.title(),
            Axis.logarithmic("slices"), Axis.logarithmic("share of the load"))
        .line("horizontal", slices, table.numbers("maximum, horizontal"))
        .line("vertical", slices, table.numbers("maximum, vertical"))
        .line("vertical, in a pipeline", slices, table.numbers("maximum, in a pipeline"))
        .dashed("least possible, 1/S", slices, table.numbers("least possible"))
        .build();
  }

  private static List<Comparison> comparisons(Input input, DataTable table) {
    double horizontal = table.number("fairness, horizontal", USUAL_SLICES);
    double vertical = table.number("vertical", USUAL_SLICES);
    if (input.file().equals(DataSet.UNIFORM.file())) {
      return List.of(Comparison.claim("fairness, " + input.title(),
          "both spread a uniform stream evenly",
          NUMBER.show(horizontal) + " horizontal, " + NUMBER.show(vertical) + " vertical with "
              + USUAL_SLICES + " slices",
          Math.min(horizontal, vertical) >= LEAST_EVEN, ""));
    }
    return List.of(
        Comparison.claim("fairness, " + input.title(), "vertical slices are the fairer ones",
            NUMBER.show(vertical) + " against " + NUMBER.show(horizontal) + " with "
                + USUAL_SLICES + " slices",
            isAbove(table, "vertical", "fairness, horizontal"), ""),
        Comparison.claim("maximum load, " + input.title(), "that of vertical slices is less",
            SHARE.show(table.number("maximum, vertical", USUAL_SLICES)) + " against "
                + SHARE.show(table.number("maximum, horizontal", USUAL_SLICES)) + " with "
                + USUAL_SLICES + " slices",
            isAbove(table, "maximum, horizontal", "maximum, vertical"), ""));
  }

  /** With any number of slices. */
  private static boolean isAbove(DataTable table, String above, String below) {
    double[] larger = table.numbers(above);
    double[] smaller = table.numbers(below);
    return IntStream.range(0, larger.length).allMatch(i -> larger[i] > smaller[i]);
  }
}
