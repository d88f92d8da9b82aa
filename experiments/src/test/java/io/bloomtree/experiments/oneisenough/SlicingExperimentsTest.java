package io.bloomtree.experiments.oneisenough;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.Comparison.Outcome;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who wins in Figures 4 to 9, in the tiny form of each. */
class SlicingExperimentsTest {

  private static Findings tiny(Experiment experiment) {
    return experiment.run(Setup.of(Scale.TINY));
  }

  private static List<String> differing(Findings findings) {
    return findings.comparisons().stream()
        .filter(it -> it.outcome() == Outcome.DIFFERENT).map(Comparison::what).toList();
  }

  @Test void streamsHaveThePapersSizesButWhereItErrs() {
    Findings findings = tiny(new EventPopularity());

    assertThat(differing(findings))
        .containsExactly("different events, web log", "bits for 2 %, web log");
    assertThat(findings.table("streams").number("different", "web log"))
        .isBetween(16_500.0, 17_500.0);
  }

  /** All targets together, or there would be too few errors to tell. */
  @Test void onlyHorizontalSlicesOfEvenSharesErrMore() {
    Findings findings = tiny(new SlicedFalsePositives());

    for (String stream : List.of("web-log", "uniform", "zipf")) {
      DataTable table = findings.table(stream);
      double vertical = total(table, "vertical", 1_000);
      double even = total(table, "horizontal, m/S bits", 1_000);
      assertThat(vertical).isEqualTo(total(table, "vertical", 1));
      assertThat(even).as(stream)
          .isGreaterThan(1.2 * total(table, "Eq. 4", 1_000))
          .isGreaterThan(1.2 * vertical)
          .isGreaterThan(1.2 * total(table, "horizontal, as planned", 1_000));
    }
  }

  private static double total(DataTable table, String column, int slices) {
    return Sizing.TARGETS.stream()
        .mapToDouble(target -> table.number(column, target, slices)).sum();
  }

  @Test void verticalSlicesAreTheFairerOnes() {
    Findings findings = tiny(new SliceLoad());

    assertThat(differing(findings)).isEmpty();
    for (String stream : List.of("web-log", "zipf", "yahoo-like")) {
      DataTable table = findings.table(stream);
      assertThat(table.number("vertical", 100))
          .isGreaterThan(1.2 * table.number("fairness, horizontal", 100));
      assertThat(table.number("maximum, vertical", 100))
          .isLessThan(0.6 * table.number("maximum, horizontal", 100))
          .isGreaterThan(table.number("least possible", 100));
    }
  }

  @Test void ourRuleForFailedSlicesErrsLessThanThePapers() {
    DataTable errors = tiny(new FaultToleranceHeuristic()).table("errors");

    for (int x = 1; x <= 7; x++) {
      assertThat(errors.number("our rule", x)).isLessThan(errors.number("the paper's rule", x));
    }
    assertThat(errors.number("the paper's rule", 3)).isGreaterThan(0.2);
    assertThat(errors.number("our rule", 3)).isLessThan(0.05);
    assertThat(errors.numbers("false negatives")).isSorted();
  }

  @Test void pipeliningSavesMostWhereCopiesAreFew() {
    assertThat(differing(tiny(new Pipelining()))).isEmpty();
  }

  @Test void equalTimersBuyFalsePositivesWithFalseNegatives() {
    Findings findings = tiny(new EqualTimersHeuristic());
    DataTable errors = findings.table("errors");

    assertThat(errors.number("false positives, vertical", 2))
        .isLessThan(0.6 * errors.number("false positives, vertical", 1));
    assertThat(errors.number("false negatives, vertical", 1)).isZero();
    assertThat(errors.numbers("false negatives, vertical")).isSorted();
    assertThat(errors.number("false positives, horizontal", 2))
        .isGreaterThan(errors.number("false positives, vertical", 2));
  }

  static List<Experiment> thatTakeAStream() {
    return OneIsEnoughExperiments.all().stream().filter(Experiment::takesTrace).toList();
  }

  /** A short stream of few events: some ways to slice are not possible then. */
  @ParameterizedTest
  @MethodSource("thatTakeAStream")
  void eachRunsOnAShortStreamOfOnesOwn(Experiment experiment) {
    long[] events = LongStream.range(0, 60).map(i -> i * i % 23 * 0x9E3779B97F4A7C15L).toArray();
    var trace = new Trace("own", events, IntStream.range(0, 60).toArray(), 60);

    Findings findings =
        experiment.run(new Setup(Scale.TINY, Optional.of(trace), Progress.NONE));

    assertThat(findings.tables()).isNotEmpty().allMatch(table -> !table.rows().isEmpty());
  }
}
