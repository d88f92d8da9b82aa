package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.frequency.Method.CM;
import static io.bloomtree.experiments.frequency.Method.CMM;
import static io.bloomtree.experiments.frequency.Method.FAST_AGMS;
import static io.bloomtree.experiments.frequency.Method.MI;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.sketch.Skew;
import java.util.List;

/** How far counts are off, by the width and by the depth of the sketch. */
final class CountsBySize implements Experiment {
  private static final int TOP = 100;
  private static final int DEPTH = 5;
  private static final int WIDTH = 256;
  private static final int[] WIDTHS = {64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192};

  @Override public String name() {
    return "counts-by-size";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Figures 4.3, 4.4";
  }

  @Override public String title() {
    return "How often was it seen: errors by the size of the sketch";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(10_000, 200_000, 1_000_000);
    int runs = setup.scale().of(2, 3, 9);
    Elements urls = setup.trace().map(Trace::events).map(Elements::of)
        .orElseGet(() -> Elements.urls(length));
    var errors = new CountErrors(urls, TOP, 0);
    ErrorsBySize found = ErrorsBySize.of(setup, WIDTHS, DEPTH, WIDTH,
        (width, depth) -> errors.mean(width, depth, runs));
    DataTable widths = Method.table("width", "By width, 5 rows", "width", COUNT, found.byWidth());
    DataTable depths = Method.table("depth", "By depth, 256 counters in a row", "depth", COUNT,
        found.byDepth());
    double exponent =
        Skew.zipfExponent(urls.selfJoinSize(), urls.events().length, urls.distinct());
    return new Findings(
        "%,d events, %,d of them different, skewed as by a Zipf exponent of %s, judged by the "
            .formatted(urls.events().length, urls.distinct(), NUMBER.show(exponent))
            + "self-join size (thesis: 1,000,000 URLs of a crawl, 0.8 to 0.9). Mean absolute "
            + "errors for the 100 most frequent elements, over " + runs + " sketches with other "
            + "hash functions.",
        List.of(widths, depths),
        List.of(
            Method.plot(widths, Axis.logarithmic("counters in a row"),
                Axis.logarithmic("mean error")),
            Method.plot(depths, Axis.linear("rows"), Axis.logarithmic("mean error"))),
        compared(exponent, widths, depths));
  }

  private static List<Comparison> compared(double exponent, DataTable widths, DataTable depths) {
    int last = widths.rows().size() - 1;
    double[] mi = widths.numbers(MI.title());
    double[] cmm = widths.numbers(CMM.title());
    return List.of(
        Comparison.claim("exponent that the self-join size implies", "between 0.8 and 0.9",
            NUMBER.show(exponent), exponent >= 0.8 && exponent <= 0.9,
            "the stream is made with " + NUMBER.show(Elements.URL_EXPONENT)),
        ErrorsBySize.similar("by width", "very similar", widths),
        ErrorsBySize.significant("by width", widths),
        Comparison.claim("by width: MI against CMM", "not well when the space is small; "
                + "becomes better when the space is large",
            Method.times(mi[0] / cmm[0]) + " the errors of CMM with 64 counters in a row, "
                + Method.times(mi[last] / cmm[last]) + " with 8,192",
            mi[0] > cmm[0] && mi[last] < cmm[last], ""),
        ErrorsBySize.similar("by depth", "very similar", depths),
        ErrorsBySize.significant("by depth", depths),
        Comparison.claim("by depth: MI", "better than CM, but not as good as CMM and Fast-AGMS",
            "CM has at least " + Method.times(Method.leastRatio(depths, CM, MI))
                + " MI's errors, MI at least "
                + Method.times(Math.min(Method.leastRatio(depths, MI, CMM),
                Method.leastRatio(depths, MI, FAST_AGMS))) + " those of the two",
            Method.leastRatio(depths, CM, MI) >= 1 && Method.leastRatio(depths, MI, CMM) > 1
                && Method.leastRatio(depths, MI, FAST_AGMS) > 1,
            "with one row MI is CM"),
        Comparison.claim("CM against CMM", "orders of magnitude improvement (opening of chapter 4)",
            "CM has " + Method.times(Method.leastRatio(widths, CM, CMM)) + " the errors at least, "
                + Method.times(widths.numbers(CM.title())[0] / cmm[0]) + " with 64 counters in a "
                + "row", widths.numbers(CM.title())[0] / cmm[0] >= 100, ""));
  }
}
