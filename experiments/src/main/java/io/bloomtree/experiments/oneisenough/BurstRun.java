package io.bloomtree.experiments.oneisenough;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingFilter;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import java.util.List;

/**
 * What a growing filter with a window did while a stream with a burst went through it. Immutable.
 *
 * @param before at the initial rate, once the first window has passed
 * @param burst in the burst, once it lasted for a window, or in its last quarter
 * @param after at the initial rate again, in the last quarter of the stream
 * @param changes how often the number of its filters changed
 * @param lived how many slots a filter lasted that was created in the burst, on average of those
 *     that ended; 0 if none was
 * @param denied copies of what is in the window that were taken for new
 * @param samples at equal distances in the stream
 */
record BurstRun(
    Phase before, Phase burst, Phase after, int changes, double lived, long denied,
    List<Sample> samples) {
  /** Enough that no limit is met. */
  private static final int MOST_FILTERS = 32;
  private static final long AMPLE = 1L << 40;

  /** A part of the stream. Used by one thread. */
  static final class Phase {
    private long events;
    private long filters;
    private long bytes;
    private int most;
    private int fewest = Integer.MAX_VALUE;
    private long fresh;
    private long falsePositives;
    private long droppedAgain;

    void add(GrowingFilter filter, boolean isFresh, boolean isClaimed, boolean isCopy) {
      events++;
      filters += filter.subFilters();
      bytes += filter.memoryBytes();
      most = Math.max(most, filter.subFilters());
      fewest = Math.min(fewest, filter.subFilters());
      fresh += isFresh ? 1 : 0;
      falsePositives += isFresh && isClaimed ? 1 : 0;
      droppedAgain += !isFresh && isClaimed && !isCopy ? 1 : 0;
    }

    /** On average. */
    double filters() {
      return (double) filters / events;
    }

    int most() {
      return most;
    }

    int fewest() {
      return fewest;
    }

    /** On average. */
    double bytes() {
      return (double) bytes / events;
    }

    /** Of events that did not come within the window, those that were taken for copies. */
    double falsePositiveRate() {
      return (double) falsePositives / fresh;
    }

    /** The same with the copies of such an event, which meet the same timers and are dropped. */
    double rateWithCopies() {
      return (double) (falsePositives + droppedAgain) / (fresh + droppedAgain);
    }
  }

  /** The filter at one place, and how it erred since the sample before. */
  record Sample(double share, int slot, int filters, long bytes, long fresh, long falsePositives) {
    double falsePositiveRate() {
      return (double) falsePositives / fresh;
    }

    /** Both as one, from the sample before this to a later one. */
    Sample and(Sample later) {
      return new Sample(later.share, later.slot, later.filters, later.bytes, fresh + later.fresh,
          falsePositives + later.falsePositives);
    }
  }

  /** A filter of one part for so many events, which will grow. */
  static GrowingShape shape(int expected, double fpp, int slots, Trigger trigger) {
    // a slot is a millisecond
    var window = new Window(Window.Unit.MILLIS, slots, slots);
    var cells = BloomShape.sizedFor(Layout.PLAIN, expected, fpp);
    return new GrowingShape(new SlidingShape(cells, window, 1), trigger, MOST_FILTERS, AMPLE);
  }

  static BurstRun of(long[] events, Arrivals arrivals, GrowingShape shape, int samples) {
    return new BurstPlayer(events, arrivals, shape, samples).play();
  }

  /** How many events are in a window at most, until the burst begins. */
  static int usualLoad(long[] events, Arrivals arrivals, int slots) {
    var window = new ExactWindow(events, slots, arrivals.slots());
    int most = 1;
    for (int i = 0; i < arrivals.begin(); i++) {
      window.advance(arrivals.slot(i));
      if (!window.holds(events[i])) {
        window.record(events[i]);
      }
      most = Math.max(most, window.alive());
    }
    return most;
  }
}
