package io.bloomtree.experiments.stable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.stream.ZipfStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who wins, in the tiny form. */
class StableExperimentsTest {

  private static Findings tiny(Experiment experiment) {
    return experiment.run(Setup.of(Scale.TINY));
  }

  private static List<Double> values(DataTable table, String column) {
    return Arrays.stream(table.numbers(column)).boxed().toList();
  }

  /** Section 4.1: 2 for Max = 1 and 10 %, 4 or 5 for Max = 3 and 1 %. */
  @Test void fewProbesForgetLeast() {
    Findings findings = tiny(new FewProbesAreBest());
    DataTable best = findings.table("best");
    DataTable probes = findings.table("probes");

    assertThat(best.number("best K", 1, 0.1)).isEqualTo(2);
    assertThat(best.number("best K", 3, 0.01)).isBetween(4.0, 5.0);
    assertThat(values(best, "best K")).allMatch(k -> k < 10);
    assertThat(probes.number("Max 3, FPS 0.01, observed", 4))
        .isLessThan(probes.number("Max 3, FPS 0.01, observed", 1))
        .isLessThan(probes.number("Max 3, FPS 0.01, observed", 10));
    // 3.9 deviations of a count of 5,000
    assertThat(probes.number("Max 1, FPS 0.1, observed", 2))
        .isEqualTo(probes.number("Max 1, FPS 0.1, P rounded up", 2), within(0.028));
  }

  @Test void largerCellsForgetLessAfterShortGapsAndMoreAfterLongOnes() {
    DataTable gaps = tiny(new LargerCellsForShorterGaps()).table("gaps");
    double[] differences = gaps.numbers("FPS 0.01, observed");
    double[] places = gaps.numbers("gap");

    for (int i = 0; i < places.length; i++) {
      // of 2,000 bits; the threshold is 0.03 of them
      if (places[i] > 5 && places[i] < 40) {
        assertThat(differences[i]).as("gap %s", places[i]).isNegative();
      } else if (places[i] > 80 && places[i] < 200) {
        assertThat(differences[i]).as("gap %s", places[i]).isPositive();
      } else if (places[i] >= 2_000) {
        assertThat(differences[i]).as("gap %s", places[i]).isEqualTo(0, within(0.02));
      }
    }
  }

  @Test void fewerCellsAreStableSoonerAndNoneClaimsMoreThanTheBound() {
    Findings findings = tiny(new ZerosBecomeStable());
    DataTable stream = findings.table("stream");
    DataTable different = findings.table("different");

    assertThat(stream.numbers("stable after")).isSorted();
    assertThat(values(stream, "zeros")).allMatch(zeros -> zeros > 2 / 3.0);
    assertThat(values(stream, "FP once stable")).allMatch(rate -> rate < 0.11);
    assertThat(values(different, "zeros")).allMatch(zeros -> Math.abs(zeros - 2 / 3.0) < 0.02);
  }

  @Test void onTheCrawlStableForgetsLessThanFpBufferingUnlessMemoryIsPlenty() {
    Findings findings = tiny(new StableAgainstBuffering());

    for (DataTable table : findings.tables()) {
      double[] stable = table.numbers("stable FN");
      double[] buffering = table.numbers("FPBuffering FN");
      int last = stable.length - 1;
      assertThat(IntStream.range(0, last)).as(table.name())
          .allMatch(i -> stable[i] < buffering[i]);
      assertThat(stable[last]).as(table.name()).isGreaterThan(buffering[last]);
      // the stream is made from this column
      assertThat(table.numbers("Buffering FN")).as(table.name())
          .usingComparatorWithPrecision(0.03)
          .containsExactly(table.numbers("Buffering FN, paper"));
    }
  }

  @Test void theMoreFalsePositivesAreAllowedTheLargerTheLead() {
    DataTable leads = tiny(new MoreErrorsAllowed()).table("leads");
    double[] few = leads.numbers("FPS 1 %");
    double[] some = leads.numbers("FPS 10 %");
    double[] many = leads.numbers("FPS 20 %");

    assertThat(IntStream.range(0, few.length)).isNotEmpty()
        .allMatch(i -> few[i] < some[i] && some[i] < many[i]);
  }

  @Test void onSyntheticStreamsStableForgetsLessUnlessMemoryIsPlenty() {
    Findings findings = tiny(new StableOnSyntheticStreams());

    for (DataTable table : findings.tables()) {
      double[] leads = table.numbers("lead");
      assertThat(leads[leads.length / 2]).as(table.name()).isGreaterThan(0.05);
    }
    // 16 bits for each event
    assertThat(findings.table("d").numbers("lead")[5]).isLessThan(-0.02);
  }

  static List<Experiment> onStreams() {
    return StableExperiments.all().stream().filter(Experiment::takesTrace).toList();
  }

  @ParameterizedTest
  @MethodSource("onStreams")
  void aStreamOfOnesOwnIsJudged(Experiment experiment) {
    long[] events = new ZipfStream(20_000, 5_000, 1, 7).toArray();
    var trace = new Trace("mine", events, new int[events.length], 1);

    Findings findings =
        experiment.run(new Setup(Scale.TINY, Optional.of(trace), Progress.NONE));

    assertThat(findings.setting()).contains("20,000 events");
    assertThat(findings.tables()).isNotEmpty().allMatch(table -> table.rows().size() > 3);
  }
}
