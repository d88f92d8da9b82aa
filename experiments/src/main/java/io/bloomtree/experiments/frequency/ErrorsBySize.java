package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.frequency.Method.CM;
import static io.bloomtree.experiments.frequency.Method.CMM;
import static io.bloomtree.experiments.frequency.Method.FAST_AGMS;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import java.util.Map;
import java.util.TreeMap;

/** The errors of each method, by the width of the sketch and by its depth. Immutable. */
record ErrorsBySize(
    Map<Double, Map<Method, Double>> byWidth, Map<Double, Map<Method, Double>> byDepth) {
  private static final int MOST_ROWS = 10;

  /** Finds the errors of sketches of one size. */
  interface Measure {
    Map<Method, Double> errors(int width, int depth);
  }

  /**
   * @param depth of the sketches of those widths
   * @param width of the sketches of 1 to 10 rows
   */
  static ErrorsBySize of(Setup setup, int[] widths, int depth, int width, Measure measure) {
    var steps = new Steps(setup.progress(), widths.length + MOST_ROWS);
    Map<Double, Map<Method, Double>> byWidth = new TreeMap<>();
    for (int some : widths) {
      byWidth.put((double) some, measure.errors(some, depth));
      steps.next();
    }
    Map<Double, Map<Method, Double>> byDepth = new TreeMap<>();
    for (int rows = 1; rows <= MOST_ROWS; rows++) {
      byDepth.put((double) rows, measure.errors(width, rows));
      steps.next();
    }
    return new ErrorsBySize(byWidth, byDepth);
  }

  /** {@code said}: how alike the thesis calls them. */
  static Comparison similar(String by, String said, DataTable table) {
    double apart = Method.farthest(table, CMM, FAST_AGMS);
    return Comparison.claim(by + ": CMM and Fast-AGMS", said,
        "one has at most " + Method.times(apart) + " the errors of the other",
        apart < Method.SIMILAR, "");
  }

  static Comparison significant(String by, DataTable table) {
    double least =
        Math.min(Method.leastRatio(table, CM, CMM), Method.leastRatio(table, CM, FAST_AGMS));
    return Comparison.claim(by + ": CMM and Fast-AGMS against CM", "significantly better",
        "CM has at least " + Method.times(least) + " the errors", least >= Method.SIGNIFICANT, "");
  }
}
