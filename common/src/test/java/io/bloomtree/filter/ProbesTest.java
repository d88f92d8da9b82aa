package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbesTest {
  private static final int DRAWS = 600_000;

  /** Three cells of a range near 2^62: a modulo would favour the first third by half. */
  @Test void reductionHasNoModuloBiasSeed1() {
    long range = 3L << 60;
    long[] thirds = new long[3];
    var random = new SplittableRandom(1);
    for (int i = 0; i < DRAWS; i++) {
      thirds[(int) (Probes.reduce(random.nextLong(), range) >>> 60)]++;
    }

    for (long third : thirds) {
      Confidence.assertAbout(1.0 / 3, third, DRAWS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 1000, 1L << 31, (1L << 40) - 1})
  void reductionStaysInRange(long range) {
    assertThat(Probes.reduce(0, range)).isZero();
    assertThat(Probes.reduce(-1, range)).isEqualTo(range - 1);
  }

  /** Each probe alone, and each pair of neighbours, must be uniform. */
  @Test void plainPositionsAreUniformAndIndependentSeed2() {
    var random = new SplittableRandom(2);
    int cells = 10;
    long[][] pairs = new long[8][cells * cells];
    for (int i = 0; i < DRAWS; i++) {
      long h = Probes.mix(random.nextLong());
      for (long[] pair : pairs) {
        int first = (int) Probes.reduce(h, cells);
        h = Probes.next(h);
        pair[first * cells + (int) Probes.reduce(h, cells)]++;
      }
    }

    for (long[] pair : pairs) {
      assertUniform(pair);
    }
  }

  /** A slice chosen by the bits that choose positions would use only 1/S of each slice. */
  @Test void slicesDoNotDependOnPositionsSeed3() {
    var random = new SplittableRandom(3);
    int slices = 8;
    long[] byPosition = new long[slices * 16];
    long[] byPattern = new long[slices * 64];
    for (int i = 0; i < DRAWS; i++) {
      long fingerprint = random.nextLong();
      int slice = Probes.slice(fingerprint, slices);
      long h = Probes.mix(fingerprint);
      byPosition[slice * 16 + (int) Probes.reduce(h, 16)]++;
      byPattern[slice * 64 + (int) (Probes.pattern(h) & 63)]++;
    }

    assertUniform(byPosition);
    assertUniform(byPattern);
  }

  @Test void linesDoNotDependOnThePositionsInThemSeed4() {
    var random = new SplittableRandom(4);
    for (int shift : new int[] {0, 6, 12, 18, 20, 26, 32, 38}) {
      long[] cells = new long[8 * 64];
      for (int i = 0; i < DRAWS; i++) {
        long h = Probes.mix(random.nextLong());
        cells[(int) (Probes.reduce(h, 8) * 64 + (Probes.pattern(h) >>> shift & 63))]++;
      }
      assertUniform(cells);
    }
  }

  /** Numbers in sequence are not fingerprints, but somebody will try. */
  @Test void consecutiveFingerprintsSpread() {
    long[] lines = new long[100];
    for (long i = 0; i < DRAWS; i++) {
      lines[(int) Probes.reduce(Probes.mix(i), 100)]++;
    }

    for (long line : lines) {
      Confidence.assertAbout(0.01, line, DRAWS);
    }
  }

  /** Double hashing with a stride of 0 would put all probes of an event on one bit. */
  @Test void noFingerprintHasAllItsPositionsInOnePlaceSeed5() {
    var random = new SplittableRandom(5);
    for (int i = 0; i < 100_000; i++) {
      long h = i == 0 ? 0 : random.nextLong();
      var positions = new HashSet<Long>();
      for (int probe = 0; probe < 7; probe++, h = Probes.next(h)) {
        positions.add(Probes.reduce(h, 10_000));
      }
      assertThat(positions).hasSizeGreaterThan(3);
    }
  }

  /** Pearson's chi-squared; its mean is the degrees of freedom d, its variance 2d. */
  private static void assertUniform(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    double expected = (double) total / counts.length;
    double chiSquared = 0;
    for (long count : counts) {
      chiSquared += (count - expected) * (count - expected) / expected;
    }
    int freedom = counts.length - 1;
    assertThat(chiSquared).isBetween(
        freedom - 4 * Math.sqrt(2.0 * freedom), freedom + 4.5 * Math.sqrt(2.0 * freedom));
  }
}
