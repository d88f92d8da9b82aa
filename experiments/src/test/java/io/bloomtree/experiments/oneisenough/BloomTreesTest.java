package io.bloomtree.experiments.oneisenough;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BloomTreesTest {
  private static final Findings FINDINGS = new BloomTrees().run(Setup.of(Scale.TINY));

  @Test
  void denseDecidesLowerAndAccessesLessAtEachLevelAboveTheLeaves() {
    DataTable levels = FINDINGS.table("levels");

    assertThat(levels.number("hits", "dense", "test-and-set", 4))
        .isGreaterThan(2 * levels.number("hits", "sparse", "first-test-then-set", 4));
    for (int level = 0; level < 4; level++) {
      assertThat(levels.number("accesses", "dense", "test-and-set", level))
          .isLessThan(levels.number("accesses", "sparse", "first-test-then-set", level));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "sparse"})
  void topDownTestingTakesAwayMostFalsePositivesAndDeliversNothingTwice(String tree) {
    DataTable thresholds = FINDINGS.table("thresholds");

    assertThat(thresholds.number("false positives", tree, 0)).isPositive();
    assertThat(thresholds.number("false positives", tree, 2))
        .isLessThan(thresholds.number("false positives", tree, 0) / 2);
    assertThat(thresholds.numbers("delivered twice")).containsOnly(0);
    assertThat(thresholds.number("tests", tree, 4))
        .isGreaterThan(thresholds.number("tests", tree, 0));
  }

  @Test
  void sparseAndDenseErrAlike() { // Proposition 3
    DataTable thresholds = FINDINGS.table("thresholds");

    assertThat(thresholds.number("false positives", "dense", 0))
        .isEqualTo(thresholds.number("false positives", "sparse", 0));
  }
}
