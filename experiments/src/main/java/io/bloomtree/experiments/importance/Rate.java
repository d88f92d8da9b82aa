package io.bloomtree.experiments.importance;

import java.util.function.ToDoubleFunction;

/** The columns of Table I, and what is printed in them. */
enum Rate {
  FALSE_POSITIVES("FP", ErrorsByImportance::falsePositiveRate, new double[][] {
      {34.81, 25.83, 16.14, 5.19, 9.08}, {34.81, 26, 10.16, 0.84, 0.12}}),
  FALSE_NEGATIVES("FN", ErrorsByImportance::falseNegativeRate, new double[][] {
      {0, 0.84, 2.49, 8.91, 13.25}, {0, 0.9, 3.97, 14.01, 16.07}}),
  WEIGHTED_FALSE_POSITIVES("wFP", ErrorsByImportance::weightedFalsePositiveRate, new double[][] {
      {35.29, 26.23, 16.34, 5.23, 9.39}, {34.17, 25.55, 9.95, 0.87, 0.07}}),
  WEIGHTED_FALSE_NEGATIVES("wFN", ErrorsByImportance::weightedFalseNegativeRate, new double[][] {
      {0, 0.87, 1.99, 4.76, 10.43}, {0, 0.81, 2.91, 7.52, 10.34}});

  private final String label;
  private final ToDoubleFunction<ErrorsByImportance> rate;
  private final double[][] percents;

  Rate(String label, ToDoubleFunction<ErrorsByImportance> rate, double[][] percents) {
    this.label = label;
    this.rate = rate;
    this.percents = percents;
  }

  String label() {
    return label;
  }

  /** What was found. */
  double of(ErrorsByImportance errors) {
    return rate.applyAsDouble(errors);
  }

  /** What the paper has for a data set, 1 or 2. */
  double printed(int dataSet, Contender contender) {
    return percents[dataSet - 1][contender.ordinal()] / 100;
  }
}
