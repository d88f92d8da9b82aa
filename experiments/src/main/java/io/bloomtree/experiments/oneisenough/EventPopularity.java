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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The streams that stand for the paper's: how often events come, and where. */
final class EventPopularity implements Experiment {
  private static final long SEED = 1;
  private static final int LEAVES = 64;
  /** How straight a line of popularity over rank must be, both logarithmic, to be Zipf-like. */
  private static final double STRAIGHT = 0.95;
  private static final String DIGIT = "a digit is missing: with 4 probes 14,300 bits are enough "
      + "for 1,700 URLs, and the other two sizes are those of 16,800";

  /** What the paper prints of a stream: different events, and bits for each of the targets. */
  private enum Printed {
    WEB_LOG(DataSet.WEB_LOG, 4_300, 14_300, 105_000, 89_000),
    UNIFORM(DataSet.UNIFORM, 5_700, 48_400, 35_600, 30_000),
    ZIPF(DataSet.ZIPF, 5_700, 48_400, 35_600, 30_000),
    YAHOO(DataSet.YAHOO, 2_049, 17_400, 12_800, 10_800);

    private final DataSet set;
    private final int distinct;
    private final int[] bits;

    Printed(DataSet set, int distinct, int... bits) {
      this.set = set;
      this.distinct = distinct;
      this.bits = bits;
    }
  }

  @Override public String name() {
    return "event-popularity";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figures 4, 6";
  }

  @Override public String title() {
    return "How often events come, and from where";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    Trace log = setup.trace().orElseGet(() -> WebLog.of(WebLog.LENGTH, SEED));
    List<Input> inputs = Input.of(setup, DataSet.LENGTH, 1, DataSet.values());
    List<Popularity> popularities =
        inputs.stream().map(input -> Popularity.of(input.runs().get(0))).toList();
    setup.progress().at(1, 2);
    DataTable streams = streams(inputs, popularities);
    var tables = new ArrayList<>(List.of(streams));
    var plot = Plot.named("popularity", "Popularity of events",
        Axis.logarithmic("rank"), Axis.logarithmic("share of the stream"));
    for (int i = 0; i < inputs.size(); i++) {
      DataTable table = table(inputs.get(i), popularities.get(i));
      tables.add(table);
      plot.line(inputs.get(i).title(), table.numbers("rank"), table.numbers("share"));
    }
    DataTable leaves = leaves(log);
    tables.add(leaves);
    setup.progress().at(2, 2);
    return new Findings(
        (setup.trace().isPresent() ? "" : "Generated streams of " + COUNT.show(DataSet.LENGTH)
            + " events, as long as the paper's, which are not to be had, and made to have as many "
            + "different events: that they do shows no more than that they stand for them. ")
            + "Exponent and straightness are those of a line through popularity over rank, both "
            + "logarithmic, where an event comes 10 times or more. Each of the " + LEAVES
            + " leaves has as many neighbouring producers.",
        tables,
        List.of(plot.build(), Plot.named("leaves", "Events of each leaf, " + log.name(),
                Axis.linear("leaf, the busiest first"), Axis.linear("share of the stream"))
            .line("events", leaves.numbers("leaf"), leaves.numbers("share")).build()),
        setup.trace().isPresent() ? List.of() : comparisons(streams));
  }

  private static DataTable streams(List<Input> inputs, List<Popularity> popularities) {
    var table = DataTable.named("streams", "The streams, and the bits of filters for them")
        .column("stream", TEXT).column("events", COUNT).column("different", COUNT)
        .column("exponent", NUMBER).column("straightness", NUMBER)
        .column("events of the top 1 %", SHARE);
    Sizing.TARGETS.forEach(target -> table.column(bits(target), COUNT));
    for (int i = 0; i < inputs.size(); i++) {
      Popularity popularity = popularities.get(i);
      Popularity.Line line = popularity.line();
      var row = new ArrayList<Object>(List.of(
          inputs.get(i).title(), popularity.events(), popularity.distinct(), -line.slope(),
          line.straightness(), popularity.shareOfTop(0.01)));
      Sizing.TARGETS.forEach(target ->
          row.add(Sizing.of(popularity.distinct(), Sizing.PROBES, target).bits()));
      table.row(row.toArray());
    }
    return table.build();
  }

  private static String bits(double target) {
    return "bits, " + SHARE.show(target);
  }

  private static DataTable table(Input input, Popularity popularity) {
    var table = DataTable.named(input.file(), "Popularity, " + input.title())
        .column("rank", COUNT).column("share", SHARE);
    for (int rank : popularity.someRanks()) {
      table.row(rank, popularity.share(rank));
    }
    return table.build();
  }

  private static DataTable leaves(Trace log) {
    var counts = new double[LEAVES];
    for (int i = 0; i < log.length(); i++) {
      counts[log.leaf(i, LEAVES)]--; // so that the busiest is sorted first
    }
    double[] sorted = DoubleStream.of(counts).sorted().map(Math::abs).toArray();
    var table = DataTable.named("leaves", "Events of each leaf, " + log.name())
        .column("leaf", COUNT).column("share", SHARE);
    IntStream.range(0, LEAVES).forEach(i -> table.row(i + 1, sorted[i] / log.length()));
    return table.build();
  }

  private static List<Comparison> comparisons(DataTable streams) {
    var comparisons = new ArrayList<Comparison>();
    for (Printed printed : Printed.values()) {
      String title = printed.set.title();
      boolean isLog = printed == Printed.WEB_LOG;
      comparisons.add(Comparison.number("different events, " + title, COUNT, printed.distinct,
          streams.number("different", title), 0.05, isLog
              ? "the filters it prints are sized for 16,800, and the hits of its Table 1 leave "
                  + "17,000; so has ours" : ""));
      for (int i = 0; i < printed.bits.length; i++) {
        double target = Sizing.TARGETS.get(i);
        comparisons.add(Comparison.number("bits for " + SHARE.show(target) + ", " + title, COUNT,
            printed.bits[i], streams.number(bits(target), title), 0.05,
            isLog && i == 0 ? DIGIT : ""));
      }
      if (isLog || printed == Printed.YAHOO) {
        double straightness = streams.number("straightness", title);
        comparisons.add(Comparison.claim("popularity, " + title,
            "a highly skewed Zipf-like distribution",
            "exponent " + NUMBER.show(streams.number("exponent", title)) + ", straightness "
                + NUMBER.show(straightness) + ", "
                + SHARE.show(streams.number("events of the top 1 %", title))
                + " of the events are of 1 % of them", straightness >= STRAIGHT, ""));
      }
    }
    return comparisons;
  }
}
