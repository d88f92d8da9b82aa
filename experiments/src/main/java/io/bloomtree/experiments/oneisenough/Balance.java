package io.bloomtree.experiments.oneisenough;

import java.util.stream.DoubleStream;

/** Which of several thresholds is best where one error is bought with the other. */
final class Balance {

  private Balance() {}

  /**
   * The one that "almost minimizes both": for which the rate that is farther above its least is
   * closest to it. From 0.
   */
  static int best(double[] falsePositives, double[] falseNegatives) {
    double leastPositives = DoubleStream.of(falsePositives).min().orElseThrow();
    double leastNegatives = DoubleStream.of(falseNegatives).min().orElseThrow();
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < falsePositives.length; i++) {
      double farther = Math.max(
          falsePositives[i] - leastPositives, falseNegatives[i] - leastNegatives);
      if (farther < least) {
        least = farther;
        best = i;
      }
    }
    return best;
  }
}
