package io.bloomtree.experiments.beyond;

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
import io.bloomtree.experiments.beyond.FailedSlices.Votes;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.ErrorRates;
import io.bloomtree.filter.QuorumRates;
import io.bloomtree.filter.SlicePlan;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The fault tolerance heuristic: what the paper's formula says, what binomial tails say, and what
 * slices do.
 */
final class HybridFormula implements Experiment {
  private static final int PROBES = 8;
  private static final int SLICES = 40;
  private static final int FAILED = 8;
  private static final int[] FAILURES = {0, 2, 4, 8, 12, 16, 20};
  /** The quorum that the paper calls best. */
  private static final int TYPICAL = 3;
  private static final long SEED = 7;

  @Override public String name() {
    return "hybrid-formula";
  }

  @Override public Paper paper() {
    return Paper.BEYOND;
  }

  @Override public String figures() {
    return "The fault tolerance heuristic";
  }

  @Override public String title() {
    return "x of k bits: the printed formula, binomial tails, and slices that failed";
  }

  @Override public Findings run(Setup setup) {
    int events = setup.scale().of(5_000, 50_000, 200_000);
    int queries = setup.scale().of(20_000, 500_000, 5_000_000);
    long bits = Math.round(PROBES * events / Math.log(2)); // half of them will be set
    var slices = new FailedSlices(
        SlicePlan.vertical(BloomShape.of(Layout.PLAIN, bits, PROBES, events), SLICES));
    var random = new SplittableRandom(SEED);
    long[] known = random.longs(events).toArray();
    for (long event : known) {
      slices.set(event);
    }
    long[] others = random.longs(queries).toArray();
    int steps = FAILURES.length + 1;
    boolean agree = true;
    Votes strangers = slices.votes(others, FAILED);
    Votes copies = slices.votes(known, FAILED);
    var quorums = DataTable.named("quorums", "At least x of 8 bits, 8 of 40 slices failed")
        .column("x", COUNT).column("printed", SHARE).column("binomial tail", SHARE)
        .column("observed", SHARE).column("our rule, computed", SHARE)
        .column("our rule, observed", SHARE).column("false negatives, computed", SHARE)
        .column("false negatives, observed", SHARE);
    for (int x = 1; x <= PROBES; x++) {
      var rates = new QuorumRates(PROBES, x, slices.fill(FAILED), (double) FAILED / SLICES);
      Observed paper = strangers.withAtLeast(x);
      Observed ours = strangers.allSetAndAtLeast(x);
      Observed found = copies.withAtLeast(x);
      agree &= paper.agreesWith(rates.falsePositivesOfPaper())
          && ours.agreesWith(rates.falsePositives());
      quorums.row(x, rates.falsePositivesAsPrinted(), rates.falsePositivesOfPaper(), paper.rate(),
          rates.falsePositives(), ours.rate(), rates.falseNegatives(), 1 - found.rate());
    }
    setup.progress().at(1, steps);
    var negatives = DataTable.named("false-negatives", "Failed slices counted as distinct")
        .column("failed", COUNT).column("printed", SHARE).column("computed", SHARE)
        .column("observed", SHARE);
    for (int i = 0; i < FAILURES.length; i++) {
      Observed found = slices.votes(known, FAILURES[i]).withAtLeast(PROBES);
      negatives.row(FAILURES[i],
          ErrorRates.verticalFalseNegativesAsPrinted(PROBES, FAILURES[i], SLICES),
          ErrorRates.verticalFalseNegatives(PROBES, FAILURES[i], SLICES), 1 - found.rate());
      setup.progress().at(i + 2, steps);
    }
    return findings(events, queries, quorums.build(), negatives.build(), agree);
  }

  private static Findings findings(
      int events, int queries, DataTable quorums, DataTable negatives, boolean agree) {
    double[] x = quorums.numbers("x");
    var positivesPlot = Plot.named("quorums", "False positives, 8 of 40 slices failed",
            Axis.linear("x, the bits it takes"), Axis.logarithmic("false positives"))
        .dashed("printed", x, quorums.numbers("printed"))
        .line("observed", x, quorums.numbers("observed"))
        .dashed("binomial tail", x, quorums.numbers("binomial tail"))
        .line("our rule, observed", x, quorums.numbers("our rule, observed"))
        .dashed("our rule, computed", x, quorums.numbers("our rule, computed"))
        .build();
    double[] failed = negatives.numbers("failed");
    var negativesPlot = Plot.named("false-negatives", "False negatives, failed counted as distinct",
            Axis.linear("slices failed, of 40"), Axis.linear("false negatives"))
        .dashed("printed", failed, negatives.numbers("printed"))
        .line("observed", failed, negatives.numbers("observed"))
        .dashed("with binomial coefficients", failed, negatives.numbers("computed"))
        .build();
    double lost = negatives.number("observed", FAILED);
    double expected = negatives.number("computed", FAILED);
    return new Findings(
        "%,d events in a filter of 8 probes that is half full, cut vertically into 40 slices; %,d "
            .formatted(events, queries)
            + "queries for events that are not there. The paper's rule: a duplicate if at least x "
            + "bits are live and set. Ours: if at least x are live and all of the live ones set.",
        List.of(quorums, negatives), List.of(positivesPlot, negativesPlot),
        List.of(
            Comparison.claim("false positives of the paper's rule, x = 3",
                SHARE.show(quorums.number("printed", TYPICAL)) + " by the printed formula",
                SHARE.show(quorums.number("binomial tail", TYPICAL)) + " by the binomial tail, "
                    + SHARE.show(quorums.number("observed", TYPICAL)) + " observed",
                agree, "The printed formula is that of x given bits; any x of k will do"),
            Comparison.claim("false positives of the rule itself, x = 3",
                SHARE.show(quorums.number("observed", TYPICAL)) + " with the paper's rule",
                SHARE.show(quorums.number("our rule, observed", TYPICAL)),
                quorums.number("our rule, observed", TYPICAL)
                    < quorums.number("observed", TYPICAL),
                "A live bit that is not set proves that the event is new. False negatives are the "
                    + "same: " + SHARE.show(quorums.number("false negatives, observed", TYPICAL))),
            Comparison.claim("false negatives when failed slices count as distinct, 8 of 40",
                SHARE.show(negatives.number("printed", FAILED)) + " by the printed formula",
                SHARE.show(expected) + " computed, " + SHARE.show(lost) + " observed",
                new Observed(Math.round(lost * events), events).agreesWith(expected),
                "The same coefficients are missing")));
  }
}
