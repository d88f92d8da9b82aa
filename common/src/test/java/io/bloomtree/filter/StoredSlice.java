package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A slice of some kind, and operations on it that happen to nodes: small, so that it forgets, grows
 * and discards all the time. Owned by one test.
 */
record StoredSlice(String name, SlicePlan plan, int index) {
  static final long SEED = 42;
  static final int EVENTS = 4_000;
  /** Where clocks start. */
  static final long START = 1_700_000_000_000L;

  private static final Window MINUTE = Window.of(Duration.ofMinutes(1));

  /** What may happen to a slice. */
  interface Operation {
    void applyTo(FilterSlice slice);
  }

  /** One of each kind. */
  static List<StoredSlice> all() {
    BloomShape plain = BloomShape.sizedFor(Layout.PLAIN, 1_500, 0.01);
    SlidingShape sliding = SlidingShape.sizedFor(2_500, 0.01, MINUTE);
    SlidingShape fewSlots = SlidingShape.sizedFor(
        2_500, 0.01, new Window(Window.Unit.MILLIS, 60_000, 2));
    SlidingShape counted = SlidingShape.sizedFor(1_000, 0.01, Window.ofEvents(700));
    SlidingShape part = SlidingShape.sizedFor(200, 0.01, MINUTE);
    var buffer = new BufferShape(500);
    return List.of(
        whole("bloom", BloomShape.sizedFor(1_500, 0.01)),
        new StoredSlice("horizontal bloom", SlicePlan.horizontal(plain, 3), 1),
        new StoredSlice("vertical bloom", SlicePlan.vertical(plain, 5), 4),
        whole("sliding", sliding),
        whole("sliding, equal timers", sliding.withEqualTimers(3)),
        whole("sliding, few slots", fewSlots),
        whole("sliding by events", counted),
        // a page is swept with every other event
        whole("sliding by few events", new SlidingShape(
            BloomShape.of(Layout.PLAIN, 30_000, 5, 2_000),
            new Window(Window.Unit.EVENTS, 20, 10), 1)),
        new StoredSlice("vertical sliding", SlicePlan.vertical(sliding, 3), 1),
        whole("growing", new GrowingShape(
            BloomShape.sizedFor(200, 0.01), Trigger.CARDINALITY, 8, 1 << 20)),
        whole("growing, sliding", new GrowingShape(part, Trigger.DENSITY, 8, 1 << 20)),
        whole("growing, sliding by events", new GrowingShape(
            SlidingShape.sizedFor(100, 0.01, Window.ofEvents(400)), Trigger.DENSITY, 8, 1 << 20)),
        whole("growing to its limits", new GrowingShape(part, Trigger.CARDINALITY, 2, 1 << 20)),
        whole("stable", StableShape.forMemory(1 << 14, 0.01)),
        whole("reservoir",
            ReservoirShape.forMemory(1 << 12, 0.01, ReservoirShape.Profile.BALANCED)),
        whole("reservoir, set ones",
            new ReservoirShape(4, 700, 0.03, ReservoirShape.Reset.SET_ONES)),
        whole("importance",
            ImportanceShape.boundedForMemory(1 << 14, 0.01, ImportanceShape.Variant.MULTI_CLASS)),
        whole("importance, hybrid",
            ImportanceShape.boundedForMemory(1 << 14, 0.01, ImportanceShape.Variant.HYBRID)),
        whole("buffer", buffer),
        new StoredSlice("horizontal timed buffer",
            SlicePlan.horizontal(new TimedBufferShape(buffer, MINUTE), 2), 1),
        whole("fp-buffer", new FpBufferShape(buffer, 0.1)));
  }

  private static StoredSlice whole(String name, FilterShape shape) {
    return new StoredSlice(name, SlicePlan.whole(shape), 0);
  }

  FilterSlice open(Storage storage) {
    return plan.openSlice(index, SEED, storage);
  }

  FilterSlice fresh() {
    return plan.newSlice(index, SEED);
  }

  /** Whether half an operation may be seen. */
  boolean isLoose() {
    return plan.shape() instanceof BloomShape
        || plan.shape() instanceof GrowingShape growing && growing.first() instanceof BloomShape;
  }

  /**
   * A random life: events, most of them new, some with an age, copies, and time that passes slowly,
   * or stands still for longer than sweeps may, or for longer than a window.
   */
  static final class Life {
    private final Random random;
    private final long[] events;
    private long now = START;
    private int recorded;

    Life(long seed) {
      this.random = new Random(seed);
      this.events = new Random(seed + 1).longs(EVENTS).toArray();
    }

    long now() {
      return now;
    }

    Operation next() {
      int kind = random.nextInt(100);
      int importance = random.nextInt(256);
      if (kind < 75) {
        long age = random.nextInt(4) == 0 ? random.nextInt(70_000) : 0;
        long event = random.nextInt(5) == 0 ? known() : events[recorded++ % EVENTS];
        return slice -> slice.record(event, age, importance);
      }
      if (kind < 85) {
        long event = known();
        return slice -> slice.repeated(event, slice.age(event), importance);
      }
      return random.nextInt(50) == 0 ? pass(random.nextInt(100_000)) : pass(random.nextInt(2_000));
    }

    /** Time passes. */
    Operation pass(long millis) {
      now += millis;
      long then = now;
      return slice -> slice.advance(then);
    }

    private long known() {
      return events[random.nextInt(Math.max(1, Math.min(EVENTS, recorded)))];
    }

    /** All that can be seen of a slice at this time, but for its snapshot. */
    String seen(FilterSlice slice) {
      slice.advance(now);
      var seen = new StringBuilder();
      boolean[] answers = new boolean[EVENTS];
      slice.holds(events, 0, EVENTS, answers);
      long ages = 0;
      long set = 0;
      for (long event : events) {
        ages = 31 * ages + (slice.holds(event) ? slice.age(event) : -1);
        set = 31 * set + slice.setProbes(event);
      }
      return seen.append("answers=").append(Arrays.hashCode(answers))
          .append(", ages=").append(ages)
          .append(", set=").append(set)
          .append(", fill=").append(slice.fill())
          .append(", cardinality=").append(slice.estimatedCardinality())
          .append(", rate=").append(slice.estimatedFalsePositiveRate())
          .append(", filters=").append(slice.subFilters())
          .append(", memory=").append(slice.memoryBytes())
          .append(", isRefused=").append(slice.isGrowthRefused())
          .toString();
    }
  }

  @Override public String toString() {
    return name;
  }
}
