package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.MortalStorage.KilledException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two slices of one plan made one. */
class UnitedFilterTest {
  private static final long NOW = StoredSlice.START;

  static List<StoredSlice> united() {
    return StoredSlice.all().stream().filter(slice -> slice.plan().unites()).toList();
  }

  private final long[] events = new Random(1).longs(600).toArray();

  /** Feeds some of the events; time passes from one to the next. */
  private void feed(FilterSlice slice, int remainder, int of) {
    for (int i = 0; i < events.length; i++) {
      slice.advance(NOW + 150L * i);
      if (i % of == remainder) {
        slice.record(events[i], i % 5 * 1_000, 0);
      }
    }
  }

  /** The same timers and bits as if all had been recorded in one, of those that do not grow. */
  @ParameterizedTest
  @MethodSource("united")
  void isWhatOneWouldBeThatRecordedBoth(StoredSlice slice) {
    FilterSlice ours = slice.open(new MortalStorage());
    FilterSlice theirs = slice.open(new MortalStorage());
    FilterSlice both = slice.fresh();
    feed(ours, 0, 2);
    feed(theirs, 1, 2);
    for (int i = 0; i < events.length; i++) {
      both.advance(NOW + 150L * i);
      both.record(events[i], i % 5 * 1_000, 0);
    }

    long[] held = Arrays.stream(events)
        .filter(event -> ours.holds(event) || theirs.holds(event)).toArray();

    assertThat(ours.unite(theirs)).isTrue();
    assertThat(held).hasSizeGreaterThan(200);
    assertThat(Arrays.stream(held)).allMatch(ours::holds);
    if (!(slice.plan().shape() instanceof GrowingShape)) {
      assertThat(ours.toSnapshot()).isEqualTo(both.toSnapshot());
      assertThat(ours.fill()).isEqualTo(both.fill());
    }
  }

  @Test
  void theLaterClockHolds() {
    SlidingShape shape = SlidingShape.sizedFor(500, 1e-6, Window.of(Duration.ofMinutes(1)));
    for (boolean isOursLater : new boolean[] {true, false}) {
      FilterSlice ours = shape.newFilter(0);
      FilterSlice theirs = shape.newFilter(0);
      ours.advance(NOW);
      theirs.advance(NOW);
      ours.set(events[0]);
      theirs.set(events[1]);
      FilterSlice later = isOursLater ? ours : theirs;
      later.advance(NOW + 40_000);
      later.set(events[2]);
      ours.unite(theirs);

      for (int i = 0; i < 3; i++) {
        assertThat(ours.holds(events[i])).isTrue();
      }
      assertThat(ours.age(events[1])).isBetween(40_000L, 40_600L);
      ours.advance(NOW + 60_700);
      assertThat(ours.holds(events[0])).isFalse();
      assertThat(ours.holds(events[1])).isFalse();
      assertThat(ours.holds(events[2])).isTrue();
    }
  }

  /** After a pause in which no page was swept, timers of the dead come to no new life. */
  @Test
  void whatIsDeadInOneIsNotAliveInBoth() {
    SlidingShape shape = SlidingShape.sizedFor(2_000, 1e-6, Window.of(Duration.ofMinutes(1)));
    FilterSlice ours = shape.newFilter(0);
    FilterSlice theirs = shape.newFilter(0);
    feed(ours, 0, 2);
    feed(theirs, 1, 2);
    long slot = 600;
    for (long pause = 50; pause < 400; pause += 7) {
      ours.advance(NOW + 90_000 + pause * slot);
      FilterSlice late = SlidingFilter.fromSnapshot(theirs.toSnapshot());
      late.advance(NOW + 90_000 + pause * slot);
      ours.unite(late);
      for (long event : events) {
        assertThat(ours.holds(event) && pause > 110).isFalse();
      }
    }
    assertThat(ours.fill()).isZero();
  }

  @Test
  void filtersThatGrewDifferentlyAreLeftAsTheyAre() {
    var shape = new GrowingShape(
        BloomShape.sizedFor(100, 0.01), GrowingShape.Trigger.CARDINALITY, 8, 1 << 20);
    FilterSlice small = shape.newFilter(0);
    FilterSlice large = shape.newFilter(0);
    for (int i = 0; i < 300; i++) {
      large.set(events[i]);
    }
    small.set(events[400]);
    byte[] before = small.toSnapshot();

    assertThat(small.unite(large)).isFalse();
    assertThat(small.toSnapshot()).isEqualTo(before);
    assertThat(large.unite(small)).as("all its parts are there").isTrue();
    assertThat(large.holds(events[400])).isTrue();
  }

  @Test
  void aPlanSaysWhetherItsSlicesCanBeUnited() {
    for (StoredSlice slice : StoredSlice.all()) {
      FilterSlice one = slice.fresh();
      if (!slice.plan().unites()) {
        assertThat(one.unite(slice.fresh())).as(slice.name()).isFalse();
      }
      for (StoredSlice other : StoredSlice.all()) {
        if (!other.plan().equals(slice.plan())) {
          assertThat(one.unite(other.fresh())).isFalse();
        }
      }
    }
    assertThat(united()).hasSizeBetween(8, 12);
    SlicePlan vertical = united().stream()
        .filter(slice -> slice.name().equals("vertical bloom")).findFirst().orElseThrow().plan();
    assertThat(vertical.newSlice(0).unite(vertical.newSlice(1))).isFalse();
  }

  /** Killed meanwhile it is done again, with the same result. */
  @ParameterizedTest
  @MethodSource("united")
  void mayBeDoneAgain(StoredSlice slice) {
    var ourStorage = new MortalStorage();
    var theirStorage = new MortalStorage();
    FilterSlice ours = slice.open(ourStorage);
    feed(ours, 0, 3);
    feed(slice.open(theirStorage), 1, 3);
    FilterSlice whole = slice.open(ourStorage.copy());
    boolean isUnited = whole.unite(slice.open(theirStorage.copy()));
    byte[] expected = whole.toSnapshot();

    for (long steps = 0; isUnited; steps += 97) {
      MortalStorage image = ourStorage.copy();
      FilterSlice dying = slice.open(image);
      image.killAfter(steps);
      try {
        dying.unite(slice.open(theirStorage.copy()));
        break;
      } catch (KilledException e) {
        FilterSlice redone = slice.open(image.afterKill());
        redone.unite(slice.open(theirStorage.copy()));
        assertThat(redone.toSnapshot()).isEqualTo(expected);
      }
    }
  }
}
