package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.frequency.Method.CM;
import static io.bloomtree.experiments.frequency.Method.CMM;
import static io.bloomtree.experiments.frequency.Method.FAST_AGMS;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import java.util.List;

/** How far self-join sizes are off, by the width and by the depth of the sketch. */
final class SelfJoinsBySize implements Experiment {
  private static final int DEPTH = 3;
  private static final int WIDTH = 16;
  private static final int[] WIDTHS = {4, 8, 16, 32, 64, 128, 256, 512};

  @Override public String name() {
    return "self-joins-by-size";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Figures 4.6, 4.7";
  }

  @Override public String title() {
    return "Self-join sizes: errors by the size of the sketch";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(5_000, 100_000, 1_000_000);
    int runs = setup.scale().of(20, 40, 40);
    Elements urls = setup.trace().map(Trace::events).map(Elements::of)
        .orElseGet(() -> Elements.urls(length));
    ErrorsBySize found = ErrorsBySize.of(setup, WIDTHS, DEPTH, WIDTH,
        (width, depth) -> SelfJoinErrors.mean(urls, width, depth, runs));
    DataTable widths =
        Method.table("width", "Relative errors by width, 3 rows", "width", COUNT, found.byWidth());
    DataTable depths = Method.table("depth", "Relative errors by depth, 16 counters in a row",
        "depth", COUNT, found.byDepth());
    return new Findings(
        "%,d events, %,d of them different, with a Zipf exponent of %s where the stream is ours "
            .formatted(urls.events().length, urls.distinct(), NUMBER.show(Elements.URL_EXPONENT))
            + "(thesis: 1,000,000 URLs of a crawl, 0.8 to 0.9). Mean of |estimate / truth - 1| "
            + "over " + runs + " sketches with other hash functions.",
        List.of(widths, depths),
        List.of(
            Method.plot(widths, Axis.logarithmic("counters in a row"),
                Axis.logarithmic("mean relative error")),
            Method.plot(depths, Axis.linear("rows"), Axis.logarithmic("mean relative error"))),
        compared(widths, depths));
  }

  private static List<Comparison> compared(DataTable widths, DataTable depths) {
    double[] cm = widths.numbers(CM.title());
    double[] cmm = widths.numbers(CMM.title());
    int last = cm.length - 1;
    return List.of(
        ErrorsBySize.similar("by width", "similar", widths),
        ErrorsBySize.significant("by width", widths),
        Comparison.claim("by width: CM less CMM",
            "significantly, especially when the space is small",
            NUMBER.show(cm[0] - cmm[0]) + " with 4 counters in a row, "
                + NUMBER.show(cm[last] - cmm[last]) + " with 512",
            cm[0] - cmm[0] > cm[last] - cmm[last], ""),
        ErrorsBySize.similar("by depth", "similar", depths),
        ErrorsBySize.significant("by depth", depths),
        flat(CM, depths), flat(CMM, depths), flat(FAST_AGMS, depths));
  }

  /** "Almost no impact": neither end has twice the other's errors. */
  private static Comparison flat(Method method, DataTable depths) {
    double[] errors = depths.numbers(method.title());
    double ratio = errors[0] / errors[errors.length - 1];
    return Comparison.claim("1 to 10 rows: " + method.title(), "almost no impact",
        NUMBER.show(errors[0]) + " with 1, " + NUMBER.show(errors[errors.length - 1])
            + " with 10", Math.max(ratio, 1 / ratio) < Method.SIMILAR,
        method == CM ? "" : "A median of ten is off less than one row. The thesis's curves may be "
            + "of one sketch for each depth");
  }
}
