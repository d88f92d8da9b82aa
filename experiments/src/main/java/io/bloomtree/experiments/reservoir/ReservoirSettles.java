package io.bloomtree.experiments.reservoir;

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
import io.bloomtree.experiments.Steps;
import io.bloomtree.experiments.Unit;
import io.bloomtree.filter.ReservoirShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How soon the number of ones settles in reservoir and stable filters. */
final class ReservoirSettles implements Experiment {
  private static final int INTERVALS = 30;
  private static final double DISTINCT = 0.15;
  private static final int PAPERS_LENGTH = 695_000_000;
  private static final long PAPERS_BITS = 512L * 1024 * 8;
  /** Differences so much smaller than the other filter's count as "nearly 0". */
  private static final double NEARLY_NONE = 0.25;
  private static final long SEED = 1;
  private static final String RECORDS = "records";
  private static final String DIFFERENCE = "more or fewer ones after 1,000 records";
  private static final String ONES = "share of ones";

  @Override public String name() {
    return "reservoir-settles";
  }

  @Override public Paper paper() {
    return Paper.RESERVOIR;
  }

  @Override public String figures() {
    return "Figures 6, 7";
  }

  @Override public String title() {
    return "How soon the number of ones settles in reservoir and stable filters";
  }

  /** Two filters of the same memory, fed the same stream. */
  private record Pair(String words, Ones stable, Ones reservoir) {
    static Pair of(String words, Records records, long bits, Steps steps) {
      return new Pair(words,
          Ones.of(Contender.STABLE.of(bits), bits, records, steps),
          Ones.of(Contender.RESERVOIR.of(bits), bits, records, steps));
    }
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(300_000, 3_000_000, 3_000_000);
    int part = setup.scale().of(2_000, 1_000, 100);
    long bits = PAPERS_BITS / part;
    var steps = new Steps(setup.progress(), 4L * length + 2L * (PAPERS_LENGTH / part));
    var clicks = Records.clicks(length, SEED);
    Pair small = Pair.of("2 KB", clicks, 2 * 1024 * 8, steps);
    Pair large = Pair.of("4 KB", clicks, 4 * 1024 * 8, steps);
    Pair random = Pair.of(
        "512 KB", Records.random(PAPERS_LENGTH / part, DISTINCT, SEED), bits, steps);
    List<Pair> onClicks = List.of(small, large);
    DataTable clicksDifferences = table("clicks-differences",
        "Figure 6: difference in ones, clicks", onClicks, NUMBER, Ones::difference);
    DataTable clicksOnes =
        table("clicks-ones", "Share of ones, clicks", onClicks, SHARE, Ones::share);
    DataTable randomDifferences = table("random-differences",
        "Figure 7: difference in ones, random records", List.of(random), NUMBER, Ones::difference);
    DataTable randomOnes = table(
        "random-ones", "Share of ones, random records", List.of(random), SHARE, Ones::share);
    double[] places = randomOnes.numbers(RECORDS);
    ReservoirShape shape = Contender.shape(bits);
    return new Findings(
        "Counted every 1,000 records, as in the paper. Clicks as for Figures 2 and 4, "
            + COUNT.show(length) + " of them (3 million in the paper); random records and memory "
            + "as for Table 4, 695 million and 512 KB in the paper, both divided by "
            + COUNT.show(part) + ". A difference is the mean, over a thirtieth of the stream, of "
            + "how many more or fewer ones there are after 1,000 records. The share of ones has "
            + "settled when it stays within 2 points of where it ends.",
        List.of(clicksDifferences, clicksOnes, randomDifferences, randomOnes),
        List.of(
            plot(clicksDifferences, Axis.logarithmic(DIFFERENCE)).build(),
            plot(clicksOnes, Axis.linear(ONES)).build(),
            plot(randomDifferences, Axis.logarithmic(DIFFERENCE)).build(),
            plot(randomOnes, Axis.linear(ONES))
                .dashed("sampling alone, Theorem 5.1", places,
                    Arrays.stream(places).map(shape::onesAfter).toArray())
                .build()),
        List.of(
            differences("Figure 6, 2 KB", "nearly 0 from 500 K records on, stable not at 3 M",
                small, 500_000.0 / 3_000_000, ""),
            differences("Figure 6, 4 KB", "nearly 0 from 1.5 M records on, stable not at 3 M",
                large, 0.5, ""),
            differences("Figure 7", "0 shortly after 50 M records, stable not at 455 M",
                random, 60.0 / 695,
                "until p* is reached, after 47 M records, sampling has become rare and little "
                    + "changes; from then on every record that is not recognised is kept, which "
                    + "are most of them"),
            settled("Figure 6", small),
            settled("Figure 7", random)));
  }

  /** What is looked at in one of so many intervals. */
  private interface Measure {
    double of(Ones ones, int interval, int intervals);
  }

  private static DataTable table(
      String name, String title, List<Pair> pairs, Unit unit, Measure measure) {
    var table = DataTable.named(name, title).column(RECORDS, COUNT);
    pairs.forEach(pair -> table
        .column("stable, " + pair.words(), unit).column("reservoir, " + pair.words(), unit));
    for (int interval = 0; interval < INTERVALS; interval++) {
      var row = new Object[1 + 2 * pairs.size()];
      row[0] = pairs.get(0).stable().end(interval, INTERVALS);
      for (int i = 0; i < pairs.size(); i++) {
        row[1 + 2 * i] = measure.of(pairs.get(i).stable(), interval, INTERVALS);
        row[2 + 2 * i] = measure.of(pairs.get(i).reservoir(), interval, INTERVALS);
      }
      table.row(row);
    }
    return table.build();
  }

  private static Plot.Builder plot(DataTable table, Axis y) {
    var plot = Plot.named(table.name(), table.title(), Axis.linear(RECORDS), y);
    table.columns().stream().skip(1).map(DataTable.Column::name).forEach(filter ->
        plot.line(filter, table.numbers(RECORDS), table.numbers(filter)));
    return plot;
  }

  /** After this share of the stream, each interval's difference, and the stable filter's. */
  private static Comparison differences(
      String figure, String paper, Pair pair, double from, String remark) {
    double[] reservoir = IntStream.range((int) Math.ceil(from * INTERVALS), INTERVALS)
        .mapToDouble(interval -> pair.reservoir().difference(interval, INTERVALS)).toArray();
    double most = Arrays.stream(reservoir).max().orElseThrow();
    double stable = pair.stable().difference(INTERVALS - 1, INTERVALS);
    boolean holds = most <= NEARLY_NONE * stable;
    return Comparison.claim(figure + ", difference in ones by 1,000 records", paper,
        "at most " + NUMBER.show(most) + " from there on, stable " + NUMBER.show(stable)
            + " in the end", holds, holds ? "" : remark);
  }

  private static Comparison settled(String figure, Pair pair) {
    int stable = pair.stable().settled();
    int reservoir = pair.reservoir().settled();
    return Comparison.claim(figure + ", whose share of ones settles first, " + pair.words(),
        "the reservoir's, much ahead",
        "reservoir by " + COUNT.show(reservoir) + " records, stable by " + COUNT.show(stable),
        reservoir < stable,
        "a stable filter's ones go up and down by chance at every record, and always will, but "
            + "their share settles within a few times m/6 records of m cells; a reservoir's "
            + "changes once more when p* is reached");
  }
}
