package io.bloomtree.experiments.reservoir;

import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.Filter;
import java.util.stream.IntStream;

/**
 * The number of ones in a filter after every 1,000 records of a stream. Immutable.
 *
 * @param bits how many could be ones
 */
record Ones(double[] counts, long bits) {
  private static final int EVERY = 1_000;
  /** In which it is looked whether it has settled: so long that chance is evened out. */
  private static final int WINDOWS = 100;
  private static final double SETTLED = 0.02;

  static Ones of(Filter filter, long bits, Records records, Steps steps) {
    var counts = new double[records.length() / EVERY];
    for (int i = 0; i < counts.length; i++) {
      for (int j = 0; j < EVERY; j++) {
        filter.add(records.events()[i * EVERY + j]);
      }
      counts[i] = filter.fill() * bits;
    }
    steps.add(records.length());
    return new Ones(counts, bits);
  }

  /** How many records have passed when one of so many intervals ends. */
  int end(int interval, int intervals) {
    return until(interval, intervals) * EVERY;
  }

  private int until(int interval, int intervals) {
    return (int) ((interval + 1L) * counts.length / intervals);
  }

  /** The mean difference between one count and the next, up or down, in an interval. */
  double difference(int interval, int intervals) {
    return range(interval, intervals)
        .mapToDouble(i -> Math.abs(counts[i] - (i == 0 ? 0 : counts[i - 1])))
        .average()
        .orElseThrow();
  }

  /** The mean share of ones in an interval. */
  double share(int interval, int intervals) {
    return range(interval, intervals).mapToDouble(i -> counts[i] / bits).average().orElseThrow();
  }

  private IntStream range(int interval, int intervals) {
    return IntStream.range(until(interval - 1, intervals), until(interval, intervals));
  }

  /** By how many records the share is where it stays to the end. */
  int settled() {
    double last = share(WINDOWS - 1, WINDOWS);
    int window = WINDOWS - 1;
    while (window > 0 && Math.abs(share(window - 1, WINDOWS) - last) <= SETTLED) {
      window--;
    }
    return end(window, WINDOWS);
  }
}
