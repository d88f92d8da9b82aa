package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.filter.Window.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingFilterTest extends FilterContract {
  private static final Window MINUTE = Window.of(Duration.ofMinutes(1));
  private static final long SLOT = 600;
  private static final SlidingShape SHAPE = SlidingShape.sizedFor(5_000, 1e-3, MINUTE);

  @Override protected Filter newFilter() {
    return new SlidingFilter(SHAPE);
  }

  @Override protected Filter restored(byte[] snapshot) {
    return SlidingFilter.fromSnapshot(snapshot);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "5, 3", "6, 4", "13, 4", "14, 5", "100, 7", "119, 7", "120, 8",
      "1000, 11"})
  void timersHaveAsFewBitsAsTheSlotsNeed(int slots, int bits) {
    var shape = SlidingShape.sizedFor(100, 0.01, new Window(Unit.MILLIS, 100_000, slots));

    assertThat(shape.timerBits()).isEqualTo(bits);
    assertThat(shape.slack()).isPositive();
  }

  @Test void anEventLivesForItsWindowAndLessThanASlotLonger() {
    for (long at = 0; at < 3 * SLOT; at += 37) {
      var filter = new SlidingFilter(SHAPE);
      filter.advance(at);
      filter.add(1);

      filter.advance(at + MINUTE.span());
      assertThat(filter.mightContain(1)).as("at %d, after its window", at).isTrue();
      filter.advance(at + MINUTE.span() + SLOT);
      assertThat(filter.mightContain(1)).as("at %d, a slot later", at).isFalse();
    }
  }

  /** Random windows, pauses of any length, ages: checked against what really happened. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void noEventDiesEarlyOrOutlivesItsWindowByASlot(long seed) {
    var random = new SplittableRandom(seed);
    var window = new Window(Unit.MILLIS, random.nextInt(50, 5_000), random.nextInt(1, 50));
    var filter = new SlidingFilter(SlidingShape.sizedFor(2_000, 1e-9, window));
    double slot = (double) window.span() / window.slots();
    Map<Long, Long> recorded = new HashMap<>();
    long now = random.nextLong(-1L << 40, 1L << 40);
    for (int step = 0; step < 400; step++) {
      now += pause(random, window);
      filter.advance(now);
      for (int i = 0; i < 5; i++) {
        long event = random.nextLong(300);
        long age = random.nextInt(4) == 0 ? random.nextLong(window.span() * 5 / 4) : 0;
        filter.record(event, age, 0);
        recorded.merge(event, now - age, Math::max);
      }
      for (Map.Entry<Long, Long> event : recorded.entrySet()) {
        long age = now - event.getValue();
        if (age <= window.span()) {
          assertThat(filter.holds(event.getKey())).as("step %d, age %d", step, age).isTrue();
          assertThat((double) filter.age(event.getKey())).isBetween((double) age, age + slot + 1);
        } else if (age >= window.span() + slot) {
          assertThat(filter.holds(event.getKey())).as("step %d, age %d", step, age).isFalse();
        }
      }
    }
  }

  /** Mostly within a slot; sometimes the process was stopped for many windows. */
  private static long pause(SplittableRandom random, Window window) {
    return switch (random.nextInt(12)) {
      case 0 -> random.nextLong(window.span() * 2);
      case 1 -> random.nextLong(window.span() * 1_000);
      default -> random.nextLong(window.span() / window.slots() + 2);
    };
  }

  /** Whatever pages are swept out of turn since, because timers on them are set. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whatDiedWhileTheProcessWasStoppedStaysDead(long seed) {
    var large = SlidingShape.sizedFor(30_000, 1e-3, MINUTE);
    var random = new SplittableRandom(seed);
    var filter = new SlidingFilter(large);
    filter.advance(0);
    long[] events = random.longs(30_000).toArray();
    filter.add(events, 0, events.length);
    long now = SLOT * large.values() * 3; // when the numbers of their slot come again

    for (int step = 0; step < 20; step++) {
      filter.advance(now + step);
      filter.add(random.nextLong());
      filter.add(random.nextLong());

      assertThat(LongStream.of(events).filter(filter::holds)).as("step %d", step).isEmpty();
    }
  }

  @Test void aClockThatRunsBackwardsIsNotBelieved() {
    var filter = new SlidingFilter(SHAPE);
    filter.advance(1_000_000);
    filter.add(1);

    filter.advance(0);
    filter.add(2);
    filter.advance(1_000_000 + MINUTE.span());

    assertThat(filter.mightContain(1)).isTrue();
    assertThat(filter.mightContain(2)).isTrue();
    assertThat(filter.age(2)).isBetween(MINUTE.span(), MINUTE.span() + SLOT);
  }

  @Test void theYoungerOfTwoAgesIsKept() {
    var filter = new SlidingFilter(SHAPE);
    filter.advance(0);
    filter.record(1, 10_000, 0);
    filter.record(1, 30_000, 0);
    assertThat(filter.age(1)).isBetween(10_000L, 10_000 + SLOT);

    filter.record(1, 1_000, 0);
    assertThat(filter.age(1)).isBetween(1_000L, 1_000 + SLOT);
  }

  @Test void whatIsOlderThanTheWindowIsNotRecorded() {
    var filter = new SlidingFilter(SHAPE);
    filter.advance(0);
    filter.record(1, MINUTE.span() + SLOT + 1, 0);

    assertThat(filter.holds(1)).isFalse();
    assertThat(filter.fill()).isZero();
  }

  /** The work of one step is bounded whatever the size: dead timers are left over in between. */
  @Test void aStepSweepsNoMoreThanItMay() {
    var large = SlidingShape.sizedFor(200_000, 1e-3, MINUTE);
    var words = Cells.onHeap(large.words(large.cells().bits()));
    var filter = new SlidingFilter(large, 0, large.cells().bits(), words, false, 0);
    filter.advance(0);
    var random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      filter.add(random.nextLong());
    }
    filter.advance(MINUTE.span() + 2 * SLOT);
    long dead = timersIn(words, large);
    assertThat(filter.fill()).isZero();
    int steps = 0;
    for (long now = MINUTE.span() + 3 * SLOT; dead > 0; now++, steps++) {
      filter.advance(now);
      long left = timersIn(words, large);
      assertThat(dead - left).isLessThanOrEqualTo(FilterSlice.MOST_SWEPT);
      dead = left;
      now += MINUTE.span();
    }
    assertThat(steps).isGreaterThanOrEqualTo(
        (int) (large.cells().bits() / FilterSlice.MOST_SWEPT));
  }

  private static long timersIn(Cells words, SlidingShape shape) {
    long set = 0;
    for (long word = 0; word < words.words(); word++) {
      for (long rest = words.get(word); rest != 0; rest >>>= shape.timerBits()) {
        set += (rest & shape.values()) != 0 ? 1 : 0;
      }
    }
    return set;
  }

  @Test void theFillIsThatOfTheLiving() {
    var filter = new SlidingFilter(SHAPE);
    var random = new SplittableRandom(2);
    List<Long> seen = new ArrayList<>();
    for (int slot = 0; slot < 400; slot++) {
      filter.advance(slot * SLOT);
      for (int i = 0; i < 50; i++) {
        seen.add(random.nextLong());
        filter.add(seen.get(seen.size() - 1));
      }
    }
    var fresh = new SlidingFilter(SHAPE);
    seen.subList(seen.size() - 101 * 50, seen.size()).forEach(fresh::add);

    assertThat(filter.fill()).isEqualTo(fresh.fill());
    assertThat(filter.estimatedCardinality()).isCloseTo(5_050, Percentage.withPercentage(3));
    assertThat(filter.estimatedFalsePositiveRate())
        .isCloseTo(SHAPE.falsePositiveRate(), Percentage.withPercentage(10));
  }

  /** P4: at design load, in the worst moment of a slot. */
  @ParameterizedTest(name = "{0} slots, seed {1}")
  @CsvSource({"4, 1", "4, 2", "20, 3", "100, 4"})
  void atDesignLoadTheRateIsKept(int slots, long seed) {
    var window = new Window(Unit.MILLIS, 1_000_000, slots);
    var filter = new SlidingFilter(SlidingShape.sizedFor(4_000, 0.02, window));
    var random = new SplittableRandom(seed);
    for (long now = 0; now < 2_500_000; now += 250) {
      filter.advance(now);
      filter.add(random.nextLong());
    }
    long last = window.startOf(window.slotOf(2_500_000) + 1) - 1;
    for (long now = 2_500_000; now <= last; now += 250) {
      filter.advance(now);
      filter.add(random.nextLong());
    }
    int claimed = 0;
    for (int i = 0; i < 50_000; i++) {
      claimed += filter.mightContain(random.nextLong()) ? 1 : 0;
    }
    Confidence.assertAbout(filter.shape().falsePositiveRate(), claimed, 50_000);
    Confidence.assertAtMost(0.02, claimed, 50_000);
  }

  /** The heuristic of Section 4: fewer false positives, some false negatives, both computed. */
  @ParameterizedTest(name = "{0} equal timers")
  @ValueSource(ints = {1, 2, 3, 4})
  void equalTimersErrAsComputed(int equal) {
    var window = new Window(Unit.MILLIS, 1_000_000, 20);
    var shape = SlidingShape.sizedFor(4_000, 0.03, window).withEqualTimers(equal);
    var filter = new SlidingFilter(shape);
    var random = new SplittableRandom(7);
    long[] events = random.longs(8_400).toArray();
    for (int i = 0; i < events.length; i++) {
      filter.advance(i * 250L);
      filter.add(events[i]);
    }
    int claimed = 0;
    for (int i = 0; i < 100_000; i++) {
      claimed += filter.mightContain(random.nextLong()) ? 1 : 0;
    }
    Confidence.assertAbout(shape.falsePositiveRate(), claimed, 100_000);
    for (int age : new int[] {0, 5, 15}) {
      int missed = 0;
      for (int i = 0; i < 200; i++) {
        missed += filter.mightContain(events[events.length - 200 * (age + 1) + i]) ? 0 : 1;
      }
      Confidence.assertAtMost(shape.falseNegativeRateAfter(age), missed, 200);
    }
    assertThat(shape.falseNegativeRateAfter(20))
        .isGreaterThanOrEqualTo(shape.falseNegativeRateAfter(5));
  }

  /** With many equal timers next to nothing is left of the rate, and rounding took more. */
  @ParameterizedTest(name = "{0} equal timers")
  @ValueSource(ints = {6, 7, 8})
  void noRateIsBelowZero(int equal) {
    var cells = BloomShape.of(BloomShape.Layout.PLAIN, 5_390, 8, 640);
    var shape = new SlidingShape(cells, new Window(Unit.MILLIS, 1_000, 1_000), equal);

    assertThat(shape.falsePositiveRate()).isNotNegative();
  }

  @Test void aWindowOfEventsIsMeasuredInEvents() {
    var filter = new SlidingFilter(SlidingShape.sizedFor(1_000, 1e-9, Window.ofEvents(1_000)));
    filter.advance(1L << 30); // time means nothing to it
    var random = new SplittableRandom(3);
    long[] events = random.longs(5_000).toArray();
    for (int i = 0; i < events.length; i++) {
      assertThat(filter.addIfNew(events[i])).isTrue();
      if (i >= 1_000) {
        assertThat(filter.mightContain(events[i - 1_000])).as("event %d", i).isTrue();
      }
      if (i >= 1_010) {
        assertThat(filter.mightContain(events[i - 1_010])).as("event %d", i).isFalse();
      }
    }
    assertThat(filter.age(events[4_999])).isZero();
  }

  @Test void partsPutTogetherAreTheWholeFilter() {
    var plan = SlicePlan.vertical((FilterShape) SHAPE, 5);
    var whole = new SlidingFilter(SHAPE);
    List<FilterSlice> parts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      parts.add(plan.newSlice(i));
    }
    var random = new SplittableRandom(4);
    for (long now = 0; now < 200_000; now += 997) {
      long time = now;
      whole.advance(now);
      parts.forEach(part -> part.advance(time));
      long event = random.nextLong(100);
      long age = random.nextLong(20_000);
      whole.record(event, age, 0);
      parts.forEach(part -> part.record(event, age, 0));
      for (long other = 0; other < 100; other++) {
        long it = other;
        assertThat(parts.stream().allMatch(part -> part.holds(it))).isEqualTo(whole.holds(it));
        assertThat(parts.stream().mapToInt(part -> part.probes(it)).sum())
            .isEqualTo(SHAPE.probes());
        assertThat(parts.stream().mapToInt(part -> part.setProbes(it)).sum())
            .isEqualTo(whole.setProbes(it));
        if (whole.holds(it)) {
          assertThat(parts.stream().mapToLong(part -> part.age(it)).max().orElseThrow())
              .isEqualTo(whole.age(it));
        }
      }
    }
    assertThat(parts.stream().mapToLong(FilterState::memoryBytes).sum())
        .isEqualTo(plan.memoryBytes())
        .isBetween(whole.memoryBytes(), whole.memoryBytes() + 5 * Long.BYTES);
  }

  @Test void aRestoredFilterKnowsWhatTimeItWas() {
    var filter = new SlidingFilter(SHAPE);
    filter.advance(5_000_000);
    filter.add(1);
    filter.advance(5_000_000 + MINUTE.span() / 2);
    filter.add(2);
    var restored = SlidingFilter.fromSnapshot(filter.toSnapshot());
    restored.advance(5_000_000 + MINUTE.span() + 2 * SLOT);

    assertThat(restored.mightContain(1)).isFalse();
    assertThat(restored.mightContain(2)).isTrue();
  }

  @Test void nothingIsToBeDoneWhileNothingIsAlive() {
    var filter = new SlidingFilter(SHAPE);
    filter.advance(10);
    assertThat(filter.nextAdvance()).isEqualTo(Long.MAX_VALUE);

    filter.add(1);
    assertThat(filter.nextAdvance()).isBetween(11L, 10 + SLOT);
    filter.advance(10 + 2 * MINUTE.span());
    assertThat(filter.nextAdvance()).isEqualTo(Long.MAX_VALUE);
  }

  @Test void impossibleShapesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlidingShape(BloomShape.sizedFor(100_000, 0.01), MINUTE, 1))
        .withMessageContaining("plain layout");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SHAPE.withEqualTimers(SHAPE.probes() + 1))
        .withMessageContaining("equalTimers must be 1 to " + SHAPE.probes());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlicePlan.vertical((FilterShape) SHAPE.withEqualTimers(2), 2))
        .withMessageContaining("exclude each other");
  }
}
