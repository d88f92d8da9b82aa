package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTest {
  private static Column built(int capacity, long... values) {
    var builder = new Column.Builder(capacity);
    for (long value : values) {
      builder.add(value);
    }
    return builder.build();
  }

  private static long[] values(Column column) {
    long[] values = new long[column.size()];
    Arrays.setAll(values, column::get);
    return values;
  }

  @Test
  void theShortestWayToWriteItIsKnown() {
    assertThat(built(0).mode()).isEqualTo(ColumnMode.ZERO);
    assertThat(built(0, 0, 0).mode()).isEqualTo(ColumnMode.ZERO);
    assertThat(built(0, 7).mode()).isEqualTo(ColumnMode.SAME);
    assertThat(built(0, 7, 7, 7).mode()).isEqualTo(ColumnMode.SAME);
    assertThat(built(0, 0, 7).mode()).isEqualTo(ColumnMode.EACH);
    assertThat(Column.same(0, 7).mode()).as("no entries").isEqualTo(ColumnMode.ZERO);
    assertThat(Column.of(new long[] {7, 7, 8}, 2).mode()).isEqualTo(ColumnMode.SAME);
  }

  @ParameterizedTest(name = "part from {0} to {1} is {2}")
  @CsvSource({"0, 2, ZERO", "2, 4, SAME", "1, 3, EACH", "3, 3, ZERO"})
  void aPartIsAsShortAsItCanBe(int from, int to, ColumnMode mode) {
    Column part = built(4, 0, 0, 5, 5).part(from, to);

    assertThat(part.mode()).isEqualTo(mode);
    assertThat(values(part)).isEqualTo(Arrays.copyOfRange(new long[] {0, 0, 5, 5}, from, to));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void whatIsAddedIsThereHoweverManyWereExpected(long seed) {
    var random = new Random(seed);
    for (int run = 0; run < 200; run++) {
      int kinds = 1 + random.nextInt(3);
      long[] added = random.longs(random.nextInt(40), 0, kinds).toArray();

      assertThat(values(built(random.nextInt(50), added))).isEqualTo(added);
      assertThat(values(Column.of(added.clone(), added.length))).isEqualTo(added);
    }
  }
}
