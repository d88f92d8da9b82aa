package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StableFilterTest extends FilterContract {

  @Override protected Filter newFilter() {
    return new StableFilter(StableShape.forRate(100_003, 2, 3, 0.01), 7);
  }

  @Override protected Filter restored(byte[] snapshot) {
    return StableFilter.fromSnapshot(snapshot);
  }

  /** Cells as numbers in an array, each step told as Algorithm 1 tells it. */
  @ParameterizedTest(name = "{0} bits")
  @ValueSource(ints = {1, 2, 3, 4})
  void cellsDoWhatPlainNumbersWould(int cellBits) {
    var shape = new StableShape(1_000, cellBits, 3, 70);
    var filter = new StableFilter(shape, 5);
    int[] numbers = new int[1_000];
    var random = new SplittableRandom(6);
    for (int step = 0; step < 3_000; step++) {
      long fingerprint = random.nextLong();
      int[] before = numbers.clone();
      filter.add(fingerprint);
      int from = whereTaken(filter, before, fingerprint);
      for (int i = 0; i < 70; i++) {
        numbers[(from + i) % 1_000] = Math.max(0, numbers[(from + i) % 1_000] - 1);
      }
      long h = Probes.mix(fingerprint);
      for (int probe = 0; probe < 3; probe++, h = Probes.next(h)) {
        numbers[(int) Probes.reduce(h, 1_000)] = shape.most();
      }
      assertThat(values(filter)).as("step %d", step).isEqualTo(numbers);
    }
    assertThat(filter.fill())
        .isEqualTo(Arrays.stream(numbers).filter(number -> number > 0).count() / 1000.0);
  }

  /** The first place from which taking 1 of 70 neighbours explains what is there now. */
  private static int whereTaken(StableFilter filter, int[] before, long fingerprint) {
    int[] after = values(filter);
    boolean[] own = new boolean[1_000];
    long h = Probes.mix(fingerprint);
    for (int probe = 0; probe < 3; probe++, h = Probes.next(h)) {
      own[(int) Probes.reduce(h, 1_000)] = true;
    }
    for (int from = 0; from < 1_000; from++) {
      boolean fits = true;
      for (int cell = 0; cell < 1_000 && fits; cell++) {
        boolean taken = (cell - from + 1_000) % 1_000 < 70;
        fits = own[cell] || after[cell] == Math.max(0, before[cell] - (taken ? 1 : 0));
      }
      if (fits) {
        return from;
      }
    }
    throw new AssertionError("no 70 neighbours explain the change");
  }

  private static int[] values(StableFilter filter) {
    int[] values = new int[1_000];
    for (int cell = 0; cell < 1_000; cell++) {
      values[cell] = (int) filter.value(cell);
    }
    return values;
  }

  @Test void anotherSeedForgetsOthers() {
    var shape = StableShape.forRate(10_000, 1, 3, 0.01);
    var one = new StableFilter(shape, 1);
    var other = new StableFilter(shape, 2);
    for (long fingerprint : new SplittableRandom(3).longs(5_000).toArray()) {
      one.add(fingerprint);
      other.add(fingerprint);
    }

    assertThat(one.toSnapshot()).isNotEqualTo(other.toSnapshot());
  }

  @Test void aSnapshotOfAnotherLengthOrKindIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    assertThatThrownBy(() -> restored(Arrays.copyOf(good, good.length - 1)))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining("must have");
    assertThatThrownBy(() -> restored(new byte[3]))
        .hasMessageContaining("snapshot ends within its header");
    assertThatThrownBy(() -> restored(new BloomFilter(
            BloomShape.sizedFor(BloomShape.Layout.PLAIN, 10, 0.1)).toSnapshot()))
        .hasMessageContaining("not a stable filter snapshot");
  }
}
