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
import io.bloomtree.filter.ReservoirFilter;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.stream.UniformStream;
import java.util.List;

/** The paper's formulas for ones, false positives and false negatives, and what is seen. */
final class ReservoirTheory implements Experiment {
  private static final int FILTERS = 3;
  /** The stream, and the universe it is drawn from, in lengths of the reservoir. */
  private static final int LENGTH = 20;
  private static final int UNIVERSE = 50;
  private static final int WINDOWS_OF_A_LENGTH = 2;
  private static final double TOLERANCE = 0.1;
  private static final long SEED = 1;

  private static final String ONES = "ones";
  private static final String THEOREM = "ones, Eq. 5.22";
  private static final String POSITIVES = "false positives";
  private static final String EQ_POSITIVES = "false positives, Eq. 5.7";
  private static final String NEGATIVES = "false negatives";

  @Override public String name() {
    return "reservoir-theory";
  }

  @Override public Paper paper() {
    return Paper.RESERVOIR;
  }

  @Override public String figures() {
    return "Theorem 5.1, Eq. 5.7, 5.17, 5.26";
  }

  @Override public String title() {
    return "A reservoir filter's ones, false positives and false negatives, computed and seen";
  }

  @Override public Findings run(Setup setup) {
    int bits = setup.scale().of(5_000, 50_000, 500_000);
    // the paper's analysis is one of sampling alone: no threshold
    var shape = new ReservoirShape(FILTERS, bits, 0, Reset.RANDOM);
    long universe = (long) UNIVERSE * bits;
    DataTable rates = rates(shape, universe, setup);
    double[] records = rates.numbers("records");
    int last = LENGTH * bits;
    int fourth = 4 * bits;
    double full = rates.number(ONES, bits);
    double end = rates.number(ONES, last);
    double most = 0;
    for (int i = 0; i < records.length; i++) {
      most = Math.max(most, Math.abs(rates.numbers(ONES)[i] - rates.numbers(THEOREM)[i]));
    }
    return new Findings(
        "3 filters of " + COUNT.show(bits) + " bits, sampling alone (p* = 0), as the paper's "
            + "analysis has it; records drawn from " + COUNT.show(universe) + ". As in the paper "
            + "a rate is one of all records: that a record is new and claimed, or a copy and not "
            + "recognised. Seen in windows of half a reservoir's length.",
        List.of(rates),
        List.of(
            Plot.named("ones", "Share of ones", Axis.linear("records"), Axis.linear("ones"))
                .line("seen", records, rates.numbers(ONES))
                .dashed("Eq. 5.22, solved", records, rates.numbers(THEOREM)).build(),
            Plot.named("false-positives", "Records that are new and claimed",
                    Axis.linear("records"), Axis.linear("of all records"))
                .line("seen", records, rates.numbers(POSITIVES))
                .dashed("Eq. 5.7", records, rates.numbers(EQ_POSITIVES)).build()),
        List.of(
            Comparison.number("Eq. 5.26, false positives when the reservoir is full", SHARE,
                shape.falsePositiveRate(), Math.pow(full, FILTERS), TOLERANCE, ""),
            Comparison.claim("Eq. 5.22, share of ones", "what is computed",
                "at most " + NUMBER.show(100 * most) + " points from it", most < 0.01, ""),
            Comparison.claim("Theorem 5.1, share of ones from then on", "a constant",
                SHARE.show(full) + " then, " + SHARE.show(end) + " in the end",
                Math.abs(full - end) < 0.01,
                "Eq. 5.22 itself leads from 1 - 1/e to a half, with the square of s/i"),
            Comparison.number("Eq. 5.7, new and claimed, after 4 times the reservoir's length",
                SHARE, rates.number(EQ_POSITIVES, fourth), rates.number(POSITIVES, fourth),
                TOLERANCE,
                "Eq. 5.2 sums over all records the chance of having set a bit that was not cleared "
                    + "since, but several may have set the same one: nearly every bit would be "
                    + "set in the end, where by Theorem 5.1 it is half of them"),
            order(shape.falseNegativeOrder(universe), rates.number(NEGATIVES, last))));
  }

  private static Comparison order(double order, double seen) {
    return Comparison.claim("Eq. 5.17, copies not recognised, in the end",
        "of the order of k/U, " + SHARE.show(order), SHARE.show(seen), seen < 10 * order,
        "Eq. 5.12 takes s e^(-s(m-x)/(Um)) to be at most 1, but it is nearly s, so that a factor "
            + "of s is lost; and copies of what was never kept are not counted");
  }

  private static DataTable rates(ReservoirShape shape, long universe, Setup setup) {
    int bits = (int) shape.bits();
    var records = Records.of(new UniformStream(LENGTH * bits, universe, SEED).toArray());
    var filter = new ReservoirFilter(shape, SEED);
    var steps = new Steps(setup.progress(), records.length());
    var table = DataTable.named("rates", "Computed and seen").column("records", COUNT)
        .column(ONES, SHARE).column(THEOREM, SHARE)
        .column(POSITIVES, SHARE).column(EQ_POSITIVES, SHARE)
        .column(NEGATIVES, SHARE);
    int window = bits / WINDOWS_OF_A_LENGTH;
    for (int to = window; to <= records.length(); to += window) {
      int positives = 0;
      int negatives = 0;
      for (int i = to - window; i < to; i++) {
        boolean isNew = filter.addIfNew(records.events()[i]);
        boolean isCopy = records.truth().isCopy(i);
        positives += !isNew && !isCopy ? 1 : 0;
        negatives += isNew && isCopy ? 1 : 0;
      }
      // in the middle of the window, where its mean belongs; the formula begins with a full one
      double middle = to - window / 2.0;
      table.row(to, filter.fill(), shape.onesAfter(to), (double) positives / window,
          middle < bits ? Double.NaN : shape.falsePositiveRate(universe, middle),
          (double) negatives / window);
      steps.add(window);
    }
    return table.build();
  }
}
