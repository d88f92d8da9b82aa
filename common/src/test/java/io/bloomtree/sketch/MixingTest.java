package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.Confidence;
import org.junit.jupiter.api.Test;

class MixingTest {

  /** With double hashing the second row would follow from the first and the third. */
  @Test void whoCollidesInTwoRowsDoesNotThereforeCollideInAThird() {
    int range = 16;
    int pairs = 1 << 20;
    int twice = 0;
    int thrice = 0;
    for (int i = 0; i < pairs; i++) {
      int[] one = rows(2L * i, range);
      int[] other = rows(2L * i + 1, range);
      if (one[0] == other[0] && one[2] == other[2]) {
        twice++;
        thrice += one[1] == other[1] ? 1 : 0;
      }
    }

    Confidence.assertAbout(1.0 / (range * range), twice, pairs);
    Confidence.assertAbout(1.0 / range, thrice, twice);
  }

  private static int[] rows(long value, int range) {
    int[] rows = new int[3];
    long h = Mixing.scramble(value);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Mixing.reduce(h, range);
      h = Mixing.next(h);
    }
    return rows;
  }

  @Test void placesAreWithinTheirRange() {
    assertThat(Mixing.reduce(0, 1_000)).isZero();
    assertThat(Mixing.reduce(-1, 1_000)).isEqualTo(999);
    assertThat(Mixing.reduce(Long.MAX_VALUE, 1_000)).isEqualTo(499);
    assertThat(Mixing.reduce(-1, SketchShape.MOST_COUNTERS))
        .isEqualTo(SketchShape.MOST_COUNTERS - 1);
  }
}
