package io.bloomtree.experiments.frequency;

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
import io.bloomtree.sketch.PairBounds;
import io.bloomtree.sketch.PairShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How many pairs of titles are similar, with all super-values kept. */
final class PairsOffline implements Experiment {
  private static final int FIELDS = 6;
  private static final double HALF = 0.5;
  private static final int TABLE_1 = 200_000;
  private static final int TABLE_3 = 100_000;
  /** The similarity of Table 5.2. */
  private static final int FOUR = 4;

  /** A row of Table 5.1, 5.2 or 5.4. {@code by}: fields alike, records, or fields. */
  private record Row(int by, double pairs, PrintedError printed) {
    Row(int by, double pairs, double error) {
      this(by, pairs, new PrintedError(error));
    }
  }

  /** By the number of fields alike. */
  private static final List<Row> BY_SIMILARITY = List.of(
      new Row(6, 219_356, 0), new Row(5, 191_310, -0.0135), new Row(4, 1_690_036, 0.0068),
      new Row(3, 14_706_402, 0.0079), new Row(2, 87_385_874, 0.0014),
      new Row(1, 417_430_350, -0.0008), new Row(0, 39_478_376_672.0, 0.000002));
  private static final List<Row> BY_RECORDS = List.of(
      new Row(25_000, 46_970, 0.0876), new Row(50_000, 126_762, 0.0511),
      new Row(100_000, 473_408, 0.013), new Row(200_000, 1_690_036, 0.0068),
      new Row(400_000, 6_117_538, -0.0115));
  /** With 0.8 of the fields alike, rounded. In the row of 7 estimate, truth and error disagree. */
  private static final List<Row> BY_FIELDS = List.of(
      new Row(8, 44_980, 0.0606), new Row(7, 17_757, -0.0391), new Row(6, 54_442, -0.026),
      new Row(5, 239_282, 0.0053), new Row(4, 1_273_288, 0.0108));
  private static final double[] SAMPLINGS = {0.75, 0.5, 0.25};
  /** By sampling factor, of 5, 4 and 3 fields alike. */
  private static final double[][] BY_SAMPLING = {
      {-0.0389, 0.0247, -0.0108}, {-0.026, 0.013, 0.013}, {0.0697, 0.0393, -0.022}};
  /** The true values for that in 100,000 records: two are in other tables, one is not printed. */
  private static final double[] SAMPLED_PAIRS = {54_442, 473_408, 14_706_402 / 3.6};

  @Override public String name() {
    return "pairs-offline";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Tables 5.1 to 5.4";
  }

  @Override public String title() {
    return "How many titles are similar: SelfJoinPairCount, offline";
  }

  @Override public Findings run(Setup setup) {
    int divisor = setup.scale().of(200, 10, 1);
    int runs = setup.scale().of(2, 5, 9);
    var steps = new Steps(setup.progress(), 2 + BY_RECORDS.size() + SAMPLINGS.length
        + BY_FIELDS.size());
    var titles = new Titles();
    List<long[]> records = titles.records(2 * TABLE_1 / divisor, FIELDS);
    steps.next();
    List<Comparison> compared = new ArrayList<>();
    DataTable bySimilarity = bySimilarity(records.subList(0, TABLE_1 / divisor), runs, compared);
    steps.next();
    DataTable byRecords = byRecords(records, divisor, runs, steps, compared);
    DataTable bySampling =
        bySampling(records.subList(0, TABLE_3 / divisor), runs, steps, compared);
    DataTable byFields = byFields(titles, divisor, runs, steps, compared);
    var plot = Plot.named("records", "Pairs with 4 or more of 6 fields alike",
            Axis.logarithmic("records"), Axis.logarithmic("relative error"))
        .line("root mean square", byRecords.numbers("records"),
            byRecords.numbers("error, 4 or more"))
        .dashed("bound of Theorem 7", byRecords.numbers("records"), byRecords.numbers("bound"))
        .build();
    return new Findings(
        "Titles made up so that about as many share 1 to 6 of 6 min-hashes as in Table 5.1, which "
            + "is to say that the true values are not compared. %,d records where the thesis has "
            .formatted(TABLE_1 / divisor)
            + "200,000; where there are fewer, printed errors are multiplied by how much larger "
            + "Theorem 7 lets ours be. Pairs are counted as in the thesis: ordered, and each "
            + "record with itself. Errors are root mean squares of " + runs + " runs, the printed "
            + "ones of a single one: reproduced is what one run in a hundred would not exceed or "
            + "fall short of. Sampling factor 0.5 unless said otherwise.",
        List.of(bySimilarity, byRecords, bySampling, byFields), List.of(plot), compared);
  }

  private static DataTable bySimilarity(
      List<long[]> records, int runs, List<Comparison> compared) {
    var shape = new PairShape(FIELDS, 1, HALF);
    PairErrors errors = PairErrors.of(records, FIELDS, 1,
        PairErrors.truth(records, FIELDS, 1), PairErrors.offline(shape), runs);
    var table = DataTable.named("similarity", "Table 5.1: by the number of fields alike")
        .column("k", COUNT).column("pairs, thesis", COUNT).column("pairs", COUNT)
        .column("estimate", COUNT).column("error", SHARE).column("error, thesis", SHARE);
    for (Row row : BY_SIMILARITY) {
      double ours = errors.deviation()[row.by];
      table.row(row.by, row.pairs, errors.truth()[row.by], errors.first()[row.by], ours,
          row.printed.error());
      // all pairs but a few have nothing alike: what is missing there is found elsewhere
      double factor = row.by == 0 ? smaller(BY_SIMILARITY.get(5).pairs / row.pairs,
          errors.truth()[1] / errors.truth()[0], TABLE_1, records.size())
          : Math.sqrt(row.pairs / errors.truth()[row.by]);
      compared.add(row.printed.with("Table 5.1: error for " + row.by + " alike", ours, factor));
    }
    return table.build();
  }

  /** The error of the largest number is that of the next one, as a share of it. */
  private static double smaller(
      double theirShare, double ourShare, double theirRecords, double ourRecords) {
    return Math.sqrt(ourShare / theirShare) * theirRecords / ourRecords;
  }

  private static DataTable byRecords(List<long[]> all, int divisor, int runs, Steps steps,
      List<Comparison> compared) {
    var shape = new PairShape(FIELDS, FOUR, HALF);
    var table = DataTable.named("records", "Table 5.2: pairs with 4 fields alike, by records")
        .column("records", COUNT).column("pairs, thesis", COUNT).column("pairs", COUNT)
        .column("error", SHARE).column("error, thesis", SHARE)
        .column("error, 4 or more", SHARE).column("bound", SHARE);
    for (Row row : BY_RECORDS) {
      List<long[]> records = all.subList(0, row.by / divisor);
      PairErrors errors = PairErrors.of(records, FIELDS, FOUR,
          PairErrors.truth(records, FIELDS, FOUR), PairErrors.offline(shape), runs);
      double pairs = errors.truth()[FOUR];
      table.row(records.size(), row.pairs, pairs, errors.deviation()[FOUR], row.printed.error(),
          errors.deviationOfAll(), PairBounds.offlineDeviation(shape, errors.all()));
      compared.add(row.printed.with("Table 5.2: error with %,d records".formatted(row.by),
          errors.deviation()[FOUR], Math.sqrt(row.pairs / pairs)));
      steps.next();
    }
    DataTable built = table.build();
    double[] errors = built.numbers("error");
    double[] ofAll = built.numbers("error, 4 or more");
    double[] bounds = built.numbers("bound");
    compared.add(Comparison.claim("Table 5.2: from 25,000 to 400,000 records",
        "in general, the relative error drops",
        SHARE.show(errors[0]) + " to " + SHARE.show(errors[errors.length - 1]),
        errors[errors.length - 1] < errors[0], ""));
    boolean isKept = IntStream.range(0, ofAll.length).allMatch(i -> ofAll[i] <= bounds[i]);
    int last = ofAll.length - 1;
    compared.add(Comparison.claim("Theorem 7, 4 or more alike",
        "a bound of the standard deviation", SHARE.show(ofAll[0] / bounds[0]) + " of it with the "
            + "fewest records, " + SHARE.show(ofAll[last] / bounds[last]) + " with the most",
        isKept, "The proof takes pairs to be nearly independent. Those that share a "
            + "record are not, and of many titles each has many like it: the bound falls with the "
            + "number of records, errors with its root"));
    return built;
  }

  private static DataTable bySampling(
      List<long[]> records, int runs, Steps steps, List<Comparison> compared) {
    double[] truth = PairErrors.truth(records, FIELDS, 3);
    var table = DataTable.named("sampling", "Table 5.3: errors by sampling factor")
        .column("factor", NUMBER).column("k = 5", SHARE).column("k = 4", SHARE)
        .column("k = 3", SHARE);
    for (int i = 0; i < SAMPLINGS.length; i++) {
      PairErrors errors = PairErrors.of(records, FIELDS, 3, truth,
          PairErrors.offline(new PairShape(FIELDS, 3, SAMPLINGS[i])), runs);
      table.row(SAMPLINGS[i], errors.deviation()[5], errors.deviation()[4],
          errors.deviation()[3]);
      for (int k = 5; k >= 3; k--) {
        compared.add(new PrintedError(BY_SAMPLING[i][5 - k]).with(
            "Table 5.3: error for " + k + " alike, factor " + SAMPLINGS[i],
            errors.deviation()[k], Math.sqrt(SAMPLED_PAIRS[5 - k] / truth[k])));
      }
      steps.next();
    }
    DataTable built = table.build();
    boolean falls = IntStream.rangeClosed(3, 5).mapToObj(k -> built.numbers("k = " + k))
        .allMatch(errors -> errors[0] < errors[2]);
    compared.add(Comparison.claim("Table 5.3: from a factor of 0.25 to 0.75",
        "in general, the error rate decreases",
        "for 4 alike " + SHARE.show(built.numbers("k = 4")[2]) + " to "
            + SHARE.show(built.numbers("k = 4")[0]), falls, ""));
    return built;
  }

  private static DataTable byFields(
      Titles titles, int divisor, int runs, Steps steps, List<Comparison> compared) {
    var table = DataTable.named("fields", "Table 5.4: pairs with 0.8 of the fields alike")
        .column("fields", COUNT).column("alike", COUNT).column("pairs, thesis", COUNT)
        .column("pairs", COUNT).column("error", SHARE).column("error, thesis", SHARE);
    for (Row row : BY_FIELDS) {
      int alike = (int) Math.round(0.8 * row.by);
      List<long[]> records = titles.records(TABLE_3 / divisor, row.by);
      PairErrors errors = PairErrors.of(records, row.by, alike,
          PairErrors.truth(records, row.by, alike),
          PairErrors.offline(new PairShape(row.by, alike, HALF)), runs);
      table.row(row.by, alike, row.pairs, errors.truth()[alike], errors.deviation()[alike],
          row.printed.error());
      compared.add(row.printed.with("Table 5.4: error with " + row.by + " fields",
          errors.deviation()[alike], Math.sqrt(row.pairs / errors.truth()[alike])));
      steps.next();
    }
    DataTable built = table.build();
    double[] errors = built.numbers("error");
    compared.add(Comparison.claim("Table 5.4: from 4 to 8 fields",
        "the relative error increases exponentially",
        SHARE.show(errors[errors.length - 1]) + " to " + SHARE.show(errors[0]),
        errors[0] > errors[errors.length - 1], ""));
    return built;
  }
}
