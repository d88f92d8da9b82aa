package io.bloomtree.experiments.stable;

import io.bloomtree.filter.StableFilter;
import io.bloomtree.filter.StableShape;
import java.util.SplittableRandom;

/** Events that never come again: what a filter does with them is what the equations say. */
final class AllDifferent {
  private static final long SEED = 11;
  private static final long FILTER_SEED = 12;

  private AllDifferent() {}

  static long[] events(int length) {
    return new SplittableRandom(SEED).longs(length).toArray();
  }

  /**
   * How often an event is not recognised when others came since.
   *
   * @param gaps how many others
   * @param trials after each of how many events that is asked, once the filter is stable
   */
  static double[] forgotten(StableShape shape, long[] gaps, int trials) {
    int settling = (int) Math.max(longest(gaps) + 1, 4 * shape.cells() / shape.probes());
    long[] events = events(settling + trials);
    var filter = new StableFilter(shape, FILTER_SEED);
    double[] forgotten = new double[gaps.length];
    for (int i = 0; i < events.length; i++) {
      if (i >= settling) {
        for (int j = 0; j < gaps.length; j++) {
          forgotten[j] += filter.mightContain(events[i - 1 - (int) gaps[j]]) ? 0 : 1.0 / trials;
        }
      }
      filter.add(events[i]);
    }
    return forgotten;
  }

  private static long longest(long[] gaps) {
    long longest = 0;
    for (long gap : gaps) {
      longest = Math.max(longest, gap);
    }
    return longest;
  }
}
