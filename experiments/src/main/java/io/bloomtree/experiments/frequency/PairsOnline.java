package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.COUNT;
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

/** How many pairs of titles are similar, with sketches of the super-values, or a sample. */
final class PairsOnline implements Experiment {
  private static final int FIELDS = 6;
  private static final int FOUR = 4;
  private static final double HALF = 0.5;
  private static final int DEPTH = 3;
  private static final int WIDTH = 1_000;
  /** As many records as take the memory of the sketches, at 32 bits a counter. */
  private static final int SAMPLE = 750;
  /** For each run of PairCount: of rare pairs a sample finds none, or rarely far too many. */
  private static final int SAMPLES = 12;
  private static final int TABLE_5 = 200_000;

  /** A row of Table 5.5. */
  private record Similarity(int alike, double pairs, double error) {}

  /** A number of Table 5.6 or 5.7. {@code sample}: the error of random sampling, there only. */
  private record Size(int records, int alike, double pairs, double error, double sample) {}

  private static final List<Similarity> BY_SIMILARITY = List.of(
      new Similarity(6, 219_356, 0.0069), new Similarity(5, 191_310, 0.1689),
      new Similarity(4, 1_690_036, -0.1686), new Similarity(3, 14_706_402, 0.1189),
      new Similarity(2, 87_385_874, -0.0655), new Similarity(1, 417_430_350, -0.0662),
      new Similarity(0, 39_478_376_672.0, 0.0008));
  /** Of 300,000 records Table 5.6 prints 2,557,746 pairs, and Table 5.7 for the same 3,530,756. */
  private static final List<Size> BY_RECORDS = List.of(
      new Size(100_000, 4, 473_408, 0.4777, Double.NaN),
      new Size(200_000, 6, 219_356, 0.0069, 0.56), new Size(200_000, 5, 191_310, 0.1689, -0.2547),
      new Size(200_000, 4, 1_690_036, -0.1686, -0.6625),
      new Size(300_000, 6, 336_668, 0.0128, -0.1089), new Size(300_000, 5, 380_318, 0.3406, 0.6828),
      new Size(300_000, 4, 3_530_756, -0.2756, 0.6314),
      new Size(400_000, 6, 457_466, 0.0159, -0.1256), new Size(400_000, 5, 618_036, 0.0291, 0.8387),
      new Size(400_000, 4, 6_117_538, -0.0294, -0.5356));

  @Override public String name() {
    return "pairs-online";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Tables 5.5 to 5.7";
  }

  @Override public String title() {
    return "How many titles are similar: SelfJoinPairCount, online, and random sampling";
  }

  @Override public Findings run(Setup setup) {
    int divisor = setup.scale().of(200, 4, 1);
    int runs = setup.scale().of(2, 5, 9);
    int[] sizes = BY_RECORDS.stream().mapToInt(Size::records).distinct().toArray();
    var steps = new Steps(setup.progress(), 2 + sizes.length);
    List<long[]> all = new Titles().records(2 * TABLE_5 / divisor, FIELDS);
    steps.next();
    List<Comparison> compared = new ArrayList<>();
    DataTable bySimilarity =
        bySimilarity(all.subList(0, TABLE_5 / divisor), runs, compared);
    steps.next();
    var table = DataTable.named("records", "Tables 5.6, 5.7: by records, and random sampling")
        .column("records", COUNT).column("k", COUNT).column("pairs, thesis", COUNT)
        .column("pairs", COUNT).column("error", SHARE).column("error, thesis", SHARE)
        .column("sampling", SHARE).column("sampling, thesis", SHARE);
    for (int size : sizes) {
      byRecords(all.subList(0, size / divisor), size, runs, table, compared);
      steps.next();
    }
    DataTable byRecords = table.build();
    compared.addAll(claims(byRecords));
    return new Findings(
        "Titles made up so that about as many share 1 to 6 of 6 min-hashes as in Table 5.1. %,d "
            .formatted(TABLE_5 / divisor) + "records where the thesis has 200,000; where there are "
            + "fewer, printed errors are multiplied by how much larger Theorem 9 lets ours be. "
            + "Pairs are counted as in the thesis: ordered, and each record with itself. Sampling "
            + "factor 0.5, and for each number of fields a sketch of 3 rows of 1,000 counters; or "
            + "a sample of 750 records, which takes as much memory. Errors are root mean squares "
            + "of " + runs + " runs (samples: " + SAMPLES * runs + "), the printed ones of a "
            + "single one: reproduced is what one run in a hundred would not exceed or fall "
            + "short of.",
        List.of(bySimilarity, byRecords), List.of(plot(byRecords)), compared);
  }

  private static DataTable bySimilarity(
      List<long[]> records, int runs, List<Comparison> compared) {
    PairErrors errors = PairErrors.of(records, FIELDS, 1, PairErrors.truth(records, FIELDS, 1),
        PairErrors.online(new PairShape(FIELDS, 1, HALF), DEPTH, WIDTH), runs);
    var table = DataTable.named("similarity", "Table 5.5: by the number of fields alike")
        .column("k", COUNT).column("pairs, thesis", COUNT).column("pairs", COUNT)
        .column("estimate", COUNT).column("error", SHARE).column("error, thesis", SHARE);
    for (Similarity row : BY_SIMILARITY) {
      int k = row.alike;
      table.row(k, row.pairs, errors.truth()[k], errors.first()[k], errors.deviation()[k],
          row.error);
      compared.add(new PrintedError(row.error).with("Table 5.5: error for " + k + " alike",
          errors.deviation()[k], factor(k, row.pairs, TABLE_5, errors.truth()[k], records.size())));
    }
    return table.build();
  }

  /** How many times as large Theorem 9 lets errors be here. */
  private static double factor(
      int alike, double theirPairs, int theirRecords, double ourPairs, int ourRecords) {
    if (alike == FIELDS || alike == 0) {
      return 1; // that of a self-join size, or of a sum of all: shares do not depend on the records
    }
    var shape = new PairShape(FIELDS, alike, HALF);
    return PairBounds.onlineDeviation(shape, ourPairs, ourRecords, WIDTH)
        / PairBounds.onlineDeviation(shape, theirPairs, theirRecords, WIDTH);
  }

  private static void byRecords(List<long[]> records, int size, int runs,
      DataTable.Builder table, List<Comparison> compared) {
    double[] truth = PairErrors.truth(records, FIELDS, FOUR);
    PairErrors online = PairErrors.of(records, FIELDS, FOUR, truth,
        PairErrors.online(new PairShape(FIELDS, FOUR, HALF), DEPTH, WIDTH), runs);
    PairErrors sampled = PairErrors.of(records, FIELDS, FOUR, truth,
        PairErrors.sample(FIELDS, SAMPLE), SAMPLES * runs);
    for (Size row : BY_RECORDS) {
      if (row.records != size) {
        continue;
      }
      int k = row.alike;
      table.row(records.size(), k, row.pairs, truth[k], online.deviation()[k], row.error,
          sampled.deviation()[k], row.sample);
      String what = "for " + k + " alike, %,d records".formatted(size);
      if (size != TABLE_5) { // these are in Table 5.5
        compared.add(new PrintedError(row.error).with("Tables 5.6, 5.7: error " + what,
            online.deviation()[k], factor(k, row.pairs, size, truth[k], records.size())));
      }
      if (!Double.isNaN(row.sample)) {
        compared.add(new PrintedError(row.sample).with("Table 5.7: error of a sample " + what,
            sampled.deviation()[k], Math.sqrt(row.pairs / size / size
                / (truth[k] / records.size() / records.size()))));
      }
    }
  }

  private static List<Comparison> claims(DataTable table) {
    double[] online = table.numbers("error");
    double[] sampled = table.numbers("sampling");
    int rows = online.length;
    int better = 0;
    for (int i = 1; i < rows; i++) { // the first is in Table 5.6 only
      better += online[i] < sampled[i] ? 1 : 0;
    }
    return List.of(
        Comparison.claim("Table 5.6: from 100,000 to 400,000 records, 4 alike",
            "in general, the error rates decrease",
            SHARE.show(online[0]) + " to " + SHARE.show(online[rows - 1]),
            online[rows - 1] < online[0], ""),
        Comparison.claim("Table 5.7: PairCount and random sampling of equal memory",
            "PairCount is significantly more accurate",
            "it is in " + better + " of " + (rows - 1) + " rows; with the most records and 4 "
                + "alike " + SHARE.show(online[rows - 1]) + " against "
                + SHARE.show(sampled[rows - 1]),
            better == rows - 1,
            better == rows - 1 ? "" : "The error of a sample does not depend on the number of "
                + "records, that of PairCount falls with it, and with the similar pairs, of which "
                + "there are fewer here than in the thesis"));
  }

  private static Plot plot(DataTable table) {
    List<List<Object>> four =
        table.rows().stream().filter(row -> row.get(1).equals(FOUR)).toList();
    double[] records = column(four, 0);
    return Plot.named("records", "Pairs with 4 of 6 fields alike",
            Axis.linear("records"), Axis.linear("relative error"))
        .line("PairCount", records, column(four, 4))
        .line("random sampling", records, column(four, 6))
        .build();
  }

  private static double[] column(List<List<Object>> rows, int index) {
    return rows.stream().mapToDouble(row -> ((Number) row.get(index)).doubleValue()).toArray();
  }
}
