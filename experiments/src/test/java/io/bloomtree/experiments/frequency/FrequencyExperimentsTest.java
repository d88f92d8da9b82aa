package io.bloomtree.experiments.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Comparison.Outcome;
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
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who wins, in the tiny form. */
class FrequencyExperimentsTest {

  private static Findings tiny(Experiment experiment) {
    return experiment.run(Setup.of(Scale.TINY));
  }

  @Test void withoutSkewCmmAndFastAgmsAreTheBestAndWithMuchOfItMinimalIncreaseIs() {
    Findings findings = tiny(new CountsBySkew());

    DataTable all = findings.table("all");
    assertThat(all.number("CMM", 0.0)).isLessThan(all.number("CM", 0.0) / 4);
    assertThat(all.number("Fast-AGMS", 0.0)).isLessThan(all.number("CM", 0.0) / 4);
    assertThat(all.number("CM", 2.0)).isLessThan(all.number("Fast-AGMS", 2.0));
    DataTable top = findings.table("top-100");
    assertThat(top.number("CMM", 0.0)).isLessThan(top.number("CM", 0.0) / 2);
    assertThat(top.number("MI", 1.0)).isLessThan(top.number("CMM", 1.0) / 4);
    double[] cm = top.numbers("CM");
    double[] mi = top.numbers("MI");
    assertThat(IntStream.range(0, cm.length)).allMatch(i -> mi[i] <= cm[i]);
  }

  @Test void largerSketchesErrLessAndMinimalIncreaseGainsTheMost() {
    DataTable widths = tiny(new CountsBySize()).table("width");

    for (String method : List.of("CM", "CMM", "Fast-AGMS")) {
      assertThat(widths.number(method, 8_192.0)).isLessThan(widths.number(method, 64.0) / 8);
    }
    assertThat(widths.number("MI", 64.0)).isGreaterThan(widths.number("CMM", 64.0));
    assertThat(widths.number("MI", 8_192.0)).isLessThan(widths.number("CMM", 8_192.0));
  }

  @Test void selfJoinSizesOfCmAreUselessWithoutSkew() {
    DataTable skew = tiny(new SelfJoinsBySkew()).table("skew");

    assertThat(skew.number("CM", 0.0)).isGreaterThan(50);
    assertThat(skew.number("CMM", 0.0)).isLessThan(0.5);
    assertThat(skew.number("Fast-AGMS", 0.0)).isLessThan(0.5);
    DataTable width = tiny(new SelfJoinsBySize()).table("width");
    assertThat(width.number("CMM", 512.0)).isLessThan(width.number("CMM", 4.0) / 4);
    assertThat(width.number("CMM", 512.0)).isLessThan(width.number("CM", 512.0) / 4);
  }

  @Test void pairsOfAllFieldsAreExactAndOthersTheMoreSoTheMoreThereAre() {
    Findings findings = tiny(new PairsOffline());

    DataTable similarity = findings.table("similarity");
    assertThat(similarity.number("error", 6)).isZero();
    assertThat(similarity.number("error", 1)).isLessThan(similarity.number("error", 3));
    // all pairs there are, each record with itself too
    assertThat(Arrays.stream(similarity.numbers("pairs")).sum()).isEqualTo(1_000.0 * 1_000);
    assertThat(Arrays.stream(similarity.numbers("pairs, thesis")).sum())
        .isEqualTo(200_000.0 * 200_000);
  }

  @Test void sketchesCountWhatIsEqualBetterThanSamplesDo() {
    DataTable records = tiny(new PairsOnline()).table("records");

    assertThat(records.number("error", 2_000, 6)).isLessThan(0.1);
    assertThat(records.rows()).hasSize(10);
  }

  /** Titles of which the true numbers of pairs should be like those printed, as shares of all. */
  @Test void titlesAreAboutAsSimilarAsPrinted() {
    List<long[]> records = new Titles().records(20_000, 6);
    double[] truth = PairErrors.truth(records, 6, 1);
    double[] printed = {39_478_376_672.0, 417_430_350, 87_385_874, 14_706_402, 1_690_036};

    for (int k = 0; k < printed.length; k++) {
      double share = truth[k] / (20_000.0 * 20_000);
      double ofThesis = printed[k] / (200_000.0 * 200_000);
      assertThat(share / ofThesis).as("%d alike", k).isBetween(0.5, 2.0);
    }
    assertThat(new Titles().title(new SplittableRandom(1)).split(" ")).hasSizeBetween(3, 8);
  }

  @Test void pairsAreWhatComparingEachWithEachFinds() {
    List<long[]> records = new Titles().records(300, 4);
    double[] pairs = new double[5];
    for (long[] one : records) {
      for (long[] other : records) {
        pairs[(int) IntStream.range(0, 4).filter(i -> one[i] == other[i]).count()]++;
      }
    }

    assertThat(PairErrors.truth(records, 4, 1)).usingComparatorWithPrecision(1e-6)
        .containsExactly(pairs);
  }

  @ParameterizedTest
  @CsvSource({"0.02, 0.01, 1, REPRODUCED", "0.05, 0.01, 1, DIFFERENT",
      "0.05, 0.01, 0.5, REPRODUCED", "0.0001, 0.01, 1, DIFFERENT", "0, 0, 1, REPRODUCED",
      "0.01, 0, 1, DIFFERENT"})
  void aPrintedErrorIsReproducedIfARunOfOursCouldHaveIt(
      double printed, double ours, double factor, Outcome outcome) {
    assertThat(new PrintedError(-printed).with("x", ours, factor).outcome()).isEqualTo(outcome);
  }

  static List<Experiment> onStreams() {
    return FrequencyExperiments.all().stream().filter(Experiment::takesTrace).toList();
  }

  @ParameterizedTest
  @MethodSource("onStreams")
  void aStreamOfOnesOwnIsJudged(Experiment experiment) {
    long[] events = new ZipfStream(5_000, 2_000, 1, 7).toArray();
    var trace = new Trace("mine", events, new int[events.length], 1);

    Findings findings =
        experiment.run(new Setup(Scale.TINY, Optional.of(trace), Progress.NONE));

    assertThat(findings.setting()).contains("5,000 events");
    assertThat(findings.tables()).isNotEmpty().allMatch(table -> table.rows().size() > 3);
  }
}
