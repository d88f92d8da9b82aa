package io.bloomtree.experiments.oneisenough;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Filters as the paper sizes its own: so many probes, and as many bits as Eq. 2 says for the
 * stream's different events. The planner's choice of probes would be another one.
 */
final class Sizing {
  /** The paper's probes and targets, unless it says otherwise. */
  static final int PROBES = 4;

  static final List<Double> TARGETS = List.of(0.02, 0.05, 0.08);

  /** So that even a user's own stream of a few events can be cut into the usual 40 slices. */
  private static final long LEAST_BITS = 512;
  private static final long LEAST_BITS_OF_A_SLICE = 8;
  private static final int PIECES = 200;

  private Sizing() {}

  static BloomShape of(long distinct, int probes, double target) {
    double bits = -probes * distinct / Math.log1p(-Math.pow(target, 1.0 / probes));
    return BloomShape.of(Layout.PLAIN, Math.max(LEAST_BITS, Math.round(bits)), probes, distinct);
  }

  /** Into how many slices filters can be cut for that many events; short streams allow few. */
  static List<Integer> possible(List<Integer> slices, long distinct) {
    long bits = TARGETS.stream().mapToLong(target -> of(distinct, PROBES, target).bits())
        .min().orElseThrow();
    long most = Math.min(distinct, bits / LEAST_BITS_OF_A_SLICE);
    return slices.stream().filter(count -> count <= most).toList();
  }

  /**
   * The mean of a rate while a filter is filled. The paper counts errors over a whole stream, from
   * an empty filter on: that is far less than the rate of the filter that is full.
   *
   * @param rate by the number of different events in the filter
   */
  static double meanWhileFilling(long distinct, DoubleUnaryOperator rate) {
    double sum = 0;
    for (int i = 0; i < PIECES; i++) {
      sum += rate.applyAsDouble((i + 0.5) * distinct / PIECES);
    }
    return sum / PIECES;
  }
}
