package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import io.bloomtree.experiments.Trace;
import io.bloomtree.experiments.reservoir.Courses.Memory;
import io.bloomtree.filter.Errors;
import java.util.List;
import java.util.stream.IntStream;

/** Errors of reservoir and stable filters while clicks pass, in a very small memory. */
final class ReservoirOverClicks implements Experiment {
  private static final Memory SMALL = new Memory("2 KB", 2 * 1024 * 8);
  private static final Memory LARGE = new Memory("4 KB", 4 * 1024 * 8);

  private static final Axis RECORDS = Axis.logarithmic("records");

  private static final String EXCHANGED =
      "a stable filter does not forget more for having more memory: the text seems to have "
          + "exchanged the two sizes";

  @Override public String name() {
    return "reservoir-over-clicks";
  }

  @Override public Paper paper() {
    return Paper.RESERVOIR;
  }

  @Override public String figures() {
    return "Figures 2, 4";
  }

  @Override public String title() {
    return "Errors of reservoir and stable filters along a clickstream";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    return setup.trace().map(trace -> onTrace(trace, setup)).orElseGet(() -> onClicks(setup));
  }

  private static Findings onClicks(Setup setup) {
    int length = setup.scale().of(400_000, 3_000_000, 3_000_000);
    int streams = setup.scale().of(1, 2, 8);
    int beginnings = setup.scale().of(10, 100, 500);
    int full = (int) Contender.shape(SMALL.bits()).bits();
    List<Memory> memories = List.of(SMALL, LARGE);
    int[] places = places(length, memories);
    var steps = new Steps(setup.progress(),
        (streams + 1L) * length * Courses.filters(memories)
            + (long) beginnings * full * Courses.filters(List.of(SMALL)));
    Courses courses = IntStream.rangeClosed(1, streams)
        .mapToObj(seed -> Courses.of(Records.clicks(length, seed), memories, places, steps))
        .reduce(Courses::plus)
        .orElseThrow();
    var rarer =
        Courses.of(Records.clicksOnRarerPages(length, 1), memories, new int[] {length}, steps);
    Courses early = IntStream.rangeClosed(1, beginnings)
        .mapToObj(seed -> Courses.of(
            Records.clicks(full, seed), List.of(SMALL), new int[] {full}, steps))
        .reduce(Courses::plus)
        .orElseThrow();
    double[] end = {length, length};
    return new Findings(
        "Clicks on " + COUNT.show(Records.PAGES) + " pages by Zipf's law, " + COUNT.show(length)
            + " of them (3 million in the paper), and since there are few first clicks to count "
            + "false positives in, summed over streams of different seeds: " + streams
            + " whole ones, and " + beginnings + " up to where a reservoir of 2 KB is full, after "
            + COUNT.show(full) + " records. The paper's stream is not to be had: the number of "
            + "pages is chosen so that a stable filter of 2 KB forgets the 22 % that are printed, "
            + "for 4 KB in the text, see below; so the stable filter's values say little, and the "
            + "reservoir's follow. Beside it another stream with such 22 %, picked because it "
            + "brings the reservoir near the printed values: " + COUNT.show(Records.MORE_PAGES)
            + " pages with exponent " + Records.LARGER_EXPONENT + ", so that new pages come late.",
        List.of(courses.negatives(), courses.positives(), rarer(rarer, memories)),
        List.of(
            courses.negativesPlot(RECORDS)
                .marks("stable, paper", end, new double[] {0.15, 0.22})
                .marks("reservoir, paper", end, new double[] {0.10, 0.12}).build(),
            courses.positivesPlot(RECORDS)
                .marks("both, paper", new double[] {length}, new double[] {0.0025}).build()),
        comparisons(courses, early, rarer));
  }

  private static int[] places(int length, List<Memory> memories) {
    return Course.growingPlaces(length, memories.stream()
        .mapToLong(memory -> Contender.shape(memory.bits()).bits()).toArray());
  }

  private static DataTable rarer(Courses courses, List<Memory> memories) {
    var table = DataTable.named("rarer-pages", "With more pages, most of them rare")
        .column("memory", TEXT).column("filter", TEXT)
        .column("false negatives", SHARE).column("false positives", SHARE);
    for (Memory memory : memories) {
      for (Contender filter : List.of(Contender.STABLE, Contender.RESERVOIR)) {
        Errors errors = courses.of(filter, memory).end();
        table.row(memory.words(), filter.toString(), errors.falseNegativeRate(),
            errors.falsePositiveRate());
      }
    }
    return table.build();
  }

  private static List<Comparison> comparisons(
      Courses courses, Courses early, Courses rarer) {
    Errors stableSmall = courses.of(Contender.STABLE, SMALL).end();
    Errors stableLarge = courses.of(Contender.STABLE, LARGE).end();
    Errors small = courses.of(Contender.RESERVOIR, SMALL).end();
    Errors large = courses.of(Contender.RESERVOIR, LARGE).end();
    Errors first = early.of(Contender.RESERVOIR, SMALL).end();
    Errors stableFirst = early.of(Contender.STABLE, SMALL).end();
    double stableOfSmall = stableSmall.falseNegativeRate();
    double stableOfLarge = stableLarge.falseNegativeRate();
    return List.of(
        Comparison.claim("Figure 4, false negatives with 2 KB and with 4 KB, stable",
            "15 %, 22 %", SHARE.show(stableOfSmall) + ", " + SHARE.show(stableOfLarge),
            stableOfSmall < stableOfLarge, EXCHANGED),
        negatives("Figure 4, the sizes exchanged, stable with 4 KB", 0.15, stableLarge, ""),
        negatives("Figure 4, the sizes exchanged, reservoir with 2 KB", 0.12, small,
            newPages(rarer, SMALL)),
        negatives("Figure 4, the sizes exchanged, reservoir with 4 KB", 0.10, large,
            newPages(rarer, LARGE)),
        Comparison.claim("Figure 4, who forgets less", "the reservoir, with 2 KB and with 4 KB",
            SHARE.show(small.falseNegativeRate()) + " against " + SHARE.show(stableOfSmall) + ", "
                + SHARE.show(large.falseNegativeRate()) + " against " + SHARE.show(stableOfLarge),
            small.falseNegativeRate() < stableOfSmall
                && large.falseNegativeRate() < stableOfLarge, ""),
        Comparison.claim("false negatives until the reservoir is full", "none",
            COUNT.show(first.falseNegatives()) + ", and " + COUNT.show(stableFirst.falseNegatives())
                + " of the stable filter", first.falseNegatives() == 0, ""),
        positives("Figure 2, false positives until the reservoir is full, 2 KB", 0.001, first),
        positives("Figure 2, stable until then", 0.0025, stableFirst),
        Comparison.claim("Figure 2, who claims less until then", "the reservoir",
            SHARE.show(first.falsePositiveRate()) + " against "
                + SHARE.show(stableFirst.falsePositiveRate()),
            first.falsePositiveRate() < stableFirst.falsePositiveRate(), ""),
        positives("Figure 2, false positives in the end, 2 KB", 0.0025, small),
        positives("Figure 2, stable in the end", 0.0025, stableSmall));
  }

  private static String newPages(Courses rarer, Memory memory) {
    return "it falls from p* on, as long as no new pages come, each of which clears a bit of each "
        + "filter; the paper does not tell how many did. With the rarer pages it is "
        + SHARE.show(rarer.of(Contender.RESERVOIR, memory).end().falseNegativeRate())
        + ", stable "
        + SHARE.show(rarer.of(Contender.STABLE, memory).end().falseNegativeRate());
  }

  private static Comparison negatives(String what, double paper, Errors errors, String remark) {
    return new PrintedRate(paper)
        .beside(what, errors.falseNegativeRate(), errors.copies(), remark);
  }

  private static Comparison positives(String what, double paper, Errors errors) {
    return new PrintedRate(paper).beside(what, errors.falsePositiveRate(), errors.distinct(),
        COUNT.show(errors.falsePositives()) + " of " + COUNT.show(errors.distinct())
            + " first clicks were taken for copies");
  }

  private static Findings onTrace(Trace trace, Setup setup) {
    var records = Records.of(trace.events());
    double ratio = (double) SMALL.bits() / Records.PAGES;
    long bits = Math.max(64, Math.round(ratio * records.truth().distinct()));
    List<Memory> memories = List.of(
        new Memory(COUNT.show(bits) + " bits", bits),
        new Memory(COUNT.show(2 * bits) + " bits", 2 * bits));
    var steps = new Steps(
        setup.progress(), (long) records.length() * Courses.filters(memories));
    Courses courses =
        Courses.of(records, memories, places(records.length(), memories), steps);
    return new Findings(
        trace.name() + ": " + COUNT.show(records.length()) + " records, "
            + COUNT.show(records.truth().distinct()) + " distinct. Memory of 13 and 26 bits for "
            + "each distinct record, as for the generated clicks.",
        List.of(courses.negatives(), courses.positives()),
        List.of(courses.negativesPlot(RECORDS).build(), courses.positivesPlot(RECORDS).build()),
        List.of());
  }
}
