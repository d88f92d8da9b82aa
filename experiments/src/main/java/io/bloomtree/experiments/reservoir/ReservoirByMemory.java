package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import io.bloomtree.experiments.Trace;
import io.bloomtree.filter.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What a reservoir and a stable filter of the same memory forget, and what they claim. */
final class ReservoirByMemory implements Experiment {
  private static final long SEED = 1;
  /** "Close to each other" in Tables 2 and 3, whose own rows are up to 1.3 points apart. */
  private static final double CLOSE = 0.02;
  /** For a stream of one's own; those of Tables 4 and 5 are from a fourteenth to six. */
  private static final double[] BITS_OF_A_RECORD = {1.0 / 16, 1.0 / 4, 1, 4};

  /** Where the paper's lead of the reservoir is largest, and ours is least. */
  private static final long THE_ROW = 67_108_864;

  private static final String NOTHING_CLEARED =
      "a stream shorter than the reservoir clears no bit, so that nothing is forgotten: 0 where "
          + "the paper prints 6 % to 8 %";
  private static final String NO_SUCH_PAIR =
      "; with 67 M bits no number of filters from 2 to 6, by the text's rule or by Algorithm 1, "
          + "has both printed rates, see the last tables";
  private static final String ORDINARY =
      "until it is full a reservoir is an ordinary filter of 3 probes, which claims less than is "
          + "printed for 1 G bits and more";
  private static final String MORE_THAN_HALF =
      "late in the stream the text's rule keeps what it did not recognise, and that has bits to "
          + "set: up to 54 % of bits become set, and 16 % is the cube of that. The 12.5 % of "
          + "Table 3 are the cube of a half, as if every record were kept";

  @Override public String name() {
    return "reservoir-by-memory";
  }

  @Override public Paper paper() {
    return Paper.RESERVOIR;
  }

  @Override public String figures() {
    return "Tables 2 to 5";
  }

  @Override public String title() {
    return "Errors of reservoir and stable filters by memory and share of distinct records";
  }

  @Override public boolean takesTrace() {
    return true;
  }

  @Override public Findings run(Setup setup) {
    return setup.trace().map(trace -> onTrace(trace, setup)).orElseGet(() -> onTables(setup));
  }

  private static Findings onTables(Setup setup) {
    var steps = new Steps(setup.progress(), PrintedTable.ALL.stream()
        .mapToLong(it -> (long) it.records() / part(it, setup.scale()) * filters(it))
        .sum());
    var judged = new ArrayList<JudgedTable>();
    var others = new ArrayList<DataTable>();
    for (PrintedTable printed : PrintedTable.ALL) {
      int part = part(printed, setup.scale());
      var records = Records.random(printed.records() / part, printed.distinct(), SEED);
      judged.add(JudgedTable.of(printed, part, records, steps));
      if (hasTheRow(printed)) {
        others.add(NumbersOfFilters.table(printed, THE_ROW / part, records, steps));
      }
    }
    return new Findings(
        "Records drawn from a universe of which the printed share is distinct; a table's stream "
            + "and memory are smaller than the paper's by the same part, named in its title, which "
            + "leaves the rates as they are. Stable: K = 2, P = 4, Max = 1. Reservoir: 3 filters "
            + "(Section 5.4 for a rate of 0.1), p* = 0.03, bits cleared as in the text; beside it "
            + "the other rule, of Algorithm 1.",
        Stream.concat(judged.stream().map(JudgedTable::data), others.stream()).toList(),
        judged.stream().map(JudgedTable::plot).toList(),
        comparisons(judged.get(0), judged.get(1), judged.get(2), judged.get(3)));
  }

  private static int filters(PrintedTable table) {
    return table.rows().size() * Contender.values().length
        + (hasTheRow(table) ? NumbersOfFilters.count() : 0);
  }

  private static boolean hasTheRow(PrintedTable table) {
    return table.rows().stream().anyMatch(row -> row.bits() == THE_ROW);
  }

  private static int part(PrintedTable table, Scale scale) {
    return switch (table.number()) {
      case 2 -> scale.of(5, 1, 1);
      case 3 -> scale.of(200, 10, 1);
      default -> scale.of(10_000, 1_000, 100);
    };
  }

  private static List<Comparison> comparisons(
      JudgedTable second, JudgedTable third, JudgedTable fourth, JudgedTable fifth) {
    Contender stable = Contender.STABLE;
    Contender reservoir = Contender.RESERVOIR;
    return List.of(
        second.negatives(stable, ""),
        second.negatives(reservoir, NOTHING_CLEARED),
        second.positives(stable, "the paper's last is a tenth of what as full a filter has"),
        second.positives(reservoir, MORE_THAN_HALF),
        close(second),
        third.negatives(stable, ""),
        third.negatives(reservoir, ""),
        third.positives(stable, ""),
        third.positives(reservoir, MORE_THAN_HALF),
        close(third),
        fourth.negatives(stable, ""),
        fourth.negatives(reservoir, NOTHING_CLEARED + NO_SUCH_PAIR),
        fourth.positives(stable, "12.5 % and 11.1 % are exchanged in the paper's first row: the "
            + "stable filter's bound is 11.1 %"),
        fourth.positives(reservoir, MORE_THAN_HALF + ", and the first row has the two filters "
            + "exchanged; " + ORDINARY),
        forgetsLess(fourth),
        fifth.negatives(stable, ""),
        fifth.negatives(reservoir, NOTHING_CLEARED + NO_SUCH_PAIR),
        fifth.positives(stable, ""),
        fifth.positives(reservoir, ORDINARY),
        forgetsLess(fifth),
        firstRatio(fifth));
  }

  private static Comparison close(JudgedTable table) {
    double[] stable = table.negatives(Contender.STABLE);
    double[] reservoir = table.negatives(Contender.RESERVOIR);
    double most = 0;
    for (int i = 0; i < stable.length; i++) {
      most = Math.max(most, Math.abs(stable[i] - reservoir[i]));
    }
    return Comparison.claim(
        "Table " + table.printed().number() + ", false negatives of the two", "close",
        "at most " + NUMBER.show(100 * most) + " points apart", most <= CLOSE,
        most <= CLOSE ? "" : "the reservoir forgets less, and claims more");
  }

  private static Comparison forgetsLess(JudgedTable table) {
    double[] stable = table.negatives(Contender.STABLE);
    double[] reservoir = table.negatives(Contender.RESERVOIR);
    boolean holds = true;
    for (int i = 0; i < stable.length; i++) {
      holds &= reservoir[i] < stable[i];
    }
    return Comparison.claim(
        "Table " + table.printed().number() + ", who forgets less", "the reservoir, in each row",
        JudgedTable.shares(reservoir) + " against " + JudgedTable.shares(stable), holds, "");
  }

  /** Of the smallest memory: with the largest there is nothing to divide by. */
  private static Comparison firstRatio(JudgedTable table) {
    PrintedTable.Row row = table.printed().rows().get(0);
    return Comparison.number("Table 5, false negatives of stable over reservoir, 67 M bits", NUMBER,
        row.stableNegatives() / row.reservoirNegatives(),
        table.negatives(Contender.STABLE)[0] / table.negatives(Contender.RESERVOIR)[0], 0.1,
        "most of the lead is not there, and what is there is bought with false positives");
  }

  private static Findings onTrace(Trace trace, Setup setup) {
    var records = Records.of(trace.events());
    var steps = new Steps(setup.progress(),
        (long) records.length() * BITS_OF_A_RECORD.length * Contender.values().length);
    var table = DataTable.named("own", COUNT.show(records.length()) + " records, "
            + SHARE.show((double) records.truth().distinct() / records.length()) + " distinct")
        .column("bits", COUNT).column("filter", TEXT)
        .column("false negatives", SHARE).column("false positives", SHARE);
    double[] bits = DoubleStream.of(BITS_OF_A_RECORD)
        .map(of -> Math.max(64, Math.rint(of * records.length()))).toArray();
    var plot = Plot.named("own", "By memory", Axis.logarithmic("bits"),
        Axis.linear("false negatives"));
    for (Contender filter : Contender.values()) {
      var negatives = new double[bits.length];
      for (int i = 0; i < bits.length; i++) {
        Errors errors = records.errors(filter.of((long) bits[i]), steps);
        negatives[i] = errors.falseNegativeRate();
        table.row((long) bits[i], filter.toString(), negatives[i], errors.falsePositiveRate());
      }
      plot.line(filter.toString(), bits, negatives);
    }
    return new Findings(
        trace.name() + ", with a sixteenth of a bit to 4 bits of memory for each record. Built as "
            + "the paper builds them for a rate of 0.1.",
        List.of(table.build()), List.of(plot.build()), List.of());
  }
}
