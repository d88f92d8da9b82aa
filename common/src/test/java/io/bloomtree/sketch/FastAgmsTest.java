package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastAgmsTest {
  private static final FastAgmsShape SHAPE = new FastAgmsShape(3, 101, 42);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void mergedEqualsSingle(long seed) {
    var random = new Random(seed);
    var both = new FastAgms(SHAPE);
    var left = new FastAgms(SHAPE);
    var right = new FastAgms(SHAPE);
    for (int i = 0; i < 1_000; i++) {
      long event = random.nextInt(300);
      (random.nextBoolean() ? left : right).add(event);
      both.add(event);
    }

    left.merge(right);

    assertThat(left).isEqualTo(both);
  }

  @Test void aFewElementsAreCountedExactly() {
    var sketch = new FastAgms(SHAPE);
    sketch.add(1, 10);
    sketch.add(2, 20);

    assertThat(sketch.estimate(1)).isEqualTo(10);
    assertThat(sketch.estimate(2)).isEqualTo(20);
    assertThat(sketch.estimate(3)).isZero();
    assertThat(sketch.selfJoinSize()).isEqualTo(500);
  }

  @Test void nothingIsSeenLessThanNever() {
    var sketch = new FastAgms(new FastAgmsShape(1, 2, 1));
    for (long element = 0; element < 50; element++) {
      sketch.add(element);
    }
    for (long element = 100; element < 200; element++) {
      assertThat(sketch.estimate(element)).isNotNegative();
    }
  }

  @Test void othersAreRefused() {
    var sketch = new FastAgms(SHAPE);
    var other = new FastAgms(new FastAgmsShape(3, 102, 42));

    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.merge(other));
    assertThatExceptionOfType(IncompatibleSketchException.class)
        .isThrownBy(() -> sketch.joinSize(other));
  }
}
