package io.bloomtree.experiments.oneisenough;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingFilter;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * What a growing filter with a window did while a stream with a burst went through it. Immutable.
 *
 * @param before at the initial rate, once the first window has passed
 * @param burst in the burst, once it lasted for a window, or in its last quarter
 * @param after at the initial rate again, in the last quarter of the stream
 * @param changes how often the number of its filters changed
 * @param lived how many slots after the burst there were first no more filters than before it
 * @param denied copies within the window that were taken for new
 * @param samples at equal distances in the stream
 */
record BurstRun(
    Phase before, Phase burst, Phase after, int changes, int lived, long denied,
    List<Sample> samples) {
  /** Enough that no limit is met. */
  private static final int MOST_FILTERS = 32;
  private static final long AMPLE = 1L << 40;

  /** A part of the stream. Its own thread's. */
  static final class Phase {
    private long events;
    private long filters;
    private long bytes;
    private int most;
    private int fewest = Integer.MAX_VALUE;
    private long fresh;
    private long falsePositives;

    private void add(GrowingFilter filter, boolean isFresh, boolean isFalse) {
      events++;
      filters += filter.subFilters();
      bytes += filter.memoryBytes();
      most = Math.max(most, filter.subFilters());
      fewest = Math.min(fewest, filter.subFilters());
      fresh += isFresh ? 1 : 0;
      falsePositives += isFalse ? 1 : 0;
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

    /** Of events that are not in the window, those that were taken for copies. */
    double falsePositiveRate() {
      return (double) falsePositives / fresh;
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
    return new Player(events, arrivals, shape, samples).play();
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

  /** Plays a stream once. Used by one thread. */
  private static final class Player {
    private final long[] events;
    private final Arrivals arrivals;
    private final int slots;
    private final int samples;
    private final GrowingFilter filter;
    private final ExactWindow exact;
    private final Phase before = new Phase();
    private final Phase burst = new Phase();
    private final Phase after = new Phase();
    /** What comes while the number of filters is still changing. */
    private final Phase between = new Phase();
    private final List<Sample> taken = new ArrayList<>();
    private long fresh;
    private long falsePositives;
    private long denied;

    Player(long[] events, Arrivals arrivals, GrowingShape shape, int samples) {
      this.events = events;
      this.arrivals = arrivals;
      this.slots = shape.remembers().orElseThrow().slots();
      this.samples = samples;
      this.filter = new GrowingFilter(shape);
      this.exact = new ExactWindow(events, slots, arrivals.slots());
    }

    BurstRun play() {
      int changes = 0;
      int filters = filter.subFilters();
      int endOfBurst = arrivals.slot(arrivals.end());
      int lived = arrivals.slots() - endOfBurst;
      boolean isOver = false;
      for (int i = 0; i < events.length; i++) {
        offer(i);
        changes += filters == filter.subFilters() ? 0 : 1;
        filters = filter.subFilters();
        if (!isOver && i >= arrivals.end() && filters <= before.most()) {
          isOver = true;
          lived = arrivals.slot(i) - endOfBurst;
        }
        sample(i);
      }
      return new BurstRun(before, burst, after, changes, lived, denied, List.copyOf(taken));
    }

    /** First tests, then sets: a copy must not make its event younger. */
    private void offer(int place) {
      int now = arrivals.slot(place);
      filter.advance(now);
      exact.advance(now);
      long event = events[place];
      boolean isClaimed = filter.mightContain(event);
      boolean isFresh = !exact.holds(event);
      if (!isClaimed) {
        filter.add(event);
        exact.record(event);
      }
      fresh += isFresh ? 1 : 0;
      falsePositives += isFresh && isClaimed ? 1 : 0;
      denied += isFresh || isClaimed ? 0 : 1;
      phase(place, now).add(filter, isFresh, isFresh && isClaimed);
    }

    private Phase phase(int place, int now) {
      if (place < arrivals.begin()) {
        return now >= slots ? before : between;
      }
      if (place < arrivals.end()) {
        boolean isSettled = now - arrivals.slot(arrivals.begin()) >= slots;
        boolean isLate = place >= arrivals.end() - (arrivals.end() - arrivals.begin()) / 4;
        return isSettled || isLate ? burst : between;
      }
      return place >= events.length - events.length / 4 ? after : between;
    }

    private void sample(int place) {
      if ((long) (place + 1) * samples / events.length
          > (long) place * samples / events.length) {
        taken.add(new Sample((place + 1.0) / events.length, arrivals.slot(place),
            filter.subFilters(), filter.memoryBytes(), fresh, falsePositives));
        fresh = 0;
        falsePositives = 0;
      }
    }
  }
}
