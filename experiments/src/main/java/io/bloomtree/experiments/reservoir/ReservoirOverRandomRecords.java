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
import io.bloomtree.experiments.Trace;
import io.bloomtree.experiments.reservoir.Courses.Memory;
import io.bloomtree.filter.Errors;
import java.util.ArrayList;
import java.util.List;

/** Errors of reservoir and stable filters while random records pass, and how they settle. */
final class ReservoirOverRandomRecords implements Experiment {
  private static final int PAPERS_LENGTH = 1_000_000_000;
  private static final double DISTINCT = 0.1;
  private static final long PAPERS_SMALL = 128L * 1024 * 1024 * 8;
  private static final long PAPERS_LARGE = 512L * 1024 * 1024 * 8;
  private static final List<Contender> FILTERS = List.of(Contender.STABLE, Contender.RESERVOIR);
  private static final int INTERVALS = 10;
  private static final int PLACES = 2 * INTERVALS;
  private static final long SEED = 1;
  private static final Axis RECORDS = Axis.linear("records");

  private static final String ORDINARY =
      "until it is full a reservoir is an ordinary filter, by which the d-th distinct record is "
          + "claimed with (1 - e^(-d/s))^3: for the last one 1.5 % with 128 MB, 0.03 % with "
          + "512 MB, and a quarter of that on average";
  private static final String NOTHING_CLEARED =
      "the stream ends before the reservoir of 512 MB is full, and until then no bit is cleared";

  @Override public String name() {
    return "reservoir-over-random-records";
  }

  @Override public Paper paper() {
    return Paper.RESERVOIR;
  }

  @Override public String figures() {
    return "Figures 3, 5, 8";
  }

  @Override public String title() {
    return "Errors of reservoir and stable filters along a stream of random records";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    return setup.trace().map(trace -> onTrace(trace, setup)).orElseGet(() -> onRandom(setup));
  }

  private static Findings onRandom(Setup setup) {
    int part = setup.scale().of(20_000, 1_000, 100);
    var small = new Memory("128 MB", PAPERS_SMALL / part);
    var large = new Memory("512 MB", PAPERS_LARGE / part);
    Courses courses = courses(
        Records.random(PAPERS_LENGTH / part, DISTINCT, SEED), List.of(small, large), setup);
    DataTable rise = rise(courses, PAPERS_LENGTH / part, List.of(small, large));
    double[] end = {(double) PAPERS_LENGTH / part, (double) PAPERS_LENGTH / part};
    return new Findings(
        "A thousand million records of which 10 % are distinct and 128 and 512 MB in the paper, "
            + "both divided by " + COUNT.show(part) + " here, which leaves the rates as they are. "
            + "Each rate is one of all records up to a place, as those of the paper must be.",
        List.of(courses.negatives(), courses.positives(), rise),
        List.of(
            courses.negativesPlot(RECORDS)
                .marks("stable, paper", end, new double[] {0.38, 0.13})
                .marks("reservoir, paper", end, new double[] {0.22, 0.07}).build(),
            courses.positivesPlot(RECORDS)
                .marks("stable, paper", end, new double[] {0.007, 0.0006})
                .marks("reservoir, paper", end, new double[] {0.008, 0.0006}).build(),
            risePlot(rise)),
        List.of(
            positives("stable, 128 MB", 0.007, courses.of(Contender.STABLE, small).end()),
            positives("reservoir, 128 MB", 0.008, courses.of(Contender.RESERVOIR, small).end()),
            positives("stable, 512 MB", 0.0006, courses.of(Contender.STABLE, large).end()),
            positives("reservoir, 512 MB", 0.0006, courses.of(Contender.RESERVOIR, large).end()),
            negatives("stable, 128 MB", 0.38, courses.of(Contender.STABLE, small).end(), ""),
            negatives("reservoir, 128 MB", 0.22, courses.of(Contender.RESERVOIR, small).end(),
                "it is still rising where the stream ends: sampling forgets more and more, and "
                    + "p* is not reached before 12 times as many records"),
            negatives("stable, 512 MB", 0.13, courses.of(Contender.STABLE, large).end(), ""),
            negatives("reservoir, 512 MB", 0.07, courses.of(Contender.RESERVOIR, large).end(),
                NOTHING_CLEARED),
            forgetsLess(courses, List.of(small, large)),
            settles(rise, small)));
  }

  private static Courses courses(Records records, List<Memory> memories, Setup setup) {
    int length = records.length();
    var steps = new Steps(setup.progress(), (long) length * Courses.filters(memories));
    return Courses.of(records, memories, Course.evenPlaces(length, PLACES), steps);
  }

  /** By how much the share of copies missed so far rises in each tenth of the stream. */
  private static DataTable rise(Courses courses, int length, List<Memory> memories) {
    var table = DataTable.named("rise", "Rise of false negatives in each tenth, in points")
        .column("records", COUNT);
    memories.forEach(memory -> FILTERS.forEach(filter ->
        table.column(filter + ", " + memory.words(), NUMBER)));
    for (int tenth = 2; tenth <= INTERVALS; tenth++) {
      long from = (tenth - 1L) * length / INTERVALS;
      long to = (long) tenth * length / INTERVALS;
      var row = new ArrayList<Object>(List.of(to));
      memories.forEach(memory -> FILTERS.forEach(filter -> {
        Course course = courses.of(filter, memory);
        row.add(100 * (course.at(to).falseNegativeRate() - course.at(from).falseNegativeRate()));
      }));
      table.row(row.toArray());
    }
    return table.build();
  }

  private static Plot risePlot(DataTable rise) {
    var plot = Plot.named(rise.name(), "Rise of false negatives", RECORDS,
        Axis.linear("points in a tenth of the stream"));
    rise.columns().stream().skip(1).map(DataTable.Column::name).forEach(filter ->
        plot.line(filter, rise.numbers("records"), rise.numbers(filter)));
    return plot.build();
  }

  private static Comparison positives(String what, double paper, Errors errors) {
    return new PrintedRate(paper).beside("Figure 3, false positives, " + what,
        errors.falsePositiveRate(), errors.distinct(), ORDINARY);
  }

  private static Comparison negatives(
      String what, double paper, Errors errors, String remark) {
    return new PrintedRate(paper).beside("Figure 5, false negatives, " + what,
        errors.falseNegativeRate(), errors.copies(), remark);
  }

  private static Comparison forgetsLess(Courses courses, List<Memory> memories) {
    boolean holds = memories.stream().allMatch(memory ->
        courses.of(Contender.RESERVOIR, memory).end().falseNegativeRate()
            < courses.of(Contender.STABLE, memory).end().falseNegativeRate());
    return Comparison.claim("Figure 5, who forgets less", "the reservoir, with both sizes",
        holds ? "the reservoir, with both sizes" : "not the reservoir with both sizes", holds, "");
  }

  private static Comparison settles(DataTable rise, Memory memory) {
    double records = (double) PAPERS_LENGTH / INTERVALS;
    int last = rise.rows().size() - 1;
    double stable = rise.numbers("stable, " + memory.words())[last] / records;
    double reservoir = rise.numbers("reservoir, " + memory.words())[last] / records;
    return Comparison.claim("Figure 8, rise of false negatives for each record, 128 MB",
        "reservoir 0.3e-6 points, stable 1e-6 points",
        "reservoir " + NUMBER.show(reservoir) + " points, stable " + NUMBER.show(stable)
            + " points, over the last tenth of the stream",
        reservoir < stable,
        "the paper does not say where its 0.35 million records lie. A stable filter of m cells "
            + "settles within a few times m/6 records; a reservoir forgets more for as long as it "
            + "samples");
  }

  private static Findings onTrace(Trace trace, Setup setup) {
    var records = Records.of(trace.events());
    double small = (double) PAPERS_SMALL / PAPERS_LENGTH;
    long bits = Math.max(64, Math.round(small * records.length()));
    List<Memory> memories = List.of(
        new Memory(COUNT.show(bits) + " bits", bits),
        new Memory(COUNT.show(4 * bits) + " bits", 4 * bits));
    Courses courses = courses(records, memories, setup);
    DataTable rise = rise(courses, records.length(), memories);
    return new Findings(
        trace.name() + ": " + COUNT.show(records.length()) + " records, "
            + COUNT.show(records.truth().distinct()) + " distinct. Memory of 1.07 and 4.29 bits "
            + "for each record, as in the paper.",
        List.of(courses.negatives(), courses.positives(), rise),
        List.of(courses.negativesPlot(RECORDS).build(), courses.positivesPlot(RECORDS).build(),
            risePlot(rise)),
        List.of());
  }
}
