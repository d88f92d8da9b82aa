package io.bloomtree.experiments.stable;

import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How a stable filter filled up on a stream. Its arrays are not copied, and nobody changes them.
 *
 * @param places after how many events it was looked at
 * @param zeros the share of cells at zero there
 * @param stableZeros their mean over the second half of the stream
 * @param fluctuation the standard deviation from that
 * @param stableAfter how many events it took to come within one per cent of all cells of it
 * @param rateBefore of false positives, up to there
 * @param rateAfter of false positives, from there on
 */
record Settling(StableShape shape, int[] places, double[] zeros, double stableZeros,
    double fluctuation, long stableAfter, double rateBefore, double rateAfter) {
  private static final double NEAR = 0.01;
  private static final double DEVIATIONS = 3.9;
  private static final long SEED = 3;

  static Settling of(JudgedStream stream, long bits, int[] places) {
    long[] events = stream.events();
    var shape = JudgedStream.stable(bits);
    var filter = new StableFilter(shape, SEED);
    // as often as a hundredth of the filter can have changed
    int every = (int) Math.max(1, bits / 100 / JudgedStream.DECREMENTS);
    float[] course = new float[events.length / every + 1];
    int[] claimed = new int[course.length];
    int[] distinct = new int[course.length];
    double[] zeros = new double[places.length];
    int look = 0;
    for (int i = 0; i < events.length; i++) {
      boolean isNew = filter.addIfNew(events[i]);
      int part = i / every;
      if (!stream.truth().isCopy(i)) {
        distinct[part]++;
        claimed[part] += isNew ? 0 : 1;
      }
      course[part] = (float) (1 - filter.fill());
      if (look < places.length && places[look] == i + 1) {
        zeros[look++] = 1 - filter.fill();
      }
    }
    int half = course.length / 2;
    double mean = IntStream.range(half, course.length).mapToDouble(i -> course[i]).average()
        .orElseThrow();
    double variance = IntStream.range(half, course.length)
        .mapToDouble(i -> (course[i] - mean) * (course[i] - mean)).average().orElseThrow();
    int stable = IntStream.range(0, course.length)
        .filter(i -> course[i] <= mean + NEAR).findFirst().orElseThrow();
    return new Settling(shape, places, zeros, mean, Math.sqrt(variance), (stable + 1L) * every,
        rate(claimed, distinct, 0, stable), rate(claimed, distinct, stable, course.length));
  }

  private static double rate(int[] claimed, int[] distinct, int from, int to) {
    long all = Arrays.stream(distinct, from, to).asLongStream().sum();
    return all == 0 ? 0 : (double) Arrays.stream(claimed, from, to).asLongStream().sum() / all;
  }

  long bits() {
    return shape.cells();
  }

  /** Whether there were ever fewer zeros until it was stable, but for fluctuations. */
  boolean falls() {
    return IntStream.range(1, places.length)
        .filter(i -> places[i] <= stableAfter)
        .allMatch(i -> zeros[i] <= zeros[i - 1] + DEVIATIONS * fluctuation);
  }
}
