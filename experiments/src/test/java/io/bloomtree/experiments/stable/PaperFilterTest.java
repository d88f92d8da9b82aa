package io.bloomtree.experiments.stable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.StableShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperFilterTest {

  @ParameterizedTest
  @CsvSource({
      "1, 3, 11, 0", "1, 3, 11, 1", "1, 3, 11, 50", "1, 3, 11, 100000", "2, 3, 30, 2",
      "2, 3, 30, 200", "3, 4, 60, 120", "4, 6, 141, 15", "4, 6, 141, 30", "4, 6, 141, 1000000000"})
  void forgetsAsOurFiltersDo(int cellBits, int probes, long decrements, long gap) {
    var shape = new StableShape(2_000, cellBits, probes, decrements);
    var paper = new PaperFilter(2_000, shape.most(), probes, decrements);

    assertThat(paper.falseNegativeRate(gap, paper.setting(0, 0)))
        .isEqualTo(shape.falseNegativeRate(gap), within(1e-9));
  }

  /** Eq. 9 to 13 as they are printed, for a cell that is set more often than others. */
  @Test void forgetsAsPrinted() {
    var paper = PaperFilter.forRate(500, 3, 4, 0.01);
    double setting = paper.setting(0.01, 0.1);
    double taken = paper.decrements() / 500;
    double sum = atLeastThree(80, taken) * Math.pow(1 - setting, 80);
    for (int l = 3; l < 80; l++) {
      sum += atLeastThree(l, taken) * Math.pow(1 - setting, l) * setting;
    }

    assertThat(paper.falseNegativeRate(80, setting))
        .isEqualTo(1 - Math.pow(1 - sum, 4), within(1e-12));
  }

  private static double atLeastThree(int trials, double p) {
    return 1 - Math.pow(1 - p, trials) - trials * p * Math.pow(1 - p, trials - 1)
        - trials * (trials - 1) / 2.0 * p * p * Math.pow(1 - p, trials - 2);
  }

  /** Too small for a difference from 1: it must not be lost. */
  @Test void tinyProbabilitiesKeepTheirDigits() {
    var paper = new PaperFilter(1e9, 15, 6, 141);
    double first = Math.pow(141 / 1e9 * (1 - 6 / 1e9), 15);

    assertThat(paper.falseNegativeRate(15, paper.setting(0, 0)))
        .isEqualTo(6 * first, within(first * 1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 0.1, 4", "1, 3, 0.01, 10", "15, 6, 0.01, 141"})
  void takesAsOftenAsThePaperSays(int most, int probes, double fpp, long printed) {
    assertThat(PaperFilter.printedDecrements(1e6, most, probes, fpp)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 4", "2, 4, 29", "3, 6, 64"})
  void zerosFallToTheStablePoint(int cellBits, int probes, long decrements) {
    var shape = new StableShape(10_000, cellBits, probes, decrements);
    var paper = new PaperFilter(10_000, shape.most(), probes, decrements);

    assertThat(paper.zerosAfter(0)).isEqualTo(1);
    assertThat(paper.zerosAfter(1)).isEqualTo(1 - probes / 10_000.0, within(1e-9));
    assertThat(paper.zerosAfter(2_000)).isBetween(shape.stablePoint(), paper.zerosAfter(1_000));
    assertThat(paper.zerosAfter(1_000_000)).isEqualTo(shape.stablePoint(), within(1e-9));
  }
}
