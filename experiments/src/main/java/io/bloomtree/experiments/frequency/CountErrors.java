package io.bloomtree.experiments.frequency;

import io.bloomtree.sketch.CountMeanMin;
import io.bloomtree.sketch.CountMeanMin.Noise;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.FastAgms;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.MinimalIncrease;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;

/** How far estimates of multiplicities are off, on average. */
final class CountErrors {
  /*
   * MI has as many counters as the others, in one row, and each element as many of them as there
   * are rows: the thesis does not say how many it took.
   */
  private final Elements elements;
  private final int queries;
  private final int absent;

  /** Asks for so many of the most frequent elements, and so many that are not there. */
  CountErrors(Elements elements, int queries, int absent) {
    this.elements = elements;
    this.queries = Math.min(queries, elements.distinct());
    this.absent = absent;
  }

  /** The mean absolute errors over all queries and runs, which differ in their hash functions. */
  Map<Method, Double> mean(int width, int depth, int runs) {
    Map<Method, Double> errors = new EnumMap<>(Method.class);
    for (int run = 1; run <= runs; run++) {
      add(width, depth, run, errors);
    }
    errors.replaceAll((method, sum) -> sum / runs);
    return errors;
  }

  private void add(int width, int depth, long seed, Map<Method, Double> errors) {
    var countMin = new CountMin(new CountMinShape(depth, width, seed));
    var fastAgms = new FastAgms(new FastAgmsShape(depth, width, seed));
    for (int i = 0; i < elements.distinct(); i++) {
      countMin.add(elements.fingerprints()[i], elements.counts()[i]);
      fastAgms.add(elements.fingerprints()[i], elements.counts()[i]);
    }
    // of this one the order matters
    var minimal = new MinimalIncrease(width * depth, depth, seed);
    for (long event : elements.events()) {
      minimal.add(event);
    }
    CountMeanMin mean = countMin.estimator(Noise.MEAN);
    CountMeanMin median = countMin.estimator(Noise.MEDIAN);
    errors.merge(Method.CM, error(countMin::atMost), Double::sum);
    errors.merge(Method.MI, error(minimal::atMost), Double::sum);
    errors.merge(Method.CMM_MEAN, error(mean::estimate), Double::sum);
    errors.merge(Method.CMM, error(median::estimate), Double::sum);
    errors.merge(Method.FAST_AGMS, error(fastAgms::estimate), Double::sum);
  }

  private double error(LongToDoubleFunction estimate) {
    double sum = 0;
    for (int i = 0; i < queries; i++) {
      sum += Math.abs(
          estimate.applyAsDouble(elements.fingerprints()[i]) - elements.counts()[i]);
    }
    var random = new SplittableRandom(1);
    for (int i = 0; i < absent; i++) {
      sum += estimate.applyAsDouble(random.nextLong());
    }
    return sum / (queries + absent);
  }
}
