package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Mean and variance of estimates over many seeds, with bounds that correct code leaves with a
 * probability below one in ten thousand. Used by one thread.
 */
final class Moments {
  private static final double DEVIATIONS = 3.9;

  private final double[] values;
  private int count;

  Moments(int trials) {
    this.values = new double[trials];
  }

  void add(double value) {
    values[count++] = value;
  }

  double mean() {
    return central(0, 1);
  }

  double variance() {
    return central(mean(), 2);
  }

  private double central(double around, int power) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.pow(values[i] - around, power);
    }
    return sum / count;
  }

  void assertUnbiased(double truth) {
    double slack = DEVIATIONS * Math.sqrt(variance() / count);
    assertThat(mean()).as("mean of %d trials", count).isBetween(truth - slack, truth + slack);
  }

  void assertVariance(double expected) {
    double slack = varianceSlack();
    assertThat(variance()).as("variance of %d trials", count)
        .isBetween(expected - slack, expected + slack);
  }

  void assertDeviationAtMost(double bound) {
    assertThat(variance()).as("variance of %d trials", count)
        .isLessThanOrEqualTo(bound * bound + varianceSlack());
  }

  private double varianceSlack() {
    double variance = variance();
    double fourth = central(mean(), 4);
    return DEVIATIONS * Math.sqrt((fourth - variance * variance) / count);
  }
}
