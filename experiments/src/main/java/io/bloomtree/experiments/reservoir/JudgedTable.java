package io.bloomtree.experiments.reservoir;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.Errors;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One of the paper's tables, beside what was found. Immutable.
 *
 * @param part so many times smaller than the paper's are stream and memory
 * @param errors of each filter, in the order of the table's rows
 */
record JudgedTable(PrintedTable printed, int part, Map<Contender, List<Errors>> errors) {
  static JudgedTable of(PrintedTable printed, int part, Records records, Steps steps) {
    var errors = new EnumMap<Contender, List<Errors>>(Contender.class);
    for (Contender filter : Contender.values()) {
      errors.put(filter, printed.rows().stream()
          .map(row -> records.errors(filter.of(row.bits() / part), steps))
          .toList());
    }
    return new JudgedTable(printed, part, errors);
  }

  DataTable data() {
    var table = DataTable.named("table-" + printed.number(), title())
        .column("bits", COUNT).column("filter", TEXT)
        .column("false negatives, paper", SHARE).column("false negatives", SHARE)
        .column("false positives, paper", SHARE).column("false positives", SHARE);
    for (int i = 0; i < printed.rows().size(); i++) {
      PrintedTable.Row row = printed.rows().get(i);
      for (Contender filter : Contender.values()) {
        Errors seen = errors.get(filter).get(i);
        table.row(row.bits() / part, filter.toString(),
            row.negatives(filter), seen.falseNegativeRate(),
            row.positives(filter), seen.falsePositiveRate());
      }
    }
    return table.build();
  }

  private String title() {
    return "Table " + printed.number() + (part == 1 ? "" : " at 1/" + COUNT.show(part)) + ": "
        + COUNT.show(printed.records() / part) + " records, " + SHARE.show(printed.distinct())
        + " distinct";
  }

  Plot plot() {
    double[] bits = column(row -> (double) row.bits() / part);
    var plot = Plot.named("table-" + printed.number(), title(),
        Axis.logarithmic("bits"), Axis.linear("false negatives"));
    for (Contender filter : Contender.values()) {
      plot.line(filter.toString(), bits, negatives(filter));
    }
    return plot
        .marks("stable, paper", bits, column(row -> row.negatives(Contender.STABLE)))
        .marks("reservoir, paper", bits, column(row -> row.negatives(Contender.RESERVOIR)))
        .build();
  }

  private double[] column(ToDoubleFunction<PrintedTable.Row> value) {
    return printed.rows().stream().mapToDouble(value).toArray();
  }

  /** Rates of false negatives, row by row. */
  double[] negatives(Contender filter) {
    return errors.get(filter).stream().mapToDouble(Errors::falseNegativeRate).toArray();
  }

  /** A whole column is reproduced if each of its rows is. */
  Comparison negatives(Contender filter, String remark) {
    return compare(filter + ", false negatives", column(row -> row.negatives(filter)),
        negatives(filter), errors.get(filter).get(0).copies(), remark);
  }

  Comparison positives(Contender filter, String remark) {
    return compare(filter + ", false positives", column(row -> row.positives(filter)),
        errors.get(filter).stream().mapToDouble(Errors::falsePositiveRate).toArray(),
        errors.get(filter).get(0).distinct(), remark);
  }

  private Comparison compare(
      String what, double[] paper, double[] ours, long trials, String remark) {
    boolean alike = IntStream.range(0, ours.length)
        .allMatch(i -> new PrintedRate(paper[i]).isLike(ours[i], trials));
    return Comparison.claim("Table " + printed.number() + ", " + what, shares(paper),
        shares(ours), alike, alike ? "" : remark);
  }

  static String shares(double[] values) {
    return Arrays.stream(values).mapToObj(SHARE::show).collect(Collectors.joining(", "));
  }
}
