package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SketchExcerptTest {
  private static final CountMinShape SHAPE = new CountMinShape(3, 101, 5);

  @ParameterizedTest(name = "in pieces of {0} bytes")
  @ValueSource(ints = {SketchReport.LEAST_BYTES, 300, 1_000_000})
  void excerptsTogetherAreTheSketch(int bytes) {
    CountMin sketch = filled(200);
    var sum = new SketchSum<>(new CountMin(SHAPE));
    var part = sum.newPart(SketchExcerpt.EPOCH);
    int next = 0;
    int lines = 1;
    while (next < lines) {
      SketchExcerpt excerpt = SketchExcerpt.of(sketch, next, bytes);
      assertThat(excerpt.report().length).isLessThanOrEqualTo(bytes);
      assertThat(part.apply(SketchReport.read(excerpt.report())))
          .isEqualTo(SketchSum.Outcome.APPLIED);
      assertThat(excerpt.next()).isGreaterThan(next);
      next = excerpt.next();
      lines = excerpt.lines();
    }

    assertThat(sum.sum()).isEqualTo(sketch);
  }

  @Test void changesThatAreToldElsewhereAreStillToBeTold() {
    CountMin sketch = filled(20);
    var changes = new SketchChanges(sketch, 1);
    SketchExcerpt.of(sketch, 0, 10_000);

    assertThat(changes.take(10_000)).isPresent();
  }

  @Test void howManyDifferentElementsThereWereIsKnownUnlessThereAreTooMany() {
    var sketch = new CountMin(new CountMinShape(4, 1_024, 5));
    var random = new Random(9);
    assertThat(sketch.distinct()).hasValue(0);
    for (int i = 0; i < 500; i++) {
      sketch.add(random.nextLong(), 1 + i % 3);
    }

    // a row is off by about 2 % (one standard deviation), the mean of four by 1 %
    assertThat(sketch.distinct().orElseThrow()).isBetween(475.0, 525.0);
    for (int i = 0; i < 100_000; i++) {
      sketch.add(random.nextLong());
    }
    assertThat(sketch.distinct()).isEmpty();
  }

  private static CountMin filled(int elements) {
    var sketch = new CountMin(SHAPE);
    new Random(1).longs(elements).forEach(sketch::add);
    return sketch;
  }
}
