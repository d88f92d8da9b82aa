package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTableTest {
  /** Does the same to a table and to the JDK's, and compares them as it goes. */
  private static void compare(
      LongTable<String> table, LongUnaryOperator keys, Random random, int steps, int most) {
    Map<Long, String> model = new HashMap<>();
    boolean grows = true;
    for (int step = 0; step < steps; step++) {
      long key = keys.applyAsLong(step);
      grows = model.isEmpty() || model.size() < most && grows;
      if (random.nextInt(4) < (grows ? 3 : 1)) {
        table.put(key, "v" + step);
        model.put(key, "v" + step);
      } else {
        assertThat(table.remove(key)).isEqualTo(model.remove(key));
      }
      long other = keys.applyAsLong(random.nextInt(step + 1));
      assertThat(table.get(other)).isEqualTo(model.get(other));
      assertThat(table.containsKey(other)).isEqualTo(model.containsKey(other));
      assertThat(table.size()).isEqualTo(model.size());
    }
    model.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    assertThat(table.values()).containsExactlyInAnyOrderElementsOf(model.values());
    model.keySet().forEach(table::remove);
    assertThat(table.isEmpty()).isTrue();
    assertThat(table.values()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void itIsWhatAMapIsForFewKeysAgainAndAgain(long seed) {
    var random = new Random(seed);
    long[] few = random.longs(60).toArray();
    compare(LongTable.byFingerprint(), step -> few[(int) (step * 7 % 60)], random, 20_000, 50);
    compare(LongTable.bySequence(), step -> step * 7 % 60, random, 20_000, 50);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void itIsWhatAMapIsForKeysThatCollide(long seed) {
    var random = new Random(seed);
    compare(LongTable.bySequence(), step -> step % 90L << 20, random, 10_000, 80);
    compare(LongTable.bySequence(), step -> (step % 30L << 20) + step % 3, random, 10_000, 80);
    compare(LongTable.byFingerprint(), step -> step % 90L << 58, random, 10_000, 80);
    compare(LongTable.bySequence(), step -> -(step % 90L), random, 10_000, 80);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1})
  void itIsWhatAMapIsAsItGrowsAndShrinks(long seed) {
    var random = new Random(seed);
    compare(LongTable.bySequence(), step -> random.nextInt(40_000), random, 120_000, 30_000);
    long[] many = random.longs(40_000).toArray();
    compare(
        LongTable.byFingerprint(), step -> many[random.nextInt(40_000)], random, 120_000, 30_000);
  }

  @Test
  void aWindowOfSequencesMovesAlong() {
    LongTable<Long> table = LongTable.bySequence();
    for (long sequence = 0; sequence < 100_000; sequence++) {
      table.put(sequence, sequence);
      if (sequence >= 500) {
        assertThat(table.remove(sequence - 500)).isEqualTo(sequence - 500);
        assertThat(table.get(sequence - 500)).isNull();
      }
    }
    assertThat(table.values()).containsExactlyInAnyOrder(
        LongStream.range(99_500, 100_000).boxed().toArray(Long[]::new));
  }

  @Test
  void allItHasIsShown() {
    LongTable<String> table = LongTable.byFingerprint();
    table.put(5, "five");
    table.put(-6, "minus six");
    Map<Long, String> shown = new HashMap<>();

    table.forEach(shown::put);

    assertThat(shown).isEqualTo(Map.of(5L, "five", -6L, "minus six"));
  }

  @Test
  void toExpectKeysChangesNothing() {
    LongTable<String> table = LongTable.byFingerprint();
    table.put(5, "five");

    table.expect(new long[] {5, 6, 7}, 2);

    assertThat(table.get(5)).isEqualTo("five");
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void everyNumberIsAKey() {
    LongTable<String> table = LongTable.bySequence();
    table.put(Long.MIN_VALUE, "least");
    table.put(0, "zero");
    table.put(-1, "minus one");
    table.put(Long.MAX_VALUE, "most");

    assertThat(table.get(Long.MIN_VALUE)).isEqualTo("least");
    assertThat(table.get(0)).isEqualTo("zero");
    assertThat(table.get(-1)).isEqualTo("minus one");
    assertThat(table.get(Long.MAX_VALUE)).isEqualTo("most");
    assertThat(table.get(1)).isNull();
    assertThat(table.remove(1)).isNull();
  }
}
