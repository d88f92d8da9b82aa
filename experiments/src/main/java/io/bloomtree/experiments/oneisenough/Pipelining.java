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
import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.stream.Truth;
import io.bloomtree.stream.UniformStream;
import io.bloomtree.tree.Probing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** One vertical slice after the other: fewer are asked, above all where copies are few. */
final class Pipelining implements Experiment {
  private static final List<Integer> SLICES = List.of(1, 2, 5, 10, 20, 40, 100);
  private static final double TARGET = 0.02;
  private static final long SEED = 1;
  private static final int USUAL_SLICES = 40;

  /** A stream, how many of its events are different, and what it is called. */
  private record Case(String title, long[] events, long distinct) {

    static Case of(String title, long[] events) {
      return new Case(title, events, Truth.of(events).distinct());
    }

    String parallel() {
      return title + ", at once";
    }

    String pipelined() {
      return title + ", in a pipeline";
    }

    /** Slices that are asked about an event, on average. */
    double asked(int slices, Probing probing) {
      BloomShape shape = Sizing.of(distinct, Sizing.PROBES, TARGET);
      var filter = SlicedFilter.of(SlicePlan.vertical(shape, slices), probing);
      for (long event : events) {
        filter.addIfNew(event);
      }
      return (double) LongStream.of(filter.lookups()).sum() / events.length;
    }
  }

  @Override public String name() {
    return "pipelining";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 7(c)";
  }

  @Override public String title() {
    return "Slices that are asked about an event, at once and in a pipeline";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(10_000, 100_000, 1_000_000);
    List<Case> cases = setup.trace()
        .map(trace -> List.of(Case.of(trace.name(), trace.events())))
        .orElseGet(() -> DoubleStream.of(0.8, 0.5, 0.2)
            .mapToObj(share -> Case.of(SHARE.show(share) + " distinct",
                new UniformStream(length, universe(length, share), SEED).toArray()))
            .toList());
    DataTable table = table(cases, setup);
    double[] slices = table.numbers("slices");
    var plot = Plot.named("asked", "Vertical slices asked about an event",
        Axis.logarithmic("slices"), Axis.linear("slices asked"));
    for (Case one : cases) {
      plot.line(one.parallel(), slices, table.numbers(one.parallel()));
      plot.line(one.pipelined(), slices, table.numbers(one.pipelined()));
    }
    return new Findings(
        COUNT.show(cases.get(0).events.length) + " events"
            + (setup.trace().isPresent() ? "" : ", drawn from universes of three sizes")
            + ". " + Sizing.PROBES + " probes, filters sized by Eq. 2 for "
            + SHARE.show(TARGET) + ". Counted is who is asked whether it has the event, as in the "
            + "paper; setting it takes a message to each of its slices more. Of horizontal slices "
            + "one is asked.",
        List.of(table), List.of(plot.build()),
        setup.trace().isPresent() ? List.of() : comparisons(cases, table));
  }

  /** From so many events as many draws have that share of different ones. */
  private static long universe(int length, double share) {
    double few = 1e-6; // draws for each event of the universe
    double many = 100;
    while (many - few > 1e-9) {
      double middle = (few + many) / 2;
      if (-Math.expm1(-middle) / middle > share) {
        few = middle;
      } else {
        many = middle;
      }
    }
    return Math.round(length / few);
  }

  private static DataTable table(List<Case> cases, Setup setup) {
    var table = DataTable.named("asked", "Slices asked about an event, on average")
        .column("slices", COUNT);
    cases.forEach(it -> table.column(it.parallel(), NUMBER).column(it.pipelined(), NUMBER));
    List<Integer> possible =
        Sizing.possible(SLICES, cases.stream().mapToLong(Case::distinct).min().orElseThrow());
    int done = 0;
    for (int slices : possible) {
      var row = new ArrayList<Object>(List.of(slices));
      for (Case one : cases) {
        row.add(one.asked(slices, Probing.PARALLEL));
        row.add(one.asked(slices, Probing.PIPELINED));
        setup.progress().at(++done, (long) possible.size() * cases.size());
      }
      table.row(row.toArray());
    }
    return table.build();
  }

  private static List<Comparison> comparisons(List<Case> cases, DataTable table) {
    List<Comparison> comparisons = new ArrayList<>();
    double[] saved = cases.stream().mapToDouble(it -> 1
        - table.number(it.pipelined(), USUAL_SLICES) / table.number(it.parallel(), USUAL_SLICES))
        .toArray();
    for (int i = 0; i < saved.length; i++) {
      Case one = cases.get(i);
      comparisons.add(Comparison.claim(one.title() + ", " + USUAL_SLICES + " slices",
          "pipelining reduces the number of messages",
          NUMBER.show(table.number(one.pipelined(), USUAL_SLICES)) + " instead of "
              + NUMBER.show(table.number(one.parallel(), USUAL_SLICES)) + ", "
              + SHARE.show(saved[i]) + " less",
          saved[i] > 0, ""));
    }
    comparisons.add(Comparison.claim("savings", "more evident when there are few duplicates",
        String.join(", ", DoubleStream.of(saved).mapToObj(SHARE::show).toList()) + " with "
            + String.join(", ", cases.stream().map(Case::title).toList()),
        IntStream.range(1, saved.length).allMatch(i -> saved[i] < saved[i - 1]), ""));
    double most = cases.stream()
        .flatMapToDouble(it -> DoubleStream.of(table.numbers(it.parallel()))).max().orElseThrow();
    comparisons.add(Comparison.claim("slices asked without pipelining",
        "at most as many as hash functions", NUMBER.show(most) + " at most of " + Sizing.PROBES,
        most <= Sizing.PROBES, ""));
    return comparisons;
  }
}
