package io.bloomtree.experiments.beyond;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Comparison.Outcome;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who wins, in tiny runs; each promise is in the comparisons, with its own bound. */
class BeyondThePapersTest {

  private static Findings run(Experiment experiment) {
    Findings findings = experiment.run(Setup.of(Scale.TINY));
    assertThat(findings.comparisons()).as("what is promised")
        .allMatch(comparison -> comparison.outcome() == Outcome.REPRODUCED);
    return findings;
  }

  @Test
  void lostRepliesCostEventsOnlyWhereTheyAreTestedAndSet() { // P1, P2, P3
    DataTable table = run(new LostReplies()).table("events");

    assertThat(table.number("lost, test-and-set", 0.0)).isZero();
    for (double loss : new double[] {0.1, 0.3}) {
      double expected = table.number("expected lost", loss);
      assertThat(table.number("lost, test-and-set", loss)).as("lost at %s", loss)
          .isBetween(expected - 0.13, expected + 0.13); // four deviations of 250 events
      assertThat(table.number("twice, if it delivers", loss)).isPositive();
    }
    assertThat(table.numbers("lost, here")).containsOnly(0);
    assertThat(table.numbers("twice, here")).containsOnly(0);
  }

  @Test
  void exactlyOneOfManyEdgesDelivers() { // P2
    DataTable table = run(new ContendedClaims()).table("contention");

    assertThat(table.numbers("delivered")).containsOnly(1);
    assertThat(table.numbers("delivered, no claims"))
        .as("all ask before the first delivery is recorded")
        .isEqualTo(table.numbers("edges"));
  }

  @Test
  void duplicatesSlipThroughIfTheAskingChildIsNotAsked() { // P2
    DataTable table = run(new AskingChild()).table("verification");

    for (int delay : new int[] {1, 40}) {
      assertThat(table.number("delivered twice", "all children", delay)).isZero();
      assertThat(table.number("delivered twice", "nobody", delay)).isZero();
    }
    assertThat(table.number("delivered twice", "all but the asking child", 40)).isPositive();
    assertThat(table.number("lost", "all children", 40)).isZero();
    assertThat(table.number("hits refuted", "all children", 40)).isPositive();
  }

  @Test
  void windowsAreKeptInDenseTreesIfAgesAreCarried() {
    DataTable table = run(new ExactWindows()).table("windows");

    for (int levels : new int[] {1, 4}) {
      assertThat(table.number("dropped too late", "dense, ages carried", levels)).isZero();
      assertThat(table.number("delivered too early", "dense, ages carried", levels)).isZero();
      assertThat(table.number("copies after it", "dense, ages carried", levels)).isPositive();
      double without = table.number("longest remembered, windows", "dense, no ages", levels);
      assertThat(without).as("longer than a window, at most one more a level")
          .isBetween(1.1, 1 + levels * 1.02);
    }
  }

  @Test
  void cacheLinesErrAsComputedNotAsTheTextbookSays() {
    DataTable table = run(new CacheLineRate()).table("rates");

    assertThat(table.number("line, computed", 16))
        .isGreaterThan(1.3 * table.number("line, by Eq. 1", 16));
    for (int bits : new int[] {4, 6, 8, 10, 12, 14, 16}) {
      assertThat(table.number("line, computed", bits)).as("uneven lines err more")
          .isGreaterThan(table.number("plain, computed", bits));
    }
  }

  @Test
  void tightenedPartsKeepTheRateThatPartsAlikeExceed() { // P4
    DataTable table = run(new TightenedGrowth()).table("growth");

    assertThat(table.number("parts alike", 16)).isGreaterThan(0.1);
    assertThat(table.number("tightened, by cardinality", 16)).isLessThan(0.016);
    assertThat(table.number("tightened, by density", 16)).isLessThan(0.016);
  }

  @Test
  void slicesFollowTheBinomialTailsAndOurRuleErrsLess() {
    DataTable table = run(new HybridFormula()).table("quorums");

    assertThat(table.number("printed", 3)).isBetween(0.06, 0.07);
    assertThat(table.number("binomial tail", 3)).isBetween(0.67, 0.7);
    assertThat(table.number("observed", 3)).isBetween(0.66, 0.71);
    for (int x = 1; x < 8; x++) {
      assertThat(table.number("our rule, observed", x)).isLessThan(table.number("observed", x));
    }
  }

  @Test
  void sketchesAddUpAndReportsOfChangesAreSmall() {
    Findings findings = run(new SketchesInATree());
    DataTable traffic = findings.table("traffic");
    DataTable levels = findings.table("levels");

    assertThat(Arrays.stream(traffic.numbers("largest report")))
        .allMatch(bytes -> bytes <= 64 * 1_024);
    assertThat(traffic.number("bytes/event", 10_000))
        .isLessThan(traffic.number("bytes/event", 100));
    assertThat(levels.number("events", "root")).isEqualTo(20_000);
    assertThat(levels.number("events", "region")).isEqualTo(5_000);
    assertThat(levels.number("CM error", "agent")).isLessThan(levels.number("CM error", "root"));
  }

  @Test
  void whatMergingCostsAndEachLevelKnowsIsTold() {
    Findings findings = run(new SketchesInATree());
    DataTable merging = findings.table("merging");
    DataTable selfJoins = findings.table("self-joins");
    DataTable pairs = findings.table("pairs");

    // both hops together are the traffic of the table of that name
    assertThat(merging.number("reports", "counts", "agent to region")
        + merging.number("reports", "counts", "region to root"))
        .isEqualTo(findings.table("traffic").number("reports", 1_000));
    assertThat(merging.number("parent's memory, bytes", "counts", "region to root"))
        .isEqualTo(5 * SketchesInATree.SHAPE.memoryBytes());
    assertThat(Arrays.stream(merging.numbers("µs to add it up"))).allMatch(time -> time > 0);
    for (String node : List.of("agent", "region", "root")) {
      assertThat(selfJoins.number("CMM error", node)).isPositive()
          .isLessThan(selfJoins.number("CM error", node));
      assertThat(pairs.number("pairs", node)).isPositive();
    }
    assertThat(selfJoins.number("self-join size", "root"))
        .isGreaterThan(16 * selfJoins.number("self-join size", "agent"));
    assertThat(pairs.number("error", "root")).isLessThan(pairs.number("error", "agent"));
  }
}
