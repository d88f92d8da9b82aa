package io.bloomtree.experiments.importance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who wins, in tiny forms of the experiments. */
class ImportanceExperimentsTest {
  private static final Findings VIDEOS = new VideoErrors().run(Setup.of(Scale.TINY));
  private static final Findings FREQUENCIES =
      new FrequencyAndImportance().run(Setup.of(Scale.TINY));

  @Test
  void figures5To19ArePlotted() {
    List<Plot> plots = List.of(VIDEOS, FREQUENCIES).stream()
        .flatMap(findings -> findings.plots().stream()).toList();

    assertThat(plots).extracting(Plot::name)
        .containsAll(IntStream.rangeClosed(5, 19).mapToObj(i -> "figure-" + i).toList());
  }

  /** Table I: fewer false positives for more false negatives, from one filter to the next. */
  @Test
  void eachFilterTradesFalsePositivesForFalseNegatives() {
    DataTable errors = VIDEOS.table("errors");
    for (int dataSet = 1; dataSet <= 2; dataSet++) {
      assertThat(column(errors, "wFP", dataSet)).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(column(errors, "wFN", dataSet)).isSorted();
      for (Contender contender : Contender.IMPORTANCE_AWARE) {
        assertThat(errors.number("wFN", dataSet, contender.toString()))
            .isLessThan(errors.number("FN", dataSet, contender.toString()));
      }
    }
  }

  private static Double[] column(DataTable errors, String column, int dataSet) {
    return Arrays.stream(Contender.values())
        .map(it -> errors.number(column, dataSet, it.toString()))
        .toArray(Double[]::new);
  }

  /** What is compared follows from a trace on which these two err as in the paper. */
  @Test
  void ordinaryAndStableFiltersErrAsPrinted() {
    DataTable errors = VIDEOS.table("errors");
    for (Contender fitted : List.of(Contender.ORDINARY, Contender.STABLE)) {
      for (String rate : List.of("FP", "FN")) {
        assertThat(errors.number(rate, 1, fitted.toString()))
            .isCloseTo(errors.number(rate + ", printed", 1, fitted.toString()), within(0.015));
      }
    }
  }

  /**
   * The same draws decide from which cells they take, and a stable filter sets to no less: so not
   * only on average does it forget no more, and claim no less.
   */
  @Test
  void stableFilterForgetsNoMoreOfAnyImportance() {
    List<DataTable> tables = List.of(VIDEOS.table("by-length"), VIDEOS.table("by-rank"),
        FREQUENCIES.table("equal"), FREQUENCIES.table("rare"), FREQUENCIES.table("frequent"));
    for (DataTable table : tables) {
      for (Contender aware : List.of(Contender.TWO_CLASSES, Contender.MANY_CLASSES)) {
        double[] forgotten = table.numbers("FN " + aware);
        double[] claimed = table.numbers("FP " + aware);
        for (int i = 0; i < forgotten.length; i++) {
          if (Double.isFinite(forgotten[i])) {
            assertThat(table.numbers("FN SBF")[i]).isLessThanOrEqualTo(forgotten[i]);
          }
          if (Double.isFinite(claimed[i])) {
            assertThat(table.numbers("FP SBF")[i]).isGreaterThanOrEqualTo(claimed[i]);
          }
        }
      }
    }
  }

  /** Figures 15 and 16. */
  @Test
  void rareImportantEventsAreClaimedMoreOftenButByManyClasses() {
    DataTable errors = FREQUENCIES.table("errors");
    String rare = Occurrence.IMPORTANT_ARE_RARE.words();
    for (double copies : new double[] {0.1, 0.3, 0.5}) {
      for (String unaware : List.of("BF", "SBF")) {
        assertThat(errors.number("wFP", rare, copies, unaware))
            .isGreaterThan(errors.number("FP", rare, copies, unaware));
      }
      assertThat(errors.number("FP, above 35", rare, copies, "IBF-MC"))
          .isLessThan(errors.number("FP, above 35", rare, copies, "SBF") / 3);
      assertThat(errors.number("FN, above 35", rare, copies, "IBF-H"))
          .isGreaterThan(errors.number("FN, above 35", rare, copies, "IBF-MC"));
    }
  }

  /** Figures 12, 15 and 18. */
  @ParameterizedTest
  @EnumSource(Occurrence.class)
  void manyClassesClaimLessOfWhatMattersMore(Occurrence occurrence) {
    DataTable errors = FREQUENCIES.table("errors");
    for (double copies : new double[] {0.1, 0.3, 0.5}) {
      assertThat(errors.number("FP, above 35", occurrence.words(), copies, "IBF-MC"))
          .isLessThan(errors.number("FP, above 35", occurrence.words(), copies, "SBF"));
    }
  }

  /** Figure 20: within four deviations of what as many independent cells would show. */
  @Test
  void cellsAtZeroAreAsComputedAndOnlyAnOrdinaryFilterIsFull() {
    Findings found = new EmptyCells().run(Setup.of(Scale.TINY));
    DataTable zeros = found.table("zeros");
    double deviations = 4 * Math.sqrt((double) Contender.DECREMENTS / Contender.CELLS) / 2;

    for (String filter : List.of("BF", "SBF", "IBF-2C", "IBF-MC")) {
      assertThat(zeros.numbers(filter))
          .containsExactly(zeros.numbers(filter + ", computed"), within(deviations));
    }
    DataTable stable = found.table("stable");
    for (String filter : List.of("SBF", "IBF-2C", "IBF-MC", "IBF-H")) {
      assertThat(stable.number("zeros seen", filter))
          .isCloseTo(stable.number("zeros computed", filter), within(deviations));
    }
    assertThat(zeros.number("BF", 24_000)).isLessThan(0.01);
  }

  /** And what matters least is forgotten first: that is what it costs. */
  @Test
  void atTheSameRateWhatMattersMostIsRememberedLonger() {
    DataTable forgotten = new EqualRates().run(Setup.of(Scale.TINY)).table("forgotten");

    for (long gap : new long[] {1_500, 2_000, 3_000, 4_000}) {
      double stable = forgotten.number("SBF", gap);
      assertThat(forgotten.number("IBF-MC, most important", gap)).isLessThan(stable);
      assertThat(forgotten.number("IBF-MC, least important", gap)).isGreaterThan(stable);
    }
    for (String filter : List.of("SBF", "IBF-MC, most important", "IBF-MC, least important",
        "IBF-MC, wFN")) {
      // of 2,900 at least, whose fates are not independent
      assertThat(forgotten.numbers(filter))
          .containsExactly(forgotten.numbers(filter + ", computed"), within(0.05));
    }
  }
}
