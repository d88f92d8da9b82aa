package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.frequency.Method.CM;
import static io.bloomtree.experiments.frequency.Method.CMM;
import static io.bloomtree.experiments.frequency.Method.CMM_MEAN;
import static io.bloomtree.experiments.frequency.Method.FAST_AGMS;
import static io.bloomtree.experiments.frequency.Method.MI;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** How far counts are off, by the skew of the stream. */
final class CountsBySkew implements Experiment {
  private static final double MOST_SKEWED = 2;
  private static final int TOP = 100;

  @Override public String name() {
    return "counts-by-skew";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Figures 4.1, 4.2";
  }

  @Override public String title() {
    return "How often was it seen: errors by the skew of the stream";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(5_000, 100_000, 1_000_000);
    int runs = setup.scale().of(2, 3, 5);
    int points = setup.scale().of(5, 11, 11);
    Map<Double, Map<Method, Double>> all = new TreeMap<>();
    Map<Double, Map<Method, Double>> top = new TreeMap<>();
    var steps = new Steps(setup.progress(), points);
    for (int i = 0; i < points; i++) {
      double exponent = MOST_SKEWED * i / (points - 1);
      Elements elements = Elements.zipf(length, exponent);
      all.put(exponent, new CountErrors(elements, length, length - elements.distinct())
          .mean(64, 3, runs));
      top.put(exponent, new CountErrors(elements, TOP, 0).mean(256, 5, runs));
      steps.next();
    }
    DataTable allTable = Method.table("all", "All elements of the domain, 3 rows of 64 counters",
        "exponent", NUMBER, all);
    DataTable topTable = Method.table("top-100",
        "The 100 most frequent elements, 5 rows of 256 counters", "exponent", NUMBER, top);
    return new Findings(
        "%,d elements, drawn from as many%s. Mean absolute errors over all queries and %d sketches "
            .formatted(length, length == 1_000_000 ? ", as in the thesis" : " (thesis: 1,000,000)",
                runs)
            + "with other hash functions. CMM takes the median of a row's counters for the noise, "
            + "CMM-mean their mean. Less skewed is an exponent of 0, highly skewed is 2. "
            + "Significantly better is half of the errors, similar is less than twice.",
        List.of(allTable, topTable),
        List.of(Method.plot(allTable, Axis.linear("Zipf exponent"), Axis.logarithmic("mean error")),
            Method.plot(topTable, Axis.linear("Zipf exponent"), Axis.logarithmic("mean error"))),
        compared(allTable, topTable));
  }

  private static List<Comparison> compared(DataTable all, DataTable top) {
    int last = all.rows().size() - 1;
    return List.of(
        Comparison.claim("all elements, less skewed: CMM-mean, CMM, Fast-AGMS against CM, MI",
            "all perform significantly better",
            Method.shown(all, 0, CMM_MEAN, CMM, FAST_AGMS, CM, MI),
            Math.max(error(all, 0, CMM_MEAN), Math.max(error(all, 0, CMM),
                error(all, 0, FAST_AGMS))) * Method.SIGNIFICANT
                <= Math.min(error(all, 0, CM), error(all, 0, MI)), ""),
        Comparison.claim("all elements, less skewed: Fast-AGMS",
            "between CMM-mean and CMM", Method.shown(all, 0, CMM_MEAN, FAST_AGMS, CMM),
            isBetween(all, 0),
            "It is at exponents " + String.join(", ", IntStream.rangeClosed(0, last)
                .filter(row -> isBetween(all, row))
                .mapToObj(row -> NUMBER.show(all.numbers("exponent")[row])).toList())
                + ". Below, all three are nearly the same"),
        Comparison.claim("all elements, highly skewed: CM and MI against Fast-AGMS",
            "more accurate", Method.shown(all, last, CM, MI, FAST_AGMS),
            Math.max(error(all, last, CM), error(all, last, MI)) < error(all, last, FAST_AGMS),
            ""),
        Comparison.claim("all elements, highly skewed: CMM-mean and CMM against Fast-AGMS",
            "better, because of the CM bound",
            Method.shown(all, last, CMM_MEAN, CMM, FAST_AGMS),
            Math.max(error(all, last, CMM_MEAN), error(all, last, CMM))
                < error(all, last, FAST_AGMS), ""),
        Comparison.claim("top 100: CMM and Fast-AGMS", "the accuracy difference is small",
            "one has at most " + Method.times(Method.farthest(top, CMM, FAST_AGMS))
                + " the errors of the other",
            Method.farthest(top, CMM, FAST_AGMS) < Method.SIMILAR, ""),
        Comparison.claim("top 100, less skewed: CMM and Fast-AGMS against CM",
            "significantly outperform CM", Method.shown(top, 0, CMM, FAST_AGMS, CM),
            Math.max(error(top, 0, CMM), error(top, 0, FAST_AGMS)) * Method.SIGNIFICANT
                <= error(top, 0, CM), ""),
        Comparison.claim("top 100: CM against CMM as the skew grows",
            "the difference becomes smaller; when highly skewed, CM becomes more accurate",
            "CM has " + Method.times(error(top, 0, CM) / error(top, 0, CMM)) + " the errors at 0, "
                + Method.times(error(top, last / 2, CM) / error(top, last / 2, CMM)) + " at 1, "
                + Method.times(error(top, last, CM) / error(top, last, CMM)) + " at 2",
            error(top, last / 2, CM) / error(top, last / 2, CMM)
                < error(top, 0, CM) / error(top, 0, CMM)
                && error(top, last, CM) < error(top, last, CMM)
                && error(top, last, CM) < error(top, last, FAST_AGMS), ""),
        Comparison.claim("top 100: MI against CM", "consistently better",
            "CM has at least " + Method.times(Method.leastRatio(top, CM, MI)) + " the errors",
            Method.leastRatio(top, CM, MI) > 1, ""),
        Comparison.claim("top 100: MI against CMM and Fast-AGMS",
            "much less accurate for less skewed data; much better in the high skew cases",
            "at 0: " + Method.shown(top, 0, MI, CMM, FAST_AGMS) + "; at 2: "
                + Method.shown(top, last, MI, CMM, FAST_AGMS),
            error(top, 0, MI) >= Method.SIGNIFICANT * error(top, 0, CMM)
                && error(top, last, MI) * Method.SIGNIFICANT
                <= Math.min(error(top, last, CMM), error(top, last, FAST_AGMS)), ""));
  }

  private static boolean isBetween(DataTable table, int row) {
    double one = error(table, row, CMM_MEAN);
    double other = error(table, row, CMM);
    double agms = error(table, row, FAST_AGMS);
    return Math.min(one, other) <= agms && agms <= Math.max(one, other);
  }

  private static double error(DataTable table, int row, Method method) {
    return table.numbers(method.title())[row];
  }
}
