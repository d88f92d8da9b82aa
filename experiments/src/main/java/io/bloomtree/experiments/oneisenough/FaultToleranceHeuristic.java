package io.bloomtree.experiments.oneisenough;

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
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.ErrorRates;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.QuorumRates;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.stream.Truth;
import io.bloomtree.tree.SlicePolicy.Quorum;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How many bits of an event must be known to be set when some of its slices have failed. */
final class FaultToleranceHeuristic implements Experiment {
  private static final int PROBES = 8;
  private static final double TARGET = 0.02;
  private static final int SLICES = 40;
  private static final int FAILED = 8;
  private static final int HIGHEST = 7;
  private static final int STEPS = 1_000;
  private static final String PAPERS = "the paper's rule";
  private static final String OURS = "our rule";
  private static final String PRINTED = "as printed";
  private static final String MISSED = "false negatives";

  /** When an event counts as duplicate, of whose bits so many are on live slices. */
  private interface Rule {
    boolean isDuplicate(int live, int set);

    static Rule papers(int quorum) {
      return (live, set) -> set >= quorum;
    }

    /** A live bit that is not set proves that the event is new. */
    static Rule ours(int quorum) {
      var policy = new Quorum(quorum);
      return (live, set) -> set == live && policy.duplicate(set);
    }
  }

  @Override public String name() {
    return "fault-tolerance-heuristic";
  }

  @Override public Paper paper() {
    return Paper.ONE_IS_ENOUGH;
  }

  @Override public String figures() {
    return "Figure 5(d)";
  }

  @Override public String title() {
    return "Errors if x bits make a duplicate, with 8 of 40 slices failed";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    Input input = Input.of(setup, setup.scale().of(5_000, DataSet.LENGTH, DataSet.LENGTH),
        setup.scale().of(2, 3, 30), DataSet.WEB_LOG).get(0);
    DataTable table = table(input, setup);
    double[] x = table.numbers("x");
    double[] papers = table.numbers(PAPERS);
    double[] ours = table.numbers(OURS);
    double[] missed = table.numbers(MISSED);
    var plot = Plot.named("errors", "8 of 40 vertical slices failed, " + input.title(),
            Axis.linear("bits that must be live and set, x"), Axis.linear("rate"))
        .line("false positives, the paper's rule", x, papers)
        .line("false positives, our rule", x, ours)
        .line("false negatives, both", x, missed)
        .dashed("false positives, as printed", x, table.numbers(PRINTED))
        .dashed("the paper's rule, computed", x, table.numbers(PAPERS + ", computed"))
        .dashed("our rule, computed", x, table.numbers(OURS + ", computed"))
        .dashed("false negatives, computed", x, table.numbers(MISSED + ", computed"))
        .build();
    return new Findings(
        "Stream: " + input.title() + ", " + input.size() + ", other slices failed each time; "
            + PROBES + " probes, sized by Eq. 2 for " + SHARE.show(TARGET) + ", which the paper "
            + "does not say. Rates are those of a whole stream, from an empty filter on. The "
            + "paper's rule: a duplicate, if at least x bits are live and set. Ours: if moreover "
            + "no live bit is unset. Best is the x for which the error that is farther above its "
            + "least is closest to it.",
        List.of(table), List.of(plot), comparisons(table, papers, ours, missed));
  }

  private static DataTable table(Input input, Setup setup) {
    var table = DataTable.named("errors", "Errors with 8 of 40 slices failed, by x")
        .column("x", COUNT)
        .column(PAPERS, SHARE).column(PAPERS + ", computed", SHARE).column(PRINTED, SHARE)
        .column(OURS, SHARE).column(OURS + ", computed", SHARE)
        .column(MISSED, SHARE).column(MISSED + ", computed", SHARE);
    List<Truth> truths = input.runs().stream().map(Truth::of).toList();
    long distinct = truths.get(0).distinct();
    BloomShape shape = Sizing.of(distinct, PROBES, TARGET);
    for (int x = 1; x <= HIGHEST; x++) {
      Errors papers = errors(input, truths, Rule.papers(x));
      Errors ours = errors(input, truths, Rule.ours(x));
      table.row(x,
          papers.falsePositiveRate(), computed(shape, x, QuorumRates::falsePositivesOfPaper),
          computed(shape, x, QuorumRates::falsePositivesAsPrinted),
          ours.falsePositiveRate(), computed(shape, x, QuorumRates::falsePositives),
          ours.falseNegativeRate(), rates(shape, x, 0).falseNegatives());
      setup.progress().at(x, HIGHEST);
    }
    return table.build();
  }

  private static Errors errors(Input input, List<Truth> truths, Rule rule) {
    long falsePositives = 0;
    long falseNegatives = 0;
    long distinct = 0;
    long copies = 0;
    for (int run = 0; run < truths.size(); run++) {
      long[] events = input.runs().get(run);
      Truth truth = truths.get(run);
      var plan = SlicePlan.vertical(Sizing.of(truth.distinct(), PROBES, TARGET), SLICES);
      FilterSlice[] slices =
          IntStream.range(0, SLICES).mapToObj(plan::newSlice).toArray(FilterSlice[]::new);
      boolean[] failed = failed(run);
      for (int i = 0; i < events.length; i++) {
        boolean isDuplicate = offer(events[i], plan, slices, failed, rule);
        falsePositives += isDuplicate && !truth.isCopy(i) ? 1 : 0;
        falseNegatives += !isDuplicate && truth.isCopy(i) ? 1 : 0;
      }
      distinct += truth.distinct();
      copies += truth.copies();
    }
    return new Errors(falsePositives, distinct, falseNegatives, copies);
  }

  /** Whether it counts as duplicate; if not, it is set, as far as slices are there. */
  private static boolean offer(
      long event, SlicePlan plan, FilterSlice[] slices, boolean[] failed, Rule rule) {
    int[] its = IntStream.of(plan.slicesOf(event)).filter(slice -> !failed[slice]).toArray();
    int live = 0;
    int set = 0;
    for (int slice : its) {
      live += slices[slice].probes(event);
      set += slices[slice].setProbes(event);
    }
    boolean isDuplicate = rule.isDuplicate(live, set);
    if (!isDuplicate) {
      for (int slice : its) {
        slices[slice].set(event);
      }
    }
    return isDuplicate;
  }

  private static boolean[] failed(long seed) {
    var random = new SplittableRandom(seed);
    var failed = new boolean[SLICES];
    for (int left = FAILED; left > 0;) {
      int slice = random.nextInt(SLICES);
      if (!failed[slice]) {
        failed[slice] = true;
        left--;
      }
    }
    return failed;
  }

  /** The mean of a rate over the stream: what is taken for a duplicate does not fill the filter. */
  private static double computed(BloomShape shape, int x, ToDoubleFunction<QuorumRates> rate) {
    double inserted = 0;
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
      double now = rate.applyAsDouble(rates(shape, x, inserted));
      sum += now / STEPS;
      inserted += (1 - now) * shape.expected() / STEPS;
    }
    return sum;
  }

  private static QuorumRates rates(BloomShape shape, int x, double events) {
    double fill = ErrorRates.fillOfLarge(shape.bits(), PROBES, events);
    return new QuorumRates(PROBES, x, fill, (double) FAILED / SLICES);
  }

  private static List<Comparison> comparisons(
      DataTable table, double[] papers, double[] ours, double[] missed) {
    int bestOfPapers = 1 + Balance.best(papers, missed);
    int bestOfOurs = 1 + Balance.best(ours, missed);
    return List.of(
        best(table, PAPERS, bestOfPapers,
            "any 3 or 4 of 8 bits are soon set by chance; the printed formula lacks the binomial "
                + "coefficients that would tell"),
        best(table, OURS, bestOfOurs, ""),
        Comparison.number("false positives at x = 3, by the printed formula", SHARE,
            table.number(PRINTED, 3), table.number(PAPERS, 3), 0.2,
            "any 3 of 8 bits will do, and the formula is that of 3 given ones"),
        Comparison.cost("false positives at x = 4, by the paper's rule (measured) and ours", SHARE,
            table.number(PAPERS, 4), table.number(OURS, 4), 0.2,
            "a live bit that is not set proves that the event is new; false negatives are equal"));
  }

  private static Comparison best(DataTable table, String rule, int best, String remark) {
    return Comparison.claim("best x, " + rule,
        "3 or 4: almost minimizes both the false positive and false negative rate",
        best + ": " + SHARE.show(table.number(rule, best)) + " and "
            + SHARE.show(table.number(MISSED, best)) + "; 4 has "
            + SHARE.show(table.number(rule, 4)) + " and " + SHARE.show(table.number(MISSED, 4)),
        best == 3 || best == 4, remark);
  }
}
