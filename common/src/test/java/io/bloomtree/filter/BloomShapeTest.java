package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.filter.BloomShape.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomShapeTest {

  @ParameterizedTest(name = "{0} at {1}: at most {2} times the least memory")
  @CsvSource({
    "PLAIN, 0.5, 1.08", "PLAIN, 0.3, 1.08", "PLAIN, 0.1, 1.08", "PLAIN, 0.02, 1.08",
    "PLAIN, 0.01, 1.08", "PLAIN, 0.001, 1.08", "PLAIN, 0.000001, 1.08", "PLAIN, 0.000000001, 1.08",
    "CACHE_LINE, 0.3, 1.12", "CACHE_LINE, 0.1, 1.12", "CACHE_LINE, 0.01, 1.12",
    "CACHE_LINE, 0.001, 1.20", "CACHE_LINE, 0.0001, 1.30", "CACHE_LINE, 0.00001, 1.30",
  })
  void memoryIsNearTheLeast(Layout layout, double fpp, double most) {
    for (long expected : new long[] {10_000, 1_000_000, 100_000_000}) {
      var shape = BloomShape.sizedFor(layout, expected, fpp);
      assertThat(shape.bitsPerEvent()).isLessThan(most * BloomShape.leastBitsPerEvent(fpp));
      assertThat(shape.falsePositiveRate(expected)).isLessThanOrEqualTo(fpp);
    }
  }

  @Test void linesAreTheDefaultWhereTheyAreOfferedAndTheFilterHasSome() {
    assertThat(BloomShape.sizedFor(1_000_000, 0.01).layout()).isEqualTo(Layout.CACHE_LINE);
    assertThat(BloomShape.sizedFor(1_000, 0.001).layout()).isEqualTo(Layout.CACHE_LINE);
    assertThat(BloomShape.sizedFor(5, 0.01).layout()).isEqualTo(Layout.PLAIN);
    assertThat(BloomShape.sizedFor(1_000_000, 1e-9).layout()).isEqualTo(Layout.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-8, 1e-12})
  void linesThatNeedTooMuchMemoryAreRefused(double fpp) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.sizedFor(Layout.CACHE_LINE, 100_000, fpp))
        .withMessage(
            "cache lines need over 30 % more memory, use the plain layout: fpp=" + fpp);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, 1.5, 1e-13, Double.NaN, Double.POSITIVE_INFINITY})
  void impossibleRatesAreRefused(double fpp) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.sizedFor(1_000, fpp))
        .withMessage("fpp must be >= 1.0E-12 and < 1: fpp=" + fpp);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void impossibleLoadsAreRefused(long expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.sizedFor(expected, 0.01))
        .withMessage("expected must be >= 1: expected=" + expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {200_000_000_000L, Long.MAX_VALUE})
  void filtersTooLargeAreRefused(long expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.sizedFor(expected, 0.01))
        .withMessageStartingWith("filter would have more than 1099511627776 bits: expected=");
  }

  @Test void ratesThatFingerprintsCannotKeepAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.sizedFor(1_000_000_000, 1e-12))
        .withMessageStartingWith("fingerprints of 64 bits collide too often for this fpp: ");
  }

  @Test void shapesThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BloomShape(Layout.CACHE_LINE, 500, 4, 10, 0.5))
        .withMessage("bits must be whole lines of 512: bits=500");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BloomShape(Layout.CACHE_LINE, 512, 5, 10, 0.5))
        .withMessage("probes in a line must be one of [2, 4, 6, 8, 12]: probes=5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BloomShape(Layout.PLAIN, 512, 65, 10, 0.5))
        .withMessage("probes must be 1 to 64: probes=65");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BloomShape(Layout.PLAIN, 0, 5, 10, 0.5))
        .withMessage("bits must be 1 to 1099511627776: bits=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BloomShape.of(Layout.PLAIN, 64, 0, 10))
        .withMessage("probes must be 1 to 64: probes=0");
  }

  @Test void aRateThatTheBitsCannotKeepIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BloomShape(Layout.PLAIN, 640, 5, 1_000, 0.01))
        .withMessageStartingWith("fpp must be >= the rate at the design load, ");
  }

  /** The paper's own filter: about 143,000 bits for 17,000 URLs at 0.02. */
  @Test void aShapeCanBeGivenByItsBits() {
    var shape = BloomShape.of(Layout.PLAIN, 143_000, 6, 17_000);

    assertThat(shape.fpp()).isBetween(0.015, 0.02);
    assertThat(new BloomFilter(shape).memoryBytes()).isEqualTo(143_040 / 8);
  }

  @Test void oneEventIsALoadToo() {
    for (double fpp : new double[] {0.9, 0.3, 0.01, 1e-6, 1e-12}) {
      var shape = BloomShape.sizedFor(1, fpp);
      assertThat(shape.bits()).isEqualTo(64);
      var filter = new BloomFilter(shape);
      assertThat(filter.addIfNew(1)).isTrue();
      assertThat(filter.addIfNew(1)).isFalse();
    }
  }
}
