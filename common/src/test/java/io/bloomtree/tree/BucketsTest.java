package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsTest {
  private final Buckets buckets = new Buckets("us", 10);

  @Test void boundsGrowByAHalfAndAThirdInTurn() {
    assertThat(new Buckets("us", 4).histogram().upTo()).containsExactly(
        1L, 2L, 3L, 4L, 6L, 8L, 12L, 16L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 767, 768, 769, 1024})
  void aValueIsInTheFirstBucketThatReachesIt(long value) {
    buckets.add(value, 3);

    Histogram histogram = buckets.histogram();
    for (int i = 0; i < histogram.upTo().size(); i++) {
      boolean isFirst = histogram.upTo().get(i) >= value
          && (i == 0 || histogram.upTo().get(i - 1) < value);
      assertThat(histogram.counts().get(i)).isEqualTo(isFirst ? 3 : 0);
    }
    assertThat(histogram.over()).isZero();
    assertThat(histogram.sum()).isEqualTo(3 * value);
  }

  @Test void whatIsTooLargeIsCountedApart() {
    buckets.add(1_025, 2);
    buckets.add(Long.MAX_VALUE / 2, 1);

    assertThat(buckets.histogram().over()).isEqualTo(3);
    assertThat(buckets.histogram().count()).isEqualTo(3);
    assertThat(buckets.histogram().quantile(0.5)).isEqualTo(1024);
  }

  @Test void quantilesLieInTheBucketOfTheirRank() {
    for (int i = 1; i <= 1_024; i++) {
      buckets.add(i, 1);
    }

    Histogram histogram = buckets.histogram();
    for (double share : new double[] {0.01, 0.25, 0.5, 0.9, 0.99}) {
      // values that are spread evenly are where they are taken to be
      assertThat(histogram.quantile(share)).isCloseTo(1_024 * share, within(1.0));
    }
    assertThat(new Buckets("us", 3).histogram().quantile(0.99)).isZero();
  }

  @Test void histogramsAddUpAndAreTakenApart() {
    buckets.add(5, 2);
    Histogram first = buckets.histogram();
    buckets.add(5, 1);
    buckets.add(2_000, 7);
    Histogram second = buckets.histogram();

    assertThat(second.since(first).count()).isEqualTo(8);
    assertThat(second.since(first).over()).isEqualTo(7);
    assertThat(second.since(first).plus(first)).isEqualTo(second);
    assertThatThrownBy(() -> second.plus(new Buckets("us", 3).histogram()))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("buckets differ");
  }
}
