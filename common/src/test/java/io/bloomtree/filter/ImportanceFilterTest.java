package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.filter.ImportanceShape.Variant;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** With many classes; the other variants keep the contract too. */
class ImportanceFilterTest extends FilterContract {

  @Override protected Filter newFilter() {
    return new ImportanceFilter(
        new ImportanceShape(100_003, 3, 5, 38, Variant.MULTI_CLASS), 7);
  }

  @Override protected Filter restored(byte[] snapshot) {
    return ImportanceFilter.fromSnapshot(snapshot);
  }

  static class TwoClassesTest extends FilterContract {
    @Override protected Filter newFilter() {
      return new ImportanceFilter(
          new ImportanceShape(100_003, 2, 5, 30, Variant.TWO_CLASSES), 7);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return ImportanceFilter.fromSnapshot(snapshot);
    }
  }

  static class HybridTest extends FilterContract {
    @Override protected Filter newFilter() {
      return new ImportanceFilter(new ImportanceShape(100_003, 3, 5, 14, Variant.HYBRID), 7);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return ImportanceFilter.fromSnapshot(snapshot);
    }
  }

  /** Cells as numbers in an array, each step told as Algorithms 1, with its else, and 2 tell it. */
  @ParameterizedTest
  @CsvSource({
      "1, TWO_CLASSES", "2, TWO_CLASSES", "3, TWO_CLASSES", "4, TWO_CLASSES",
      "1, MULTI_CLASS", "2, MULTI_CLASS", "3, MULTI_CLASS", "4, MULTI_CLASS"})
  void cellsDoWhatPlainNumbersWould(int cellBits, Variant variant) {
    var shape = new ImportanceShape(1_000, cellBits, 3, 70, variant);
    var filter = new ImportanceFilter(shape, 5);
    int[] numbers = new int[1_000];
    var random = new SplittableRandom(6);
    var draws = new RandomWords(5);
    for (int step = 0; step < 3_000; step++) {
      long fingerprint = random.nextLong();
      int importance = random.nextInt(256);
      filter.add(fingerprint, importance);
      int from = (int) Probes.reduce(draws.next(), 1_000);
      for (int i = 0; i < 70; i++) {
        numbers[(from + i) % 1_000] = Math.max(0, numbers[(from + i) % 1_000] - 1);
      }
      for (int cell : cellsOf(fingerprint, 3, 1_000)) {
        numbers[cell] = Math.max(numbers[cell], shape.level(importance));
      }
      assertThat(values(filter)).as("step %d", step).isEqualTo(numbers);
    }
    assertThat(filter.fill())
        .isEqualTo(Arrays.stream(numbers).filter(number -> number > 0).count() / 1000.0);
  }

  /** Section IV-C: inversely proportional to the value, and never a cell that is zero. */
  @Test void theHybridTakesFromCellsInInverseProportionToTheirValues() {
    int cells = 20_000;
    var shape = new ImportanceShape(cells, 3, 5, 10, Variant.HYBRID);
    var filter = new ImportanceFilter(shape, 5);
    var random = new SplittableRandom(6);
    for (int i = 0; i < 40_000; i++) {
      filter.add(random.nextLong(), random.nextInt(256));
    }
    long[] taken = new long[8];
    double[] expected = new double[8];
    int[] before = values(filter);
    for (int step = 0; step < 2_000; step++) {
      long fingerprint = random.nextLong();
      int importance = random.nextInt(256);
      filter.add(fingerprint, importance);
      int[] after = values(filter);
      int steps = 0;
      double[] weights = new double[8];
      double all = 0;
      boolean[] own = new boolean[cells];
      for (int cell : cellsOf(fingerprint, 5, cells)) {
        own[cell] = true; // what was taken from those is hidden by what they were raised to
        assertThat(after[cell]).isGreaterThanOrEqualTo(shape.level(importance));
      }
      for (int cell = 0; cell < cells; cell++) {
        if (!own[cell] && before[cell] > 0) {
          weights[before[cell]] += 1.0 / before[cell];
          all += 1.0 / before[cell];
          taken[before[cell]] += before[cell] - after[cell];
          steps += before[cell] - after[cell];
        }
      }
      assertThat(steps).isBetween(10 - 5, 10);
      for (int value = 1; value < 8; value++) {
        expected[value] += steps * weights[value] / all;
      }
      before = after;
    }

    long all = Arrays.stream(taken).sum();
    for (int value = 1; value < 8; value++) {
      Confidence.assertAbout(expected[value] / all, taken[value], all);
    }
  }

  private static int[] cellsOf(long fingerprint, int probes, int cells) {
    int[] own = new int[probes];
    long h = Probes.mix(fingerprint);
    for (int probe = 0; probe < probes; probe++, h = Probes.next(h)) {
      own[probe] = (int) Probes.reduce(h, cells);
    }
    return own;
  }

  private static int[] values(ImportanceFilter filter) {
    int[] values = new int[(int) filter.shape().cells()];
    for (int cell = 0; cell < values.length; cell++) {
      values[cell] = (int) filter.value(cell);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void batchesWithImportancesDoWhatSingleCallsDo(Variant variant) {
    var shape = new ImportanceShape(2_000, 3, 5, 12, variant);
    var single = new ImportanceFilter(shape, 3);
    var batch = new ImportanceFilter(shape, 3);
    long[] fingerprints = new SplittableRandom(4).longs(1_000).map(word -> word % 700).toArray();
    byte[] importances = new byte[1_000];
    new Random(5).nextBytes(importances);
    boolean[] answers = new boolean[1_000];

    batch.add(fingerprints, importances, 0, 333);
    batch.addIfNew(fingerprints, importances, 333, 1_000, answers);

    for (int i = 0; i < 1_000; i++) {
      boolean claimed = single.mightContain(fingerprints[i]);
      boolean isNew = single.addIfNew(fingerprints[i], importances[i] & 0xFF);
      assertThat(isNew).isEqualTo(!claimed);
      assertThat(answers[i]).as("event %d", i).isEqualTo(i >= 333 && isNew);
    }
    assertThat(batch.toSnapshot()).isEqualTo(single.toSnapshot());
    assertThatThrownBy(() -> batch.add(fingerprints, new byte[9], 0, 10))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> batch.addIfNew(fingerprints, new byte[9], 0, 10, answers))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test void anEventThatSaysNothingHasTheDefaultImportance() {
    var silent = (ImportanceFilter) newFilter();
    var telling = (ImportanceFilter) newFilter();

    silent.add(1);
    telling.add(1, ImportanceShape.DEFAULT_IMPORTANCE);

    assertThat(silent.toSnapshot()).isEqualTo(telling.toSnapshot());
  }

  @Test void importancesThatAreNoneAreRefused() {
    var filter = (ImportanceFilter) newFilter();

    assertThatThrownBy(() -> filter.add(1, -1)).hasMessageContaining("importance=-1");
    assertThatThrownBy(() -> filter.addIfNew(1, 256)).hasMessageContaining("importance=256");
    assertThat(filter.fill()).isZero();
  }

  @Test void anotherSeedForgetsOthers() {
    var shape = ImportanceShape.paperProfile(30_000, Variant.MULTI_CLASS);
    var one = new ImportanceFilter(shape, 1);
    var other = new ImportanceFilter(shape, 2);
    for (long fingerprint : new SplittableRandom(3).longs(5_000).toArray()) {
      one.add(fingerprint);
      other.add(fingerprint);
    }

    assertThat(one.toSnapshot()).isNotEqualTo(other.toSnapshot());
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void aSnapshotKeepsTheShape(Variant variant) {
    var shape = new ImportanceShape(1_000, 4, 3, 70, variant);

    assertThat(ImportanceFilter.fromSnapshot(new ImportanceFilter(shape, 1).toSnapshot()).shape())
        .isEqualTo(shape);
  }

  @Test void aSnapshotOfAnotherLengthOrKindIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    assertThatThrownBy(() -> restored(Arrays.copyOf(good, good.length - 1)))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining("must have");
    assertThatThrownBy(() -> restored(
            new StableFilter(StableShape.forRate(1_000, 3, 3, 0.1), 1).toSnapshot()))
        .hasMessageContaining("not a filter-by-importance snapshot");
  }

  @ParameterizedTest
  @CsvSource({"5, 0, variant must be 1 to 3", "5, 4, variant must be 1 to 3", "6, 9, cellBits=9",
      "7, 0, probes=0", "23, -1, decrements=-"})
  void aSnapshotOfNoPossibleFilterIsRefused(int at, int value, String problem) {
    byte[] bad = newFilter().toSnapshot();
    bad[at] = (byte) value;
    var crc = new CRC32C();
    crc.update(bad, 0, 32);
    ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(32, (int) crc.getValue());

    assertThatThrownBy(() -> restored(bad))
        .isInstanceOf(MalformedSnapshotException.class)
        .hasMessageContaining(problem);
  }
}
