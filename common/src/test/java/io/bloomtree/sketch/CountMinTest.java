package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.sketch.CountMeanMin.Noise;
import io.bloomtree.stream.ZipfStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountMinTest {
  private static final CountMinShape SHAPE = new CountMinShape(5, 200, 42);

  private static Map<Long, Long> counted(long[] events) {
    Map<Long, Long> counts = new HashMap<>();
    for (long event : events) {
      counts.merge(event, 1L, Long::sum);
    }
    return counts;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void boundsAreNeverBelowTheTruth(long seed) {
    long[] events = new ZipfStream(20_000, 5_000, 0.2 + seed / 5.0, seed).toArray();
    var sketch = new CountMin(SHAPE);
    var minimal = new MinimalIncrease(SHAPE.counters(), SHAPE.depth(), 42);
    for (long event : events) {
      sketch.add(event);
      minimal.add(event);
    }
    Map<Long, Long> truth = counted(events);

    truth.forEach((event, count) -> {
      assertThat(sketch.atMost(event)).isGreaterThanOrEqualTo(count);
      assertThat(minimal.atMost(event)).isGreaterThanOrEqualTo(count);
    });
    double selfJoin = truth.values().stream().mapToDouble(count -> (double) count * count).sum();
    assertThat(sketch.selfJoinSizeAtMost()).isGreaterThanOrEqualTo(selfJoin);
    assertThat(sketch.total()).isEqualTo(events.length);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void mergedEqualsSingle(long seed) {
    var random = new Random(seed);
    var both = new CountMin(SHAPE);
    var left = new CountMin(SHAPE);
    var right = new CountMin(SHAPE);
    for (int i = 0; i < 1_000; i++) {
      long event = random.nextInt(300);
      (random.nextBoolean() ? left : right).add(event);
      both.add(event);
    }

    left.merge(right);

    assertThat(left).isEqualTo(both).hasSameHashCodeAs(both);
  }

  @Test void waysToAddAreTheSame() {
    long[] events = new Random(1).longs(100, 0, 50).toArray();
    var one = new CountMin(SHAPE);
    var batch = new CountMin(SHAPE);
    var counts = new CountMin(SHAPE);
    for (long event : events) {
      one.add(event);
    }
    batch.add(events, 0, 60);
    batch.add(events, 60, 100);
    counted(events).forEach(counts::add);

    assertThat(batch).isEqualTo(one);
    assertThat(counts).isEqualTo(one);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void estimatesAreFromZeroToTheBound(Noise noise) {
    var sketch = new CountMin(new CountMinShape(3, 20, 7));
    new ZipfStream(5_000, 1_000, 1, 7).events().forEach(sketch::add);
    CountMeanMin estimator = sketch.estimator(noise);

    int zeros = 0;
    for (long element = 0; element < 2_000; element++) {
      double estimate = estimator.estimate(element);
      assertThat(estimate).isBetween(0.0, (double) sketch.atMost(element));
      zeros += estimate == 0 ? 1 : 0;
    }
    // noise is over- as well as underestimated
    assertThat(zeros).isBetween(200, 1_800);
  }

  /** Where all counters are full, what is left of a frequent element is near its truth. */
  @Test void estimatesComeNearerThanBoundsWhereThereIsMuchNoise() {
    var sketch = new CountMin(SHAPE);
    new Random(3).longs(100_000).forEach(sketch::add);
    sketch.add(12, 2_000);

    // 500 others in each counter, with a deviation of 22
    assertThat(sketch.atMost(12)).isGreaterThan(2_400);
    assertThat(sketch.estimator(Noise.MEDIAN).estimate(12)).isBetween(1_900.0, 2_100.0);
    assertThat(sketch.estimator(Noise.MEAN).estimate(12)).isBetween(1_900.0, 2_100.0);
  }

  @Test void anEmptyOneHasSeenNothing() {
    var sketch = new CountMin(SHAPE);

    assertThat(sketch.atMost(1)).isZero();
    assertThat(sketch.estimator(Noise.MEDIAN).estimate(1)).isZero();
    assertThat(sketch.selfJoinSize()).isZero();
    assertThat(sketch.selfJoinSizeAtMost()).isZero();
  }

  @Test void othersAreRefused() {
    var sketch = new CountMin(SHAPE);
    var other = new CountMin(new CountMinShape(5, 200, 43));

    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.merge(other))
        .withMessage("sketches must have one shape: ours=" + SHAPE + ", theirs=" + other.shape())
        .satisfies(e -> assertThat(e.theirs()).isEqualTo(other.shape()));
    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.joinSize(other));
  }

  @ParameterizedTest
  @CsvSource({"0, 10, depth must be 1 to 63: depth=0", "64, 10, depth must be 1 to 63: depth=64",
      "2, 1, 'width must be 2 to 67108864 with this depth: width=1, depth=2'",
      "2, 67108865, 'width must be 2 to 67108864 with this depth: width=67108865, depth=2'"})
  void impossibleShapesAreRefused(int depth, int width, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CountMinShape(depth, width, 1)).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastAgmsShape(depth, width, 1)).withMessage(message);
  }

  @Test void aMemoryIsKept() {
    for (long bytes : new long[] {1_000, 65_536, 1 << 20}) {
      CountMinShape shape = CountMinShape.forMemory(bytes, 5, 1);

      assertThat(shape.memoryBytes()).isLessThanOrEqualTo(bytes);
      // a line of counters more for each row would not fit
      assertThat(new CountMinShape(5, shape.width() + 16, 1).memoryBytes()).isGreaterThan(bytes);
    }
  }

  @Test void countsBelowOneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CountMin(SHAPE).add(1, 0)).withMessage("count must be >= 1: count=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastAgms(new FastAgmsShape(1, 2, 0)).add(1, -1));
  }
}
