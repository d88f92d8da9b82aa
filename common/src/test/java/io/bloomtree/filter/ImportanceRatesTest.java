package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.ImportanceShape.Variant;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The chain of a cell, and whether filters keep to it. Numbers of figures are the paper's. */
class ImportanceRatesTest {
  private static final long PAPER_BITS = 16 * 1024 * 8;

  @ParameterizedTest
  @EnumSource(Variant.class)
  void limitingProbabilitiesStayWhatTheyAre(Variant variant) {
    var rates = ImportanceShape.paperProfile(PAPER_BITS, variant).rates();
    double[] values = rates.values();

    assertThat(Arrays.stream(values).sum()).isEqualTo(1, within(1e-12));
    assertThat(rates.chain().after(1, values)).containsExactly(values, within(1e-12));
    assertThat(rates.chain().after(1L << 40, new double[] {0, 0, 0, 0, 0, 0, 0, 1}))
        .containsExactly(values, within(1e-6));
  }

  /**
   * Figure 2 with B = (p'/(1-p2))^(M-M/2), not divided by p' + k. What it neglects, an event that
   * takes from a cell and then raises it to less, has a share of k.
   */
  @Test void twoClassesHaveTheLimitsOfFigure2WithoutItsMisprints() {
    var shape = new ImportanceShape(1_000_000, 3, 5, 10, Variant.TWO_CLASSES);
    double k = 5e-6;
    double p = 10e-6 * (1 - k);
    double ratio = p / (p + k / 2);
    double[] v = new double[8];
    for (int i = 7; i > 3; i--) {
      v[i] = Math.pow(ratio, 7 - i) * (k / 2) / (p + k / 2);
    }
    double a = v[4] + v[5] + v[6] + v[7];
    double b = Math.pow(ratio, 7 - 3);
    v[3] = k / 2 / (p + k) * (1 - a + b);
    double inProof = k / 2 / (p + k / 2) * (1 - a - b);
    for (int i = 2; i > 0; i--) {
      v[i] = Math.pow(p / (p + k), 3 - i) * v[3];
    }
    v[0] = 1 - Arrays.stream(v).sum();

    assertThat(shape.rates().values()).containsExactly(v, within(7 * k));
    assertThat(inProof).isLessThan(v[3] / 2);
    assertThat(k / 2 / (p + k) * (1 - a + b / (p + k))).isGreaterThan(1); // as printed in Figure 2
  }

  /**
   * Figure 4 with B_i = B_{i-1} + k/M · U_{i-2} and A_i = A_{i-1} + U_i; printed are U_{i-1} and
   * A_i = U_i.
   */
  @Test void manyClassesHaveTheLimitsOfFigure4WithoutItsMisprints() {
    // levels 1 to 7 of exactly the same share, as the figure has it
    double[] shares = new double[256];
    var shape = new ImportanceShape(1_000_000, 3, 5, 10, Variant.MULTI_CLASS);
    IntStream.rangeClosed(0, 6).forEach(level -> shares[level * 37] = 1);
    double k = 5e-6;
    double p = 10e-6 * (1 - k);
    double[] u = figure4(k, p, 2);
    double sum = Arrays.stream(u).sum();
    double[] v = Arrays.stream(u).map(weight -> weight / sum).toArray();

    assertThat(shape.rates(shares).values()).containsExactly(v, within(7 * k));
    double[] printed = figure4(k, p, 1);
    assertThat(1 / printed[7]).isGreaterThan(1); // V_0 as printed
    assertThat(1 / Arrays.stream(printed).sum()) // with A put right
        .isNotCloseTo(v[0], within(7 * k));
  }

  private static double[] figure4(double k, double p, int back) {
    double[] u = new double[8];
    u[0] = 1;
    u[1] = k / p;
    double b = k / 7;
    for (int i = 2; i <= 7; i++) {
      b += i == 2 ? 0 : k / 7 * u[i - back];
      u[i] = (((7 - i + 1) / 7.0 * k + p) * u[i - 1] - b) / p;
    }
    return u;
  }

  /** Figure 20, for all values: cells too far from each other to be taken from by one event. */
  @ParameterizedTest
  @EnumSource(Variant.class)
  void cellsHoldWhatTheChainSays(Variant variant) {
    var shape = new ImportanceShape(100_000, 3, 5, 10, variant);
    var filter = new ImportanceFilter(shape, 21);
    var random = new SplittableRandom(22);
    for (int i = 0; i < 300_000; i++) {
      filter.add(random.nextLong(), random.nextInt(256));
    }
    long[] counts = new long[8];
    for (long cell = 0; cell < shape.cells(); cell += shape.decrements()) {
      counts[(int) filter.value(cell)]++;
    }

    double[] values = shape.rates().values();
    for (int value = 0; value < 8; value++) {
      Confidence.assertAbout(values[value], counts[value], shape.cells() / shape.decrements());
    }
  }

  /** Corollaries III.2 and III.6, from the empty filter on: the fill is the chain's at any time. */
  @ParameterizedTest
  @CsvSource({"TWO_CLASSES", "MULTI_CLASS"})
  void zerosConvergeAsTheChainSays(Variant variant) {
    var shape = new ImportanceShape(200_000, 3, 5, 10, variant);
    var filter = new ImportanceFilter(shape, 31);
    var random = new SplittableRandom(32);
    for (int look = 1; look <= 8; look++) {
      for (int i = 0; i < 25_000; i++) {
        filter.add(random.nextLong(), random.nextInt(256));
      }
      long zeros = 0;
      for (long cell = 0; cell < shape.cells(); cell += shape.decrements()) {
        zeros += filter.value(cell) == 0 ? 1 : 0;
      }
      Confidence.assertAbout(shape.rates().zerosAfter(25_000L * look), zeros,
          shape.cells() / shape.decrements());
    }
  }

  /** I_fp by classes, in a stream of new events only. */
  @ParameterizedTest
  @EnumSource(Variant.class)
  void newEventsAreClaimedAsOftenWhateverTheirImportance(Variant variant) {
    var shape = new ImportanceShape(60_000, 3, 5, 14, variant);
    var filter = new ImportanceFilter(shape, 41);
    var random = new SplittableRandom(42);
    long[] claimed = new long[8];
    long[] trials = new long[8];
    for (int i = 0; i < 400_000; i++) {
      int importance = random.nextInt(256);
      boolean isNew = filter.addIfNew(random.nextLong(), importance);
      if (i >= 100_000) {
        trials[classOf(importance)]++;
        claimed[classOf(importance)] += isNew ? 0 : 1;
      }
    }

    double[] rates = shape.rates().falsePositivesByImportance();
    for (int importance = 0; importance < 256; importance += 32) {
      int one = classOf(importance);
      Confidence.assertAbout(rates[importance], claimed[one], trials[one]);
    }
    assertThat(shape.rates().weightedFalsePositiveRate())
        .isEqualTo(shape.rates().falsePositiveRate(), within(1e-12));
  }

  /** I_fn by levels. */
  @ParameterizedTest
  @CsvSource({
      "TWO_CLASSES, 14, 2000", "TWO_CLASSES, 14, 8000", "TWO_CLASSES, 14, 20000",
      "MULTI_CLASS, 14, 2000", "MULTI_CLASS, 14, 8000", "MULTI_CLASS, 14, 20000",
      "HYBRID, 10, 2000", "HYBRID, 10, 8000", "HYBRID, 10, 20000"})
  void copiesAreForgottenAsTheChainSays(Variant variant, long decrements, int gap) {
    var shape = new ImportanceShape(60_000, 3, 5, decrements, variant);
    var filter = new ImportanceFilter(shape, 51);
    long[] stream = new SplittableRandom(52).longs(200_000).toArray();
    int[] importances = new SplittableRandom(53).ints(200_000, 0, 256).toArray();
    long[] forgotten = new long[8];
    long[] copies = new long[8];
    for (int i = 0; i < stream.length; i++) {
      int earlier = i - gap - 1;
      if (earlier > 60_000) {
        int level = shape.level(importances[earlier]);
        copies[level]++;
        forgotten[level] += filter.mightContain(stream[earlier]) ? 0 : 1;
      }
      filter.add(stream[i], importances[i]);
    }

    double[] rates = shape.rates().falseNegativesByImportance(gap);
    for (int importance = 0; importance < 256; importance++) {
      int level = shape.level(importance);
      Confidence.assertAbout(rates[importance], forgotten[level], copies[level]);
    }
  }

  private static int classOf(int importance) {
    return importance / 32;
  }

  @Test void meansAreThoseOfTheirShares() {
    double[] shares = new double[256];
    shares[10] = 3;
    shares[200] = 1;
    var rates = ImportanceShape.paperProfile(PAPER_BITS, Variant.MULTI_CLASS).rates(shares);
    double[] each = rates.falseNegativesByImportance(5_000);

    assertThat(rates.falseNegativeRate(5_000))
        .isEqualTo(0.75 * each[10] + 0.25 * each[200], within(1e-12));
    assertThat(rates.weightedFalseNegativeRate(5_000))
        .isEqualTo((30 * each[10] + 200 * each[200]) / 230, within(1e-12));
    assertThat(each[200]).isLessThan(each[10]);
    assertThat(rates.falseNegativeRate(0)).isZero();
    assertThat(rates.falseNegativeRate(Long.MAX_VALUE))
        .isEqualTo(1 - rates.falsePositiveRate(), within(1e-6));
    double[] none = new double[256];
    none[0] = 1;
    assertThat(ImportanceShape.paperProfile(PAPER_BITS, Variant.MULTI_CLASS).rates(none)
        .weightedFalseNegativeRate(5_000)).isZero();
  }
}
