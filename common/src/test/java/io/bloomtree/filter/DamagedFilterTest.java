package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bloomtree.filter.StoredSlice.Life;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Words that are not what was put: of a computer that failed, or of no filter at all. */
class DamagedFilterTest {
  /** A disk writes so many words in whole or not at all. */
  private static final int SECTOR = 64;

  static List<StoredSlice> slices() {
    return StoredSlice.all();
  }

  /**
   * Of each sector the older or the newer words, whichever the disk has: what was forced to it
   * between is there, and what is there is a filter.
   */
  @ParameterizedTest
  @MethodSource("slices")
  void sectorsOfDifferentMomentsMakeAFilter(StoredSlice slice) {
    var random = new Random(2);
    for (long seed = 1; seed <= 30; seed++) {
      var life = new Life(seed);
      var storage = new MortalStorage();
      FilterSlice living = slice.open(storage);
      live(life, living, random.nextInt(2_000));
      MortalStorage older = storage.copy();
      live(life, living, random.nextInt(500));
      MortalStorage torn = storage.copy();
      tear(torn.words(), older.words(), random);

      FilterSlice opened = slice.open(torn);
      assertUsable(slice, opened, life);
      assertUsable(slice, slice.open(torn.copy()), life);
    }
  }

  /** The sweep that removed a timer is there by the page's account, and the timer still is. */
  @Test
  void aTimerThatDiedBeforeTheComputerDoesNotComeAliveAgain() {
    var window = new Window(Window.Unit.MILLIS, 400, 100);
    SlidingShape shape = SlidingShape.sizedFor(16, 0.001, window);
    long cells = shape.cells().bits();
    var storage = new MortalStorage();
    SlidingFilter living = SlidingFilter.open(shape, 0, cells, storage);
    living.advance(0);
    living.record(7, 0, 0);
    long[] timers = storage.copy().words().get("words");
    long now = 0;
    while (!Arrays.equals(storage.copy().words().get("words"), new long[timers.length])) {
      living.advance(++now);
    }
    MortalStorage torn = storage.copy();
    System.arraycopy(timers, 0, torn.words().get("words"), 0, timers.length);

    SlidingFilter opened = SlidingFilter.open(shape, 0, cells, torn);
    for (long end = now + 2_000; now < end; now++) {
      opened.advance(now);
      assertThat(opened.holds(7)).as("after " + now + " ms").isFalse();
    }
  }

  private static void live(Life life, FilterSlice slice, int operations) {
    for (int i = 0; i < operations; i++) {
      life.next().applyTo(slice);
    }
  }

  /** Areas that were dropped are gone, those that were made are there. */
  private static void tear(
      Map<String, long[]> areas, Map<String, long[]> olderAreas, Random random) {
    areas.forEach((name, words) -> {
      long[] older = olderAreas.get(name);
      for (int from = 0; older != null && from < words.length; from += SECTOR) {
        if (random.nextBoolean()) {
          System.arraycopy(older, from, words, from, Math.min(SECTOR, words.length - from));
        }
      }
    });
  }

  /** What is recorded is held, and nothing goes on for ever. */
  private static void assertUsable(StoredSlice slice, FilterSlice opened, Life life) {
    opened.advance(life.now());
    for (long event : new Random(3).longs(40).toArray()) {
      opened.record(event, 0, 255);
      // a reservoir takes a sample only
      assertThat(opened.holds(event) || slice.name().startsWith("reservoir")).isTrue();
    }
    life.seen(opened);
    live(life, opened, 200);
    assertThat(opened.toSnapshot()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("slices")
  void nonsenseIsRefusedOrHarmless(StoredSlice slice) {
    var life = new Life(5);
    var storage = new MortalStorage();
    live(life, slice.open(storage), 2_000);
    int refused = 0;
    var random = new Random(4);
    for (int round = 0; round < 200; round++) {
      MortalStorage damaged = storage.copy();
      damage(damaged.words(), random);
      try {
        FilterSlice opened = slice.open(damaged);
        opened.advance(life.now());
        life.seen(opened);
        live(life, opened, 30);
        opened.toSnapshot();
      } catch (StorageException e) {
        assertThat(e).hasMessageContaining(" ");
        refused++;
      }
    }
    if (!(slice.plan().shape() instanceof BloomShape)) {
      assertThat(refused).isPositive();
    }
  }

  private static void damage(Map<String, long[]> areas, Random random) {
    List<String> names = List.copyOf(areas.keySet());
    String name = names.get(random.nextInt(names.size()));
    long[] words = areas.get(name);
    for (int damages = 1 + random.nextInt(3); damages > 0; damages--) {
      int word = random.nextInt(Math.min(words.length, random.nextBoolean() ? 12 : words.length));
      words[word] = switch (random.nextInt(4)) {
        case 0 -> random.nextLong();
        case 1 -> words[word] ^ 1L << random.nextInt(64);
        case 2 -> random.nextInt(5) - 2;
        default -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      };
    }
  }

  @ParameterizedTest
  @MethodSource("slices")
  void registersThatWereLostAreNoFreshStart(StoredSlice slice) {
    var storage = new MortalStorage();
    live(new Life(6), slice.open(storage), 500);
    long[] registers = storage.words().get("registers");
    if (registers == null) {
      return; // a Bloom filter has none
    }
    Arrays.fill(registers, 0);

    assertThatExceptionOfType(StorageException.class).isThrownBy(() -> slice.open(storage.copy()));
  }

  @Test
  void refusalsSayWhy() {
    assertRefused("sliding", "registers", 1, Long.MAX_VALUE, "time must be ");
    assertRefused("sliding", "registers", 4, 1_000, "next page must be 0 to ");
    assertRefused("sliding", "registers", 5, Double.doubleToLongBits(Double.NaN), "pages due");
    assertRefused("sliding", "words", 0, Long.MIN_VALUE, "bits between cells");
    assertRefused("bloom", "words", 0, 0, null);
    assertRefused("stable", "registers", 0, 7, "another kind of filter, or another version");
    assertRefused("reservoir", "registers", 1, -1, "events must be 0 to ");
    assertRefused("buffer", "entries", 3, 2, "impossible entry of a buffer: entry=1, isUsed=2");
    assertRefused("buffer", "entries", 2, -5, "impossible entry");
    assertRefused("horizontal timed buffer", "entries", 1, Long.MIN_VALUE, "impossible time");
    assertRefused("growing", "parts", 0, -1, "impossible part of a growing filter");
    assertRefused("growing", "parts", 63, 1, "words after the parts must be zero");
    assertRefused("growing, sliding", "parts", 0, 0, "disagree");
  }

  private static void assertRefused(
      String name, String area, int word, long value, String reason) {
    StoredSlice slice =
        slices().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    var storage = new MortalStorage();
    FilterSlice living = slice.open(storage);
    living.advance(StoredSlice.START);
    for (long event = 0; event < 10; event++) {
      living.set(event);
    }
    storage.words().get(area)[word] = value;
    if (reason == null) {
      slice.open(storage);
    } else {
      assertThatExceptionOfType(StorageException.class).isThrownBy(() -> slice.open(storage))
          .withMessageContaining(reason);
    }
  }

  @Test
  void aPartThatIsMissingIsNoticed() {
    StoredSlice slice =
        slices().stream().filter(one -> one.name().equals("growing")).findFirst().orElseThrow();
    var storage = new MortalStorage();
    live(new Life(8), slice.open(storage), 2_000);
    storage.drop("part-1/words");

    assertThatExceptionOfType(StorageException.class).isThrownBy(() -> slice.open(storage))
        .withMessage("a part of a growing filter is missing: share=1");
  }

  /** A copy of entries one by one, while they change places. */
  @Test
  void ofAFingerprintThatIsThereTwiceTheYoungerHolds() {
    var shape = new TimedBufferShape(
        new BufferShape(4), new Window(Window.Unit.MILLIS, 60_000, 100));
    var storage = new MortalStorage();
    FilterSlice buffer = shape.open(0, storage);
    buffer.advance(StoredSlice.START);
    buffer.record(7, 50_000, 0);
    buffer.record(8, 0, 0);
    long[] entries = storage.words().get("entries");
    entries[8] = 7;
    entries[9] = StoredSlice.START - 1_000;
    entries[10] = 3;
    entries[11] = 1;

    FilterSlice opened = shape.open(0, storage);
    opened.advance(StoredSlice.START);

    assertThat(opened.estimatedCardinality()).isEqualTo(2);
    assertThat(opened.age(7)).isEqualTo(1_000);
    assertThat(entries[3]).as("the older one is free").isZero();
    for (long event = 10; event < 13; event++) {
      opened.record(event, 0, 0);
    }
    assertThat(opened.holds(8)).as("used longest ago").isFalse();
    assertThat(opened.holds(7)).isTrue();
  }
}
