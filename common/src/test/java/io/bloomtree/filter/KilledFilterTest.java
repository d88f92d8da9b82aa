package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.MortalStorage.KilledException;
import io.bloomtree.filter.StoredSlice.Life;
import io.bloomtree.filter.StoredSlice.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** P7: a process may be killed between any two words that it puts. */
class KilledFilterTest {
  /** Which instants of a long operation are tried: the first, some, and those around commits. */
  private static final int ALL = 40;
  private static final int STRIDE = 211;
  private static final int AROUND = 12;

  static List<StoredSlice> slices() {
    return StoredSlice.all();
  }

  /** What happened until now, and what is about to. */
  private record Case(StoredSlice slice, MortalStorage storage, Life life, long now) {

    String seen(MortalStorage image) {
      return KilledFilterTest.seen(slice.open(image.copy()), life);
    }
  }

  private static String seen(FilterSlice slice, Life life) {
    return life.seen(slice) + ", snapshot=" + Arrays.hashCode(slice.toSnapshot());
  }

  @ParameterizedTest
  @MethodSource("slices")
  void anOperationIsThereInWholeOrNotAtAll(StoredSlice slice) {
    var life = new Life(7);
    var storage = new MortalStorage();
    FilterSlice living = slice.open(storage);
    var random = new Random(7);
    for (int round = 0; round < 30; round++) {
      for (int i = random.nextInt(150); i > 0; i--) {
        life.next().applyTo(living);
      }
      // what time it is was perhaps not kept, and is said before anything else happens
      life.pass(0).applyTo(living);
      var before = new Case(slice, storage.copy(), life, life.now());
      String seenBefore = before.seen(storage);
      Operation operation = switch (round % 10) {
        case 8 -> life.pass(5_000);
        case 9 -> life.pass(round == 9 ? 40_000 : 70_000);
        default -> life.next();
      };
      operation.applyTo(living);
      killAtEachInstant(before, operation, before.seen(storage), seenBefore);
    }
  }

  private static void killAtEachInstant(
      Case before, Operation operation, String seenAfter, String seenBefore) {
    boolean isDone = false;
    for (long steps : instants(before, operation)) {
      MortalStorage image = before.storage.copy();
      FilterSlice dying = before.slice.open(image);
      dying.advance(before.now);
      image.killAfter(steps);
      try {
        operation.applyTo(dying);
        throw new AssertionError("lived longer than before");
      } catch (KilledException e) {
        MortalStorage left = image.afterKill();
        if (before.slice.isLoose()) {
          assertRedone(before, operation, left);
        } else {
          String seen = before.seen(left);
          isDone |= seen.equals(seenAfter);
          assertThat(seen).as("after %d steps", steps)
              .isEqualTo(isDone ? seenAfter : seenBefore);
        }
      }
    }
  }

  private static SortedSet<Long> instants(Case before, Operation operation) {
    MortalStorage image = before.storage.copy();
    FilterSlice slice = before.slice.open(image);
    slice.advance(before.now);
    image.killAfter(Long.MAX_VALUE);
    operation.applyTo(slice);
    List<Long> commits = image.commits();
    long last = commits.get(commits.size() - 1);
    SortedSet<Long> instants = new TreeSet<>();
    for (long steps = 0; steps < last; steps += steps < ALL ? 1 : STRIDE) {
      instants.add(steps);
    }
    for (long commit : commits.subList(Math.max(0, commits.size() - AROUND), commits.size())) {
      for (long steps = Math.max(0, commit - 2); steps < Math.min(last, commit + 2); steps++) {
        instants.add(steps);
      }
    }
    return instants;
  }

  /** Some bits of an event that nobody was told of are set: they will be when it comes again. */
  private static void assertRedone(Case before, Operation operation, MortalStorage left) {
    FilterSlice redone = before.slice.open(left);
    redone.advance(before.now);
    operation.applyTo(redone);
    FilterSlice whole = before.slice.open(before.storage.copy());
    whole.advance(before.now);
    operation.applyTo(whole);
    assertThat(before.life.seen(redone)).isEqualTo(before.life.seen(whole));
  }

  /** Its producer was not told of the last event, and offers it again if it is not there. */
  @ParameterizedTest
  @MethodSource("slices")
  void killedAgainAndAgainItIsItsTwin(StoredSlice slice) {
    var random = new Random(9);
    var life = new Life(9);
    var storage = new MortalStorage();
    FilterSlice twin = slice.fresh();
    FilterSlice living = slice.open(storage);
    for (int kills = 1; kills <= 60; kills++) {
      storage.killAfter(random.nextInt(400));
      Operation last = null;
      try {
        while (true) {
          last = life.next();
          last.applyTo(living);
          last.applyTo(twin);
        }
      } catch (KilledException e) {
        storage = storage.afterKill();
        living = slice.open(storage);
        last.applyTo(twin);
        String seenOfTwin = seen(twin, life);
        if (!seen(living, life).equals(seenOfTwin)) {
          last.applyTo(living);
        }
        if (slice.plan().shape() instanceof GrowingShape && slice.isLoose()) {
          assertThat(living.fill()).as("what it counts may be one less").isPositive();
        } else {
          assertThat(seen(living, life)).as("killed %d times", kills).isEqualTo(seenOfTwin);
        }
      }
    }
  }

  /** Bloom filters that grow count what they record, after it: the count may miss one. */
  @Test
  void whatAGrowingFilterRecordedIsThere() {
    StoredSlice slice = slices().stream()
        .filter(one -> one.name().equals("growing")).findFirst().orElseThrow();
    var random = new Random(11);
    long[] events = new Random(12).longs(1_000).toArray();
    var storage = new MortalStorage();
    FilterSlice living = slice.open(storage);
    for (int next = 0; next < events.length; ) {
      storage.killAfter(random.nextInt(500));
      try {
        while (next < events.length) {
          living.set(events[next]);
          next++;
        }
      } catch (KilledException e) {
        storage = storage.afterKill();
        living = slice.open(storage);
        for (int i = 0; i < next; i++) {
          assertThat(living.holds(events[i])).isTrue();
        }
      }
    }
    assertThat(living.subFilters()).isBetween(4, 6);
  }

  /** Pages that are late, as many as an event can have timers on, and swept as many as can be. */
  @Test
  void noOperationPutsMoreThanCanBeUndone() {
    BloomShape cells = BloomShape.of(BloomShape.Layout.PLAIN, 400_000, 64, 1_000);
    var timed = new SlidingShape(cells, new Window(Window.Unit.MILLIS, 60_000, 10_000), 1);
    var counted = new SlidingShape(cells, new Window(Window.Unit.EVENTS, 20, 1), 1);
    var growing = new GrowingShape(
        SlidingShape.sizedFor(20_000, 1e-9, new Window(Window.Unit.EVENTS, 100_000, 10_000)),
        GrowingShape.Trigger.CARDINALITY, 3, 1 << 26);
    var buffer = new TimedBufferShape(
        new BufferShape(70_000), new Window(Window.Unit.MILLIS, 60_000, 100));
    for (FilterShape shape : new FilterShape[] {timed, counted, growing, buffer}) {
      FilterSlice slice = SlicePlan.whole(shape).openSlice(0, 1, new MortalStorage());
      long now = StoredSlice.START;
      for (long event : new Random(13).longs(200).toArray()) {
        slice.advance(now += 100);
        slice.set(event);
      }
      for (long event : new Random(14).longs(70_000).limit(shape == buffer ? 70_000 : 200)
          .toArray()) {
        slice.set(event);
      }
      slice.advance(now + 1_000_000);
      slice.set(7);
      assertThat(slice.holds(7)).isTrue();
      slice.advance(now + 2_000_000);
      assertThat(slice.toSnapshot()).isNotEmpty();
    }
  }
}
