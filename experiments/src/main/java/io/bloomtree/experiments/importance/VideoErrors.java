package io.bloomtree.experiments.importance;

import static io.bloomtree.experiments.Unit.COUNT;
import static io.bloomtree.experiments.Unit.SHARE;
import static io.bloomtree.experiments.Unit.TEXT;
import static io.bloomtree.experiments.importance.Rate.WEIGHTED_FALSE_NEGATIVES;
import static io.bloomtree.experiments.importance.Rate.WEIGHTED_FALSE_POSITIVES;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who errs how often on requests for videos of which the longer ones are more important. */
final class VideoErrors implements Experiment {
  static final int DATA_SETS = 2;

  @Override public String name() {
    return "video-errors";
  }

  @Override public Paper paper() {
    return Paper.IMPORTANCE;
  }

  @Override public String figures() {
    return "Table I, Figures 5 to 10";
  }

  @Override public String title() {
    return "Errors on videos, the longer the more important: over all, weighted, by importance";
  }

  @Override public Findings run(Setup setup) {
    int runs = setup.scale().of(2, 12, 200);
    var byLength = new Trial(VideoTrace::byLength);
    var byRank = new Trial(VideoTrace::byRank);
    for (int run = 0; run < runs; run++) {
      byLength.run(run);
      byRank.run(run);
      setup.progress().at(run + 1, runs);
    }
    var trials = List.of(byLength, byRank);
    DataTable errors = errors(trials);
    return new Findings(
        setting(runs, byLength),
        List.of(errors,
            byLength.table("by-length", "Data set 1, by importance"),
            byRank.table("by-rank", "Data set 2, by importance")),
        plots(errors, byLength, byRank),
        VideoComparisons.of(errors, trials));
  }

  private static String setting(int runs, Trial trial) {
    return "Instead of the paper's trace, which is not to be had, " + COUNT.show(runs)
        + " generated ones of " + COUNT.show(VideoTrace.LENGTH) + " requests, "
        + SHARE.show(trial.any().copies()) + " of them for a video that was asked for before; "
        + "filters are as large as the paper's. Length, copies and gaps are fitted to BF and SBF "
        + "in Table I, so these two rows are not compared; the other three follow. Lengths of "
        + "videos are log-normal. False positives are of new requests, false negatives of copies. "
        + "Data set 1: importance grows with length; 2: equally many videos of each importance.";
  }

  private static DataTable errors(List<Trial> trials) {
    var table = DataTable.named("errors", "Table I, found here and printed")
        .column("data set", COUNT).column("filter", TEXT);
    for (Rate rate : Rate.values()) {
      table.column(rate.label(), SHARE).column(printed(rate), SHARE);
    }
    for (int dataSet = 1; dataSet <= DATA_SETS; dataSet++) {
      for (Contender contender : Contender.values()) {
        var row = new ArrayList<Object>(List.of(dataSet, contender.toString()));
        for (Rate rate : Rate.values()) {
          row.add(rate.of(trials.get(dataSet - 1).of(contender)));
          row.add(rate.printed(dataSet, contender));
        }
        table.row(row.toArray());
      }
    }
    return table.build();
  }

  private static String printed(Rate rate) {
    return rate.label() + ", printed";
  }

  private static List<Plot> plots(DataTable errors, Trial byLength, Trial byRank) {
    return List.of(
        tradeOff(errors),
        byLength.distribution("figure-5", "Figure 5: importances, data set 1"),
        byLength.falsePositives("figure-6", "Figure 6: false positives, data set 1"),
        byLength.falseNegatives("figure-7", "Figure 7: false negatives, data set 1"),
        byRank.distribution("figure-8", "Figure 8: importances, data set 2"),
        byRank.falsePositives("figure-9", "Figure 9: false positives, data set 2"),
        byRank.falseNegatives("figure-10", "Figure 10: false negatives, data set 2"));
  }

  /** Table I as a picture: what each filter gains in false positives, and what it pays. */
  private static Plot tradeOff(DataTable errors) {
    var plot = Plot.named("table-1", "Table I: BF, SBF, IBF-2C, IBF-MC and IBF-H, from the right",
        Axis.linear("wFP, %"), Axis.linear("wFN, %"));
    for (int dataSet = 1; dataSet <= DATA_SETS; dataSet++) {
      plot.line("data set " + dataSet,
          percents(errors, dataSet, WEIGHTED_FALSE_POSITIVES.label()),
          percents(errors, dataSet, WEIGHTED_FALSE_NEGATIVES.label()));
    }
    for (int dataSet = 1; dataSet <= DATA_SETS; dataSet++) {
      plot.marks("data set " + dataSet + ", printed",
          percents(errors, dataSet, printed(WEIGHTED_FALSE_POSITIVES)),
          percents(errors, dataSet, printed(WEIGHTED_FALSE_NEGATIVES)));
    }
    return plot.build();
  }

  private static double[] percents(DataTable errors, int dataSet, String column) {
    return Arrays.stream(Contender.values())
        .mapToDouble(it -> 100 * errors.number(column, dataSet, it.toString()))
        .toArray();
  }
}
