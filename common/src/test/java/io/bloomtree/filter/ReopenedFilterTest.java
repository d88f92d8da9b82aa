package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** P7: a filter that is closed and opened again is the one that never was. */
class ReopenedFilterTest {
  private static final int OPERATIONS = 6_000;

  static List<StoredSlice> slices() {
    return StoredSlice.all();
  }

  @ParameterizedTest
  @MethodSource("slices")
  void goesOnAsItsTwinThatWasNeverClosed(StoredSlice slice) {
    for (long seed = 1; seed <= 2; seed++) {
      var life = new StoredSlice.Life(seed);
      var storage = new MortalStorage();
      FilterSlice stored = slice.open(storage);
      FilterSlice twin = slice.fresh();
      var random = new Random(seed);
      for (int i = 0; i < OPERATIONS; i++) {
        StoredSlice.Operation next = life.next();
        next.applyTo(stored);
        next.applyTo(twin);
        if (random.nextInt(200) == 0) {
          storage = storage.copy();
          stored = slice.open(storage);
          assertThat(life.seen(stored)).as("after %d", i).isEqualTo(life.seen(twin));
        }
        if (random.nextInt(1_000) == 0) {
          assertThat(stored.toSnapshot()).as("after %d", i).isEqualTo(twin.toSnapshot());
        }
      }
      assertThat(stored.toSnapshot()).isEqualTo(twin.toSnapshot());
    }
  }

  @ParameterizedTest
  @MethodSource("slices")
  void aNewOneIsKeptBeforeAnythingHappened(StoredSlice slice) {
    var storage = new MortalStorage();
    slice.open(storage);
    FilterSlice again = slice.open(storage.copy());

    assertThat(again.toSnapshot()).isEqualTo(slice.fresh().toSnapshot());
    assertThat(again.fill()).isZero();
  }

  @ParameterizedTest
  @MethodSource("slices")
  void theSeedOfAnOldOneMeansNothing(StoredSlice slice) {
    var storage = new MortalStorage();
    FilterSlice first = slice.open(storage);
    var life = new StoredSlice.Life(3);
    for (int i = 0; i < 500; i++) {
      life.next().applyTo(first);
    }
    FilterSlice second = slice.plan().openSlice(slice.index(), 4_711, storage.copy());

    assertThat(life.seen(second)).isEqualTo(life.seen(first));
    assertThat(second.toSnapshot()).isEqualTo(first.toSnapshot());
  }

  /** Bloom filters have nothing but their bits to be known by. */
  @Test
  void whatAnotherKindOrSizeKeptIsRefused() {
    List<StoredSlice> marked =
        slices().stream().filter(slice -> !(slice.plan().shape() instanceof BloomShape)).toList();
    for (StoredSlice one : marked) {
      var storage = new MortalStorage();
      one.open(storage);
      for (StoredSlice other : marked) {
        if (one.plan().shape().getClass() != other.plan().shape().getClass()
            || one.plan().memoryBytes(one.index()) != other.plan().memoryBytes(other.index())) {
          assertThatExceptionOfType(StorageException.class).as("%s on %s", other, one)
              .isThrownBy(() -> other.open(storage.copy()));
        }
      }
    }
  }

  /** Where there is no room a filter is not made, and one that would grow does not. */
  @Test
  void growthThatCannotBeStoredIsRefusedUntilThereIsRoom() {
    for (StoredSlice slice : slices()) {
      if (!(slice.plan().shape() instanceof GrowingShape)) {
        continue;
      }
      var storage = new MortalStorage();
      FilterSlice stored = slice.open(storage);
      stored.advance(StoredSlice.START);
      storage.setRoom(storage.size() + (slice.isLoose() ? 10 : Registers.WORDS + 10));
      long[] events = new Random(5).longs(1_000).toArray();
      for (long event : events) {
        stored.set(event);
      }
      assertThat(stored.isGrowthRefused()).isTrue();
      assertThat(stored.subFilters()).isEqualTo(1);
      assertThat(storage.words().keySet()).noneMatch(name -> name.startsWith("part-1/"));

      FilterSlice again = slice.open(storage.copy());
      again.advance(StoredSlice.START);
      for (long event : new Random(6).longs(50).toArray()) {
        again.set(event); // some of which it takes for others
      }
      assertThat(again.isGrowthRefused()).isFalse();
      assertThat(again.subFilters()).isEqualTo(2);
    }
  }

  @Test
  void aFilterThatCannotBeUndoneIsRefused() {
    var storage = new MortalStorage();
    var shape = new StableShape(10_000_000, 1, 3, 9_000_000);

    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> SlicePlan.whole(shape).openSlice(0, 1, storage))
        .withMessageContaining("fewer decrements");
  }
}
