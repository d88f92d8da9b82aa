package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Theory, and whether filters keep to it. Numbers of sections and equations are the paper's. */
class StableShapeTest {

  /** Sections 4.1 and 5.2 have P = 4, 10 and 141: rounded down, where the rate wants it up. */
  @ParameterizedTest
  @CsvSource({"1, 2, 0.1, 4", "1, 3, 0.01, 10", "4, 6, 0.01, 141"})
  void decrementsAreThoseOfThePaperRoundedUp(int cellBits, int probes, double fpp, long paper) {
    var shape = StableShape.forRate(1_000_000, cellBits, probes, fpp);
    var papers = new StableShape(1_000_000, cellBits, probes, paper);

    assertThat(shape.decrements()).isEqualTo(paper + 1);
    assertThat(shape.falsePositiveBound()).isLessThanOrEqualTo(fpp);
    assertThat(papers.falsePositiveBound()).isGreaterThan(fpp);
  }

  /** Section 4.1: best or nearly so "between 1 and 2", "between 2 and 3", "between 4 and 5". */
  @ParameterizedTest
  @CsvSource({"1, 0.2, 1, 2", "2, 0.1, 2, 3", "2, 0.01, 4, 5"})
  void theBestNumberOfProbesIsThePapers(int cellBits, double fpp, int least, int most) {
    double best = fewestForgotten(cellBits, fpp, 1, 10);

    assertThat(fewestForgotten(cellBits, fpp, least, most)).isLessThan(1.05 * best);
  }

  private static double fewestForgotten(int cellBits, double fpp, int least, int most) {
    return IntStream.rangeClosed(least, most)
        .mapToObj(probes -> StableShape.forRate(100_000, cellBits, probes, fpp))
        .mapToDouble(shape -> shape.falseNegativeRate(1_000))
        .min()
        .orElseThrow();
  }

  /** Figure 2: a larger Max for small gaps, Max = 1 for larger ones. */
  @Test void cellsAreLargerForSmallerGaps() {
    long bits = 1 << 20;

    assertThat(StableShape.forGaps(bits, 0.01, Map.of(1_000L, 1.0)).cellBits()).isGreaterThan(1);
    assertThat(StableShape.forGaps(bits, 0.01, Map.of(200_000L, 1.0)).cellBits()).isEqualTo(1);
    assertThat(StableShape.forMemory(bits, 0.01).cellBits()).isEqualTo(1);
  }

  @Test void whateverTheSizeOfItsCellsItKeepsToItsMemory() {
    for (long gap : new long[] {10, 1_000, 200_000}) {
      assertThat(StableShape.forGaps(1 << 20, 0.01, Map.of(gap, 1.0)).memoryBytes())
          .as("gap %d", gap)
          .isLessThanOrEqualTo((1 << 20) / 8);
    }
  }

  @Test void aLongerGapForgetsMore() {
    var shape = StableShape.forMemory(1 << 20, 0.01);

    assertThat(shape.falseNegativeRate(0)).isZero();
    assertThat(shape.falseNegativeRate(1_000)).isLessThan(shape.falseNegativeRate(10_000));
    assertThat(shape.falseNegativeRate(Long.MAX_VALUE))
        .isEqualTo(1 - shape.falsePositiveBound(), within(1e-6));
  }

  @Test void gapsCountByTheirShares() {
    var shape = StableShape.forMemory(1 << 20, 0.01);

    assertThat(shape.falseNegativeRate(Map.of(100L, 3.0, 9_000L, 1.0))).isEqualTo(
        0.75 * shape.falseNegativeRate(100) + 0.25 * shape.falseNegativeRate(9_000), within(1e-12));
  }

  /** Eq. 9 to 13 as they are printed. */
  @ParameterizedTest
  @CsvSource({"1, 3, 11, 50", "2, 3, 30, 200", "3, 4, 60, 120"})
  void theChainIsTheSumOfThePaper(int cellBits, int probes, long decrements, int gap) {
    var shape = new StableShape(2_000, cellBits, probes, decrements);
    double p = decrements / 2_000.0;
    double k = probes / 2_000.0;
    double sum = atLeast(shape.most(), gap, p) * Math.pow(1 - k, gap);
    for (int l = shape.most(); l < gap; l++) {
      sum += atLeast(shape.most(), l, p) * Math.pow(1 - k, l) * k;
    }

    assertThat(shape.falseNegativeRate(gap))
        .isEqualTo(1 - Math.pow(1 - sum, probes), within(1e-9));
  }

  private static double atLeast(int least, int trials, double p) {
    double below = 0;
    double choose = 1;
    for (int j = 0; j < least && j <= trials; j++) {
      below += choose * Math.pow(p, j) * Math.pow(1 - p, trials - j);
      choose = choose * (trials - j) / (j + 1);
    }
    return 1 - below;
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 0.01", "2, 4, 0.01", "3, 3, 0.1"})
  void theStablePointIsReachedAndItsRateKept(int cellBits, int probes, double fpp) {
    var shape = StableShape.forRate(50_000, cellBits, probes, fpp);
    var filter = new StableFilter(shape, 11);
    var random = new SplittableRandom(12);
    for (int i = 0; i < 300_000; i++) {
      filter.add(random.nextLong());
    }
    // what is stable may still vary from event to event: so several looks, far apart
    int wrong = 0;
    int trials = 200_000;
    double zeros = 0;
    for (int i = 0; i < trials; i++) {
      wrong += filter.mightContain(random.nextLong()) ? 1 : 0;
      filter.add(random.nextLong());
      zeros += 1 - filter.fill();
    }

    assertThat(zeros / trials).isEqualTo(shape.stablePoint(), within(0.01));
    Confidence.assertAtMost(shape.falsePositiveBound(), wrong, trials);
  }

  /** Corollary 2: the distance from the stable point shrinks exponentially. */
  @Test void itConvergesExponentially() {
    var shape = StableShape.forRate(100_000, 1, 3, 0.01);
    var filter = new StableFilter(shape, 13);
    var random = new SplittableRandom(14);
    double[] distances = new double[4];
    for (int look = 0; look < distances.length; look++) {
      for (int i = 0; i < 4_000; i++) {
        filter.add(random.nextLong());
      }
      distances[look] = 1 - filter.fill() - shape.stablePoint();
    }

    double first = distances[1] / distances[0];
    assertThat(first).isBetween(0.4, 0.7);
    assertThat(distances[2] / distances[1]).isEqualTo(first, within(0.05));
    assertThat(distances[3] / distances[2]).isEqualTo(first, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 500", "1, 3, 4000", "2, 4, 500", "2, 4, 4000", "3, 4, 3000"})
  void copiesAreForgottenAsEquation14Says(int cellBits, int probes, int gap) {
    var shape = StableShape.forRate(60_000, cellBits, probes, 0.01);
    var filter = new StableFilter(shape, 15);
    long[] stream = new SplittableRandom(16).longs(240_000).toArray();
    int forgotten = 0;
    int copies = 0;
    for (int i = 0; i < stream.length; i++) {
      int earlier = i - gap - 1;
      if (earlier > 50_000) {
        copies++;
        forgotten += filter.mightContain(stream[earlier]) ? 0 : 1;
      }
      filter.add(stream[i]);
    }

    Confidence.assertAbout(shape.falseNegativeRate(gap), forgotten, copies);
  }

  @Test void impossibleShapesAreRefused() {
    assertThatThrownBy(() -> new StableShape(10, 5, 1, 1)).hasMessageContaining("cellBits=5");
    assertThatThrownBy(() -> new StableShape(10, 1, 0, 1)).hasMessageContaining("probes=0");
    assertThatThrownBy(() -> new StableShape(3, 1, 3, 1)).hasMessageContaining("cells=3");
    assertThatThrownBy(() -> new StableShape(10, 1, 3, 11)).hasMessageContaining("decrements=11");
    assertThatThrownBy(() -> StableShape.forRate(10, 1, 3, 0)).hasMessageContaining("fpp=0");
    assertThatThrownBy(() -> StableShape.forMemory(2, 1e-9)).hasMessageContaining("too small");
    var shape = StableShape.forMemory(1_000, 0.1);
    assertThatThrownBy(() -> shape.falseNegativeRate(-1)).hasMessageContaining("gap=-1");
    assertThatThrownBy(() -> shape.falseNegativeRate(Map.of())).hasMessageContaining("shares");
  }
}
