package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.BloomShape.Layout;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters of others, kept beside a slice's own. */
class LayeredSliceTest {
  private static final BloomShape PLAIN = BloomShape.sizedFor(Layout.PLAIN, 2_000, 1e-9);
  private static final Window MINUTE = Window.of(Duration.ofMinutes(1));
  private static final SlidingShape SLIDING = SlidingShape.sizedFor(2_000, 1e-9, MINUTE);
  private static final long START = 1_000_000;

  private final long[] events = new Random(1).longs(300).toArray();
  private final long[] others = new Random(2).longs(300).toArray();

  static Stream<SlicePlan> plans() {
    return Stream.of(
        SlicePlan.whole(PLAIN), SlicePlan.horizontal(PLAIN, 3), SlicePlan.vertical(PLAIN, 5),
        SlicePlan.whole(SLIDING), SlicePlan.horizontal(SLIDING, 3),
        SlicePlan.vertical(SLIDING, 5), SlicePlan.whole(new BufferShape(500)));
  }

  /** All slices of a filter with all events in it. */
  private FilterSlice[] filled(SlicePlan plan) {
    var slices = new FilterSlice[plan.count()];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = plan.newSlice(i);
      slices[i].advance(START);
    }
    for (long event : events) {
      for (int index : plan.slicesOf(event)) {
        slices[index].set(event);
      }
    }
    return slices;
  }

  @ParameterizedTest
  @MethodSource("plans")
  void hasWhatAGroupHasOnceAllSlicesOfTheEventAreThere(SlicePlan plan) {
    var layered = new LayeredSlice(SlicePlan.vertical(PLAIN, 4).newSlice(1));
    layered.advance(START);
    FilterSlice[] slices = filled(plan);
    for (int index = 0; index < slices.length; index++) {
      layered.keep("old", plan, index, slices[index]);
      for (long event : events) {
        int last = 0;
        for (int slice : plan.slicesOf(event)) {
          last = Math.max(last, slice);
        }
        assertThat(layered.inherits(event)).isEqualTo(last <= index);
        if (last <= index) {
          assertThat(layered.holds(event)).isTrue();
          assertThat(layered.setProbes(event)).isEqualTo(layered.probes(event));
        }
      }
    }
    var answers = new boolean[others.length];
    layered.holds(events, 10, 20, answers);
    for (int i = 0; i < answers.length; i++) {
      assertThat(answers[i]).isEqualTo(i >= 10 && i < 20);
    }
    for (long other : others) {
      assertThat(layered.inherits(other)).isFalse();
      assertThat(layered.setProbes(other)).isEqualTo(layered.own().setProbes(other));
    }
    layered.drop("old", plan.owner(events[0]));
    assertThat(layered.inherits(events[0])).isFalse();
  }

  @Test
  void recordsIntoItsOwnOnly() {
    SlicePlan plan = SlicePlan.whole(PLAIN);
    FilterSlice own = plan.newSlice(0);
    FilterSlice former = plan.newSlice(0);
    var layered = new LayeredSlice(own);
    layered.keep("old", plan, 0, former);

    layered.set(events[0]);

    assertThat(own.holds(events[0])).isTrue();
    assertThat(former.fill()).isZero();
    assertThat(layered.inherits(events[0])).isFalse();
    assertThat(layered.toSnapshot()).isEqualTo(own.toSnapshot());
    assertThat(layered.learns()).isFalse();
    assertThat(layered.fill()).isEqualTo(own.fill());
  }

  @Test
  void groupsArePerNodeAndDoNotMix() {
    SlicePlan plan = SlicePlan.vertical(PLAIN, 5);
    FilterSlice[] one = filled(plan);
    FilterSlice[] other = filled(plan);
    var layered = new LayeredSlice(SlicePlan.whole(PLAIN).newSlice(0));
    long split = events[0];
    int[] its = plan.slicesOf(split);
    assertThat(its.length).isGreaterThan(1);
    for (int index = 0; index < 5; index++) {
      boolean here = index == its[0];
      layered.keep(here ? "one" : "other", plan, index, (here ? one : other)[index]);
    }

    assertThat(layered.groups()).containsExactlyInAnyOrder("one", "other");
    assertThat(layered.inherits(split)).as("halves of two filters make no whole").isFalse();

    layered.keep("other", plan, its[0], other[its[0]]);
    assertThat(layered.inherits(split)).isTrue();

    layered.drop("one", its[0]);
    layered.drop("no such", 0);
    assertThat(layered.groups()).containsExactly("other");
  }

  @Test
  void aGroupHasOnePlan() {
    SlicePlan plan = SlicePlan.vertical(PLAIN, 5);
    var layered = new LayeredSlice(SlicePlan.whole(PLAIN).newSlice(0));
    layered.keep("old", plan, 0, plan.newSlice(0));
    SlicePlan another = SlicePlan.vertical(PLAIN, 6);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> layered.keep("old", another, 1, another.newSlice(1)))
        .withMessageContaining("one plan");
    assertThatIllegalArgumentException().isThrownBy(() -> layered.isSpent("no such"));
  }

  @Test
  void isSpentWhenItsWindowHasPassed() {
    var layered = new LayeredSlice(SlicePlan.whole(SLIDING).newSlice(0));
    SlicePlan timed = SlicePlan.vertical(SLIDING, 2);
    SlicePlan buffer = SlicePlan.whole(new TimedBufferShape(new BufferShape(500), MINUTE));
    SlicePlan endless = SlicePlan.whole(PLAIN);
    SlicePlan counted = SlicePlan.whole(SlidingShape.sizedFor(500, 0.01, Window.ofEvents(100)));
    SlicePlan growing =
        SlicePlan.whole(new GrowingShape(SLIDING, GrowingShape.Trigger.DENSITY, 4, 1 << 20));
    for (SlicePlan plan : new SlicePlan[] {timed, buffer, endless, counted, growing}) {
      FilterSlice[] slices = filled(plan);
      for (int i = 0; i < slices.length; i++) {
        layered.keep(plan, plan, i, slices[i]);
      }
    }
    layered.keep("empty", endless, 0, endless.newSlice(0));
    layered.advance(START + 59_000);
    assertThat(layered.groups()).noneMatch(layered::isSpent);
    assertThat(layered.nextAdvance()).isLessThan(START + 60_000);

    layered.advance(START + 61_000);

    assertThat(layered.groups().stream().filter(layered::isSpent))
        .containsExactly(timed, buffer, growing);
  }

  @Test
  void ageIsThatOfTheYoungestCopy() {
    var layered = new LayeredSlice(SlicePlan.whole(SLIDING).newSlice(0));
    SlicePlan plan = SlicePlan.vertical(SLIDING, 3);
    layered.advance(START);
    FilterSlice[] slices = filled(plan);
    layered.record(events[0], 30_000, 0);
    for (int i = 0; i < 3; i++) {
      layered.keep("old", plan, i, slices[i]);
    }
    layered.advance(START + 6_000);
    layered.record(events[1], 0, 0);

    assertThat(layered.age(events[0])).isBetween(6_000L, 6_600L);
    assertThat(layered.age(events[1])).isLessThanOrEqualTo(600);
    assertThat(layered.age(events[2])).isBetween(6_000L, 6_600L);
    assertThat(layered.age(others[0])).isZero();
  }

  @Test
  void ratesAndMemoryAddUp() {
    SlicePlan plan = SlicePlan.horizontal(PLAIN, 4);
    FilterSlice own = SlicePlan.whole(PLAIN).newSlice(0);
    var layered = new LayeredSlice(own);
    assertThat(layered.estimatedFalsePositiveRate()).isEqualTo(own.estimatedFalsePositiveRate());
    for (long event : others) {
      own.set(event);
    }
    FilterSlice[] slices = filled(plan);
    layered.keep("old", plan, 2, slices[2]);

    double beside = slices[2].estimatedFalsePositiveRate() / 4;
    double expected = own.estimatedFalsePositiveRate() + beside
        - own.estimatedFalsePositiveRate() * beside;
    assertThat(layered.estimatedFalsePositiveRate()).isCloseTo(expected, within(1e-15));
    assertThat(layered.memoryBytes()).isEqualTo(own.memoryBytes() + slices[2].memoryBytes());
  }
}
