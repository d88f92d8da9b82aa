package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.ReservoirShape.Profile;
import io.bloomtree.filter.ReservoirShape.Reset;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of equations are the paper's. */
class ReservoirFilterTest extends FilterContract {

  @Override protected Filter newFilter() {
    return new ReservoirFilter(new ReservoirShape(5, 3_001, 0.03, Reset.RANDOM), 7);
  }

  @Override protected Filter restored(byte[] snapshot) {
    return ReservoirFilter.fromSnapshot(snapshot);
  }

  /** By Algorithm 1. */
  static class ByAlgorithmTest extends FilterContract {
    @Override protected Filter newFilter() {
      return new ReservoirFilter(new ReservoirShape(5, 3_001, 0.03, Reset.SET_ONES), 7);
    }

    @Override protected Filter restored(byte[] snapshot) {
      return ReservoirFilter.fromSnapshot(snapshot);
    }
  }

  @ParameterizedTest
  @EnumSource(Reset.class)
  void aNewEventIsKeptOnceSamplingHasBecomeRare(Reset reset) {
    var filter = new ReservoirFilter(new ReservoirShape(4, 1_000, 0.03, reset), 3);
    var random = new SplittableRandom(4);
    for (int i = 0; i < 100_000; i++) {
      filter.add(random.nextLong());
    }
    int kept = 0;
    for (int i = 0; i < 1_000; i++) {
      long event = random.nextLong();
      filter.add(event);
      kept += filter.mightContain(event) ? 1 : 0;
    }

    // by Algorithm 1 one that draws less than the threshold, and is not sampled, is not kept
    assertThat(kept).isBetween(reset == Reset.RANDOM ? 1_000 : 950, 1_000);
  }

  /** Theorem 5.1: the share of ones goes from 1 - 1/e to a half, and stays there. */
  @ParameterizedTest
  @CsvSource({"10000", "20000", "40000", "160000"})
  void theShareOfOnesIsThatOfTheory(int events) {
    // no threshold: sampling alone
    var shape = new ReservoirShape(4, 10_000, 0, Reset.RANDOM);
    var filter = new ReservoirFilter(shape, 5);
    var random = new SplittableRandom(6);
    for (int i = 0; i < events; i++) {
      filter.add(random.nextLong());
    }

    assertThat(filter.fill()).isEqualTo(shape.onesAfter(events), within(0.015));
    assertThat(filter.events()).isEqualTo(events);
  }

  /** Algorithm 1 clears nothing for an event that is sampled: it fills up. */
  @ParameterizedTest
  @ValueSource(ints = {5_000, 10_000, 20_000, 100_000, 400_000})
  void byAlgorithm1TheOnesGrowAsComputed(int events) {
    var shape = new ReservoirShape(8, 10_000, 0.03, Reset.SET_ONES);
    var filter = new ReservoirFilter(shape, 10);
    var random = new SplittableRandom(11);
    for (int i = 0; i < events; i++) {
      filter.add(random.nextLong());
    }
    int wrong = 0;
    for (int i = 0; i < 20_000; i++) {
      wrong += filter.mightContain(random.nextLong()) ? 1 : 0;
    }

    assertThat(filter.fill()).isEqualTo(shape.onesAfter(events), within(0.005));
    assertThat(wrong / 20_000.0).isEqualTo(shape.falsePositiveRateAfter(events), within(0.02));
    assertThat(shape.falsePositiveRateAfter(events) <= shape.falsePositiveRate() * 1.0001)
        .as("only up to as many events as a filter has bits").isEqualTo(events <= 10_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_000, 5_000, 20_000})
  void byAlgorithm1NoMoreIsForgottenThanComputed(int gap) {
    var shape = new ReservoirShape(8, 10_000, 0.03, Reset.SET_ONES);
    var filter = new ReservoirFilter(shape, 12);
    var random = new SplittableRandom(13);
    long[] events = random.longs(40_000).toArray();
    int missed = 0;
    int copies = 0;
    for (int i = 0; i < events.length; i++) {
      filter.add(events[i]);
      if (i >= 10_000 + gap && i % 10 == 0) {
        copies++;
        missed += filter.mightContain(events[i - gap]) ? 0 : 1;
      }
    }

    // of the events that are new and not sampled, those that draw less than p* are not kept
    Confidence.assertAtMost(shape.falseNegativeRate(gap) + shape.threshold(), missed, copies);
  }

  @Test void whatMakesRoomIsFoundWhereHardlyAnythingIsSet() {
    var filter = new ReservoirFilter(new ReservoirShape(3, 10_007, 0.03, Reset.SET_ONES), 14);
    for (int i = 0; i < 400_000; i++) {
      filter.add(1);
    }
    var random = new SplittableRandom(15);
    int kept = 0;
    for (int i = 0; i < 200; i++) {
      long event = random.nextLong();
      filter.add(event);
      kept += filter.mightContain(event) ? 1 : 0;
    }

    // one in forty is sampled, and takes nobody's place; else one bit went for each that came
    assertThat(filter.fill() * 3 * 10_007).isBetween(3.0, 3 * 20.0);
    assertThat(kept).isGreaterThan(180);
  }

  @Test void theRateOfFalsePositivesIsKeptWhenTheReservoirIsFullAndLater() {
    var shape = ReservoirShape.forMemory(200_000, 0.01, Profile.FEW_FALSE_POSITIVES);
    var filter = new ReservoirFilter(shape, 8);
    var random = new SplittableRandom(9);
    for (int round = 0; round < 4; round++) {
      for (long i = 0; i < shape.bits(); i++) {
        filter.add(random.nextLong());
      }
      int wrong = 0;
      for (int i = 0; i < 100_000; i++) {
        wrong += filter.mightContain(random.nextLong()) ? 1 : 0;
      }
      Confidence.assertAtMost(0.011, wrong, 100_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
      "FEW_FALSE_NEGATIVES, 1", "FEW_FALSE_POSITIVES, 11", "BALANCED, 6"}) // Eq. 5.27: 10.04
  void profilesChooseTheNumberOfFilters(Profile profile, int filters) {
    var shape = ReservoirShape.forMemory(8_000_000, 0.01, profile);

    assertThat(shape.filters()).isEqualTo(filters);
    assertThat(shape.bits()).isEqualTo(8_000_000 / filters);
    assertThat(shape.threshold()).isEqualTo(0.03);
  }

  @Test void theoryFollowsThePaper() {
    var shape = new ReservoirShape(5, 1_000_000, 0.03, Reset.RANDOM);

    assertThat(shape.falseNegativeOrder(1e6)).isEqualTo(5e-6);
    // Eq. 5.7 with U = 10^8, m = 10^7: 0.9048 · (0.9^5 + (0.632·0.1)^5)
    assertThat(shape.falsePositiveRate(1e8, 1e7)).isEqualTo(0.5343, within(1e-4));
    assertThat(shape.falsePositiveRate(1e6, 1e9)).isLessThan(1e-9);
    assertThat(shape.onesAfter(1_000_000)).isEqualTo(1 - 1 / Math.E, within(1e-6));
    assertThat(shape.onesAfter(1e12)).isEqualTo(0.5, within(1e-6));
  }

  @Test void aSnapshotOfAnotherLengthIsRefused() {
    var filter = newFilter();
    filter.add(1);
    byte[] good = filter.toSnapshot();
    assertThatThrownBy(() -> restored(Arrays.copyOf(good, good.length + 1)))
        .hasMessageContaining("must have");
  }

  @Test void impossibleShapesAreRefused() {
    assertThatThrownBy(() -> new ReservoirShape(0, 1, 0, Reset.RANDOM))
        .hasMessageContaining("filters=0");
    assertThatThrownBy(() -> new ReservoirShape(1, 0, 0, Reset.RANDOM))
        .hasMessageContaining("bits=0");
    assertThatThrownBy(() -> new ReservoirShape(1, 1, 2, Reset.RANDOM))
        .hasMessageContaining("threshold=2");
    assertThatThrownBy(() -> ReservoirShape.forMemory(5, 0.01, Profile.BALANCED))
        .hasMessageContaining("too small");
    assertThatThrownBy(() -> ReservoirShape.forMemory(5, 1, Profile.BALANCED))
        .hasMessageContaining("fpp=1");
  }
}
