package io.bloomtree.experiments.frequency;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.FastAgms;
import io.bloomtree.sketch.FastAgmsShape;
import java.util.EnumMap;
import java.util.Map;

/** How far estimates of self-join sizes are off, on average, as a share of the truth. */
final class SelfJoinErrors {

  private SelfJoinErrors() {}

  /** The mean over runs, which differ in their hash functions. */
  static Map<Method, Double> mean(Elements elements, int width, int depth, int runs) {
    Map<Method, Double> errors = new EnumMap<>(Method.class);
    double truth = elements.selfJoinSize();
    for (int run = 1; run <= runs; run++) {
      var countMin = new CountMin(new CountMinShape(depth, width, run));
      var fastAgms = new FastAgms(new FastAgmsShape(depth, width, run));
      for (int i = 0; i < elements.distinct(); i++) {
        countMin.add(elements.fingerprints()[i], elements.counts()[i]);
        fastAgms.add(elements.fingerprints()[i], elements.counts()[i]);
      }
      errors.merge(Method.CM, Math.abs(countMin.selfJoinSizeAtMost() / truth - 1), Double::sum);
      errors.merge(Method.CMM, Math.abs(countMin.selfJoinSize() / truth - 1), Double::sum);
      errors.merge(Method.FAST_AGMS, Math.abs(fastAgms.selfJoinSize() / truth - 1), Double::sum);
    }
    errors.replaceAll((method, sum) -> sum / runs);
    return errors;
  }
}
