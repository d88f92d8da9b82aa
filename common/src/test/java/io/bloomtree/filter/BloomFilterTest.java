package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.BloomShape.Layout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BloomFilterTest {

  @ParameterizedTest
  @EnumSource(Layout.class)
  void unionEqualsAddingEverythingToOneFilterSeed5(Layout layout) {
    var shape = BloomShape.sizedFor(layout, 2_000, 0.01);
    var left = new BloomFilter(shape);
    var right = new BloomFilter(shape);
    var both = new BloomFilter(shape);
    var random = new SplittableRandom(5);
    for (int i = 0; i < 2_000; i++) {
      long fingerprint = random.nextLong();
      (random.nextBoolean() ? left : right).add(fingerprint);
      both.add(fingerprint);
    }

    left.union(right);

    assertThat(left).isEqualTo(both).hasSameHashCodeAs(both).isNotEqualTo(right);
    assertThat(left.fill()).isEqualTo(both.fill());
  }

  @Test void unionOfTwoShapesIsRefusedWithBoth() {
    var ours = BloomShape.sizedFor(1_000, 0.01);
    var theirs = BloomShape.sizedFor(1_000, 0.001);

    assertThatExceptionOfType(IncompatibleFilterException.class)
        .isThrownBy(() -> new BloomFilter(ours).union(new BloomFilter(theirs)))
        .withMessage("filters must have one shape: ours=" + ours + ", theirs=" + theirs)
        .satisfies(e -> assertThat(e.ours()).isEqualTo(ours))
        .satisfies(e -> assertThat(e.theirs()).isEqualTo(theirs));
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void filtersOfOtherShapesOrEventsDiffer(Layout layout) {
    var filter = new BloomFilter(BloomShape.of(layout, 1024, 4, 50));
    var otherShape = new BloomFilter(BloomShape.of(layout, 1024, 4, 51));
    var otherEvent = new BloomFilter(BloomShape.of(layout, 1024, 4, 50));
    filter.add(1);
    otherShape.add(1);
    otherEvent.add(2);

    assertThat(filter).isNotEqualTo(otherShape).isNotEqualTo(otherEvent).isNotEqualTo(null);
  }

  @Test void aCopyGoesItsOwnWay() {
    var filter = new BloomFilter(BloomShape.sizedFor(100, 0.01));
    filter.add(1);
    var copy = filter.copy();
    assertThat(copy).isEqualTo(filter);

    copy.add(2);

    assertThat(copy).isNotEqualTo(filter);
    assertThat(filter.mightContain(2)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void nothingThatWasAddedIsEverDeniedSeed8(Layout layout) {
    var filter = new BloomFilter(BloomShape.sizedFor(layout, 50_000, 0.01));
    var random = new SplittableRandom(8);
    for (int i = 0; i < 50_000; i++) {
      filter.add(random.nextLong());
    }

    var again = new SplittableRandom(8);
    for (int i = 0; i < 50_000; i++) {
      assertThat(filter.mightContain(again.nextLong())).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void estimatesAreWithinTwoPerCentSeed13(Layout layout) {
    var shape = BloomShape.sizedFor(layout, 100_000, 0.01);
    var filter = new BloomFilter(shape);
    var random = new SplittableRandom(13);
    for (int added = 1; added <= 150_000; added++) {
      filter.add(random.nextLong());
      if (added % 50_000 == 0) {
        double rate = shape.falsePositiveRate(added);
        assertThat(filter.estimatedCardinality()).isCloseTo(added, within(0.02 * added));
        assertThat(filter.estimatedFalsePositiveRate()).isCloseTo(rate, within(0.05 * rate));
      }
    }
  }

  /** A small filter fills up; what it says of itself must stay finite and honest. */
  @ParameterizedTest
  @EnumSource(Layout.class)
  void aFullFilterClaimsEverythingAndSaysSo(Layout layout) {
    var filter = new BloomFilter(BloomShape.of(layout, 512, 2, 100));
    for (long i = 0; i < 100_000; i++) {
      filter.add(i);
    }

    assertThat(filter.fill()).isEqualTo(1);
    assertThat(filter.estimatedFalsePositiveRate()).isGreaterThan(0.99);
    assertThat(filter.estimatedCardinality()).isFinite().isGreaterThan(1_000);
    assertThat(filter.mightContain(-1)).isTrue();
  }

  /** 2^31 bits are 256 MiB; positions past them must neither wrap nor crowd. */
  @ParameterizedTest
  @EnumSource(Layout.class)
  void positionsReachBeyondTwoToTheThirtyFirstSeed21(Layout layout) {
    long bits = (1L << 31) + (1L << 27);
    var filter = new BloomFilter(BloomShape.of(layout, bits, 4, 100_000_000));
    var random = new SplittableRandom(21);
    for (int i = 0; i < 500_000; i++) {
      filter.add(random.nextLong());
    }

    long past = 0;
    for (long position = 1L << 31; position < bits; position++) {
      past += filter.bit(position) ? 1 : 0;
    }

    assertThat(filter.memoryBytes()).isEqualTo(bits / 8);
    assertThat(filter.estimatedCardinality()).isCloseTo(500_000, within(2_000.0));
    Confidence.assertAbout((double) (1L << 27) / bits, past, Math.round(filter.fill() * bits));
    assertThat(filter.mightContain(new SplittableRandom(21).nextLong())).isTrue();
  }
}
