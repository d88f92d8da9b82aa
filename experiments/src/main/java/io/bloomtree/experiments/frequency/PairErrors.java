package io.bloomtree.experiments.frequency;

import io.bloomtree.sketch.ExactPairCount;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.PairCounts;
import io.bloomtree.sketch.PairSample;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.PairSketchShape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How far numbers of similar pairs are off, over several runs that differ in what they draw and in
 * their hash functions. Immutable.
 *
 * @param truth by the number of fields alike, from 0, counted as the thesis does: ordered pairs,
 *     and each record with itself; so that all together are the square of the records
 * @param first what the first run estimates, counted the same way
 * @param deviation root mean square of (estimate - truth) / truth over all runs
 * @param all pairs of different records with at least so many fields alike: the thesis's g_s
 * @param deviationOfAll the root mean square for these
 */
record PairErrors(double[] truth, double[] first, double[] deviation, double all,
    double deviationOfAll) {

  /** Estimates pairs by some of the records' summaries. */
  interface Estimator {
    PairCounts estimate(List<long[]> records, int run);
  }

  /** All super-values are kept. */
  static Estimator offline(PairShape shape) {
    return (records, run) -> {
      var count = new ExactPairCount(shape, new SplittableRandom(run));
      records.forEach(count::add);
      return count.selfJoin();
    };
  }

  /** Sketches of so many counters for each number of fields. */
  static Estimator online(PairShape shape, int depth, int width) {
    return (records, run) -> {
      var sketch =
          new PairSketch(new PairSketchShape(shape, new FastAgmsShape(depth, width, run)));
      var random = new SplittableRandom(run);
      records.forEach(record -> sketch.add(record, random));
      return sketch.selfJoin();
    };
  }

  /** So many of the records. */
  static Estimator sample(int fields, int size) {
    return (records, run) -> {
      var sample = new PairSample(fields, size, new SplittableRandom(run));
      records.forEach(sample::add);
      return sample.selfJoin();
    };
  }

  /** Exact: all combinations of fields, and all super-values kept. */
  static double[] truth(List<long[]> records, int fields, int least) {
    PairCounts exact = offline(new PairShape(fields, least, 1)).estimate(records, 0);
    return asInTheThesis(exact, fields, least, records.size());
  }

  static PairErrors of(
      List<long[]> records, int fields, int least, double[] truth, Estimator estimator, int runs) {
    double[] first = new double[fields + 1];
    double[] squares = new double[fields + 1];
    double all = all(truth, least, records.size());
    double squaresOfAll = 0;
    for (int run = 1; run <= runs; run++) {
      double[] estimate = asInTheThesis(
          estimator.estimate(records, run), fields, least, records.size());
      for (int k = 0; k <= fields; k++) {
        squares[k] += Math.pow(estimate[k] / truth[k] - 1, 2) / runs;
      }
      squaresOfAll += Math.pow(all(estimate, least, records.size()) / all - 1, 2) / runs;
      first = run == 1 ? estimate : first;
    }
    double[] deviation = new double[fields + 1];
    for (int k = 0; k <= fields; k++) {
      deviation[k] = Math.sqrt(squares[k]);
    }
    return new PairErrors(truth, first, deviation, all, Math.sqrt(squaresOfAll));
  }

  private static double all(double[] pairs, int least, int records) {
    return Arrays.stream(pairs, least, pairs.length).sum() - records;
  }

  private static double[] asInTheThesis(PairCounts counts, int fields, int least, double records) {
    double[] pairs = new double[fields + 1];
    Arrays.fill(pairs, Double.NaN);
    double rest = records * records;
    for (int k = fields; k >= least; k--) {
      pairs[k] = 2 * counts.exactly(k) + (k == fields ? records : 0);
      rest -= pairs[k];
    }
    if (least == 1) {
      pairs[0] = rest;
    }
    return pairs;
  }
}
