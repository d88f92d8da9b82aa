package io.bloomtree.experiments.importance;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;
import static io.bloomtree.experiments.importance.Contender.MOST_IMPORTANT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.importance.Contender.Detector;
import io.bloomtree.filter.ImportanceRates;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ImportanceShape.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The share of cells at zero settles where the chain of a cell says, ordinary filters' at none. */
final class EmptyCells implements Experiment {
  private static final long SEED = 20;
  private static final int LOOKS = 40;
  /** The paper's word is "similar". */
  private static final double SIMILAR = 0.02;
  /** What the paper chooses its parameters for. */
  private static final double ALLOWED = 0.2;
  /** Those that settle, with a chain for every moment. */
  private static final List<Contender> COMPUTED =
      List.of(Contender.STABLE, Contender.TWO_CLASSES, Contender.MANY_CLASSES);

  @Override public String name() {
    return "empty-cells";
  }

  @Override public Paper paper() {
    return Paper.IMPORTANCE;
  }

  @Override public String figures() {
    return "Figure 20";
  }

  @Override public String title() {
    return "Cells at zero settle where the computed chain says";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(24_000, 100_000, 100_000);
    Map<Contender, ImportanceRates> rates = rates();
    DataTable zeros = zeros(length, rates, setup);
    DataTable limits = limits(zeros, rates);
    return new Findings(
        "All events are different, importances 1 to 50 equally frequent; " + COUNT.show(length)
            + " events, with the paper's K = 5, P = 10 and Max = 7 in 16,384 cells. Computed is "
            + "the chain of a cell from the empty filter on; for IBF-H, of which the paper has no "
            + "theory, only where it ends.",
        List.of(limits, zeros), List.of(plot(zeros, rates)), comparisons(zeros, limits));
  }

  private static Map<Contender, ImportanceRates> rates() {
    double[] equal = new double[ImportanceShape.MAX_IMPORTANCE + 1];
    IntStream.rangeClosed(1, MOST_IMPORTANT).forEach(i -> equal[Contender.scaled(i)] = 1);
    double[] allImportant = new double[equal.length];
    allImportant[ImportanceShape.MAX_IMPORTANCE] = 1;
    var rates = new EnumMap<Contender, ImportanceRates>(Contender.class);
    // to a stable filter all events are as important as can be
    rates.put(Contender.STABLE, Contender.shape(Variant.MULTI_CLASS).rates(allImportant));
    rates.put(Contender.TWO_CLASSES, Contender.shape(Variant.TWO_CLASSES).rates(equal));
    rates.put(Contender.MANY_CLASSES, Contender.shape(Variant.MULTI_CLASS).rates(equal));
    rates.put(Contender.HYBRID, Contender.shape(Variant.HYBRID).rates(equal));
    return rates;
  }

  private static DataTable zeros(
      int length, Map<Contender, ImportanceRates> rates, Setup setup) {
    var table = DataTable.named("zeros", "Cells at zero").column("events", COUNT);
    Arrays.stream(Contender.values()).forEach(it -> table.column(it.toString(), SHARE));
    table.column(computed(Contender.ORDINARY), SHARE);
    COMPUTED.forEach(it -> table.column(computed(it), SHARE));
    List<Detector> detectors =
        Arrays.stream(Contender.values()).map(it -> it.newDetector(SEED)).toList();
    var random = new SplittableRandom(SEED);
    int step = length / LOOKS;
    for (int events = 0; events <= length; events += step) {
      var row = new ArrayList<Object>();
      row.add(events);
      detectors.forEach(detector -> row.add(detector.zeros()));
      row.add(Math.exp(-(double) events * Contender.PROBES / Contender.CELLS));
      for (Contender contender : COMPUTED) {
        row.add(rates.get(contender).zerosAfter(events));
      }
      table.row(row.toArray());
      setup.progress().at(events, length);
      for (int i = 0; i < step; i++) {
        long event = random.nextLong();
        int importance = random.nextInt(1, MOST_IMPORTANT + 1);
        detectors.forEach(detector -> detector.addIfNew(event, importance));
      }
    }
    return table.build();
  }

  private static String computed(Contender contender) {
    return contender + ", computed";
  }

  private static DataTable limits(DataTable zeros, Map<Contender, ImportanceRates> rates) {
    var table = DataTable.named("stable", "Once stable")
        .column("filter", TEXT)
        .column("zeros seen", SHARE).column("zeros computed", SHARE)
        .column("false positives computed", SHARE);
    rates.forEach((contender, rate) -> table.row(contender.toString(),
        Arrays.stream(lastThird(zeros, contender)).average().orElseThrow(), rate.zeros(),
        rate.falsePositiveRate()));
    return table.build();
  }

  private static double[] lastThird(DataTable zeros, Contender contender) {
    double[] all = zeros.numbers(contender.toString());
    return Arrays.copyOfRange(all, all.length - all.length / 3, all.length);
  }

  private static Plot plot(DataTable zeros, Map<Contender, ImportanceRates> rates) {
    double[] events = zeros.numbers("events");
    var plot = Plot.named("zeros", "Cells at zero of 16,384",
        Axis.linear("events"), Axis.linear("cells"));
    for (Contender contender : Contender.values()) {
      plot.line(contender.toString(), events, cells(zeros.numbers(contender.toString())));
    }
    plot.dashed(computed(Contender.ORDINARY), events,
        cells(zeros.numbers(computed(Contender.ORDINARY))));
    for (Contender contender : COMPUTED) {
      plot.dashed(computed(contender), events, cells(zeros.numbers(computed(contender))));
    }
    double[] limit = new double[events.length];
    Arrays.fill(limit, rates.get(Contender.HYBRID).zeros());
    plot.dashed(Contender.HYBRID + ", limit", events, cells(limit));
    return plot.build();
  }

  private static double[] cells(double[] shares) {
    return Arrays.stream(shares).map(share -> share * Contender.CELLS).toArray();
  }

  private static List<Comparison> comparisons(DataTable zeros, DataTable limits) {
    var comparisons = new ArrayList<Comparison>();
    for (Contender contender : COMPUTED) {
      double apart = apart(zeros, contender);
      comparisons.add(Comparison.claim(contender + ": cells at zero, seen and computed",
          "\"the two values are similar\"", "at most " + SHARE.show(apart) + " of cells apart",
          apart <= SIMILAR, ""));
    }
    double left = Arrays.stream(zeros.numbers(Contender.ORDINARY.toString())).min().orElseThrow();
    comparisons.add(Comparison.claim("BF", "\"eventually gets 'full'\"",
        SHARE.show(left) + " of cells at zero in the end", left < SIMILAR, ""));
    comparisons.add(Comparison.claim("SBF and IBF", "\"stabilize to a particular value\"",
        settled(limits), isSettled(limits), ""));
    for (Contender contender : Contender.IMPORTANCE_AWARE) {
      double rate = limits.number("false positives computed", contender.toString());
      comparisons.add(Comparison.claim(contender + ": false positives once stable, Section III-D",
          "at most 20 %: \"thus select K = 5 and P = 10\"", SHARE.show(rate), rate <= ALLOWED,
          rate <= ALLOWED ? "" : "The paper stops while its filters still fill: ten thousand "
              + "events, after which a BF errs as in Table I, are too few to see where they end."));
    }
    return comparisons;
  }

  private static double apart(DataTable zeros, Contender contender) {
    double[] seen = zeros.numbers(contender.toString());
    double[] computed = zeros.numbers(computed(contender));
    return IntStream.range(0, seen.length)
        .mapToDouble(i -> Math.abs(seen[i] - computed[i])).max().orElseThrow();
  }

  private static String settled(DataTable limits) {
    return limits.rows().stream()
        .map(row -> row.get(0) + " " + SHARE.show(row.get(1)) + ", computed "
            + SHARE.show(row.get(2)))
        .collect(Collectors.joining("; "));
  }

  private static boolean isSettled(DataTable limits) {
    return limits.rows().stream().allMatch(row ->
        Math.abs((double) row.get(1) - (double) row.get(2)) <= SIMILAR);
  }
}
