package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.Comparison.Outcome;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Report;
import io.bloomtree.experiments.Result;
import io.bloomtree.experiments.Totals;
import io.bloomtree.experiments.Unit;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** What experiments found, for people. Owned by one thread. */
final class ExperimentScreen {
  /** A longer table is shown on the page. */
  private static final int MOST_ROWS = 20;

  private final PrintWriter out;
  private final ColorScheme colors;
  private final Prose prose;

  ExperimentScreen(PrintWriter out, ColorScheme colors) {
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  void list(List<Experiment> experiments) {
    int widest = experiments.stream().mapToInt(it -> it.name().length()).max().orElse(0);
    for (Paper paper : Paper.values()) {
      List<Experiment> its =
          experiments.stream().filter(experiment -> experiment.paper() == paper).toList();
      if (!its.isEmpty()) {
        prose.title(paper.title());
        its.forEach(it -> out.println("  " + it.name() + " ".repeat(widest - it.name().length())
            + (it.takesTrace() ? " * " : "   ") + it.figures() + ": " + it.title()));
      }
    }
    prose.title("*");
    prose.note("can be run on a stream of your own, with --trace");
  }

  void result(Result result) {
    Experiment experiment = result.experiment();
    prose.title(experiment.paper().title() + ", " + experiment.figures() + ": "
        + experiment.title());
    prose.text(result.findings().setting());
    for (DataTable table : result.findings().tables()) {
      print(experiment, table);
    }
    result.comparisons().forEach(comparison -> print(result, comparison));
    out.flush();
  }

  private void print(Experiment experiment, DataTable data) {
    prose.note(data.title() + ":");
    var table = new Table();
    data.columns().forEach(column -> {
      if (column.unit() == Unit.TEXT) {
        table.left(column.name());
      } else {
        table.right(column.name());
      }
    });
    int shown = data.rows().size() <= MOST_ROWS ? data.rows().size() : MOST_ROWS / 2;
    for (List<Object> row : data.rows().subList(0, shown)) {
      var cells = new String[row.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = data.columns().get(i).unit().show(row.get(i));
      }
      table.row(cells);
    }
    table.print(out, colors);
    if (shown < data.rows().size()) {
      prose.note("and " + (data.rows().size() - shown) + " rows more, in "
          + experiment.name() + "/" + data.name() + ".csv");
    }
    out.println();
  }

  private void print(Result result, Comparison comparison) {
    boolean beyond = result.experiment().paper() == Paper.BEYOND;
    String line = comparison.what() + ": " + (beyond ? "without it " : "paper ")
        + comparison.paper() + ", here " + comparison.ours() + ": ";
    boolean differs = comparison.outcome() == Outcome.DIFFERENT;
    prose.note(line + result.words(comparison)
        + (differs && !comparison.remark().isEmpty() ? " (" + comparison.remark() + ")" : ""),
        differs ? List.of(Style.fg_red) : List.of());
  }

  /** The last lines: how much was as the papers have it, and where to look. */
  void totals(Report report) {
    Totals totals = Totals.of(report.results());
    prose.title("In all");
    if (totals.compared() > 0) {
      prose.note(Figures.counted(report.results().size(), "experiment") + ". "
          + totals.reproduced() + " reproduced, " + totals.better() + " better than printed, "
          + totals.different() + " do not reproduce.");
    }
    if (totals.beyond() > 0) {
      prose.note("Beyond the papers: " + totals.promised() + " of " + totals.beyond()
          + " as promised.");
    }
    prose.note("With plots: " + report.index());
  }
}
