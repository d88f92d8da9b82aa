package io.bloomtree.experiments.frequency;

import static io.bloomtree.experiments.Unit.NUMBER;
import static io.bloomtree.experiments.frequency.Method.CM;
import static io.bloomtree.experiments.frequency.Method.CMM;
import static io.bloomtree.experiments.frequency.Method.FAST_AGMS;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Steps;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How far self-join sizes are off, by the skew of the stream. */
final class SelfJoinsBySkew implements Experiment {
  private static final double MOST_SKEWED = 2;
  private static final int WIDTH = 16;
  private static final int DEPTH = 5;

  @Override public String name() {
    return "self-joins-by-skew";
  }

  @Override public Paper paper() {
    return Paper.FREQUENCY;
  }

  @Override public String figures() {
    return "Figure 4.5";
  }

  @Override public String title() {
    return "Self-join sizes: errors by the skew of the stream";
  }

  @Override public Findings run(Setup setup) {
    int length = setup.scale().of(5_000, 100_000, 1_000_000);
    int runs = setup.scale().of(20, 40, 40);
    int points = setup.scale().of(5, 11, 11);
    Map<Double, Map<Method, Double>> errors = new TreeMap<>();
    var steps = new Steps(setup.progress(), points);
    for (int i = 0; i < points; i++) {
      double exponent = MOST_SKEWED * i / (points - 1);
      errors.put(exponent,
          SelfJoinErrors.mean(Elements.zipf(length, exponent), WIDTH, DEPTH, runs));
      steps.next();
    }
    DataTable table = Method.table("skew", "Relative errors, 5 rows of 16 counters", "exponent",
        NUMBER, errors);
    return new Findings(
        "%,d elements, drawn from as many%s. Mean of |estimate / truth - 1| over %d sketches with "
            .formatted(length, length == 1_000_000 ? ", as in the thesis" : " (thesis: 1,000,000)",
                runs) + "other hash functions. Less skewed is an exponent of 0.",
        List.of(table),
        List.of(Method.plot(table, Axis.linear("Zipf exponent"),
            Axis.logarithmic("mean relative error"))),
        compared(table));
  }

  private static List<Comparison> compared(DataTable table) {
    double[] cm = table.numbers(CM.title());
    double[] cmm = table.numbers(CMM.title());
    double[] agms = table.numbers(FAST_AGMS.title());
    int last = cm.length - 1;
    double apart = Method.farthest(table, CMM, FAST_AGMS);
    return List.of(
        Comparison.claim("less skewed: CMM and Fast-AGMS against CM", "significantly better",
            Method.shown(table, 0, CMM, FAST_AGMS, CM),
            Math.max(cmm[0], agms[0]) * Method.SIGNIFICANT <= cm[0], ""),
        Comparison.claim("as the skew grows: CM less CMM", "the difference becomes smaller",
            NUMBER.show(cm[0] - cmm[0]) + " at 0, " + NUMBER.show(cm[last / 2] - cmm[last / 2])
                + " at 1, " + NUMBER.show(cm[last] - cmm[last]) + " at 2",
            cm[0] - cmm[0] > cm[last / 2] - cmm[last / 2]
                && cm[last / 2] - cmm[last / 2] > Math.abs(cm[last] - cmm[last]), ""),
        Comparison.claim("CMM and Fast-AGMS", "the difference is always small",
            "one has at most " + Method.times(apart) + " the errors of the other; at 2 "
                + Method.shown(table, last, CMM, FAST_AGMS),
            apart < Method.SIMILAR, apart < Method.SIMILAR ? ""
                : "The variances are the same (Lemma 4). But where a few elements make up most of "
                    + "the self-join size, a row of CMM is rarely far above the truth and mostly a "
                    + "little below, and there is the median"));
  }
}
