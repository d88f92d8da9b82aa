package io.bloomtree.experiments.oneisenough;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Progress;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalFiltersTest {
  private static final String ONE_ACCESS = "accesses, test-and-set";
  private static final String TWO_ACCESSES = "accesses, first-test-then-set";

  @Test
  void denseFindsMoreBesideTheProducersAndAccessesLess() {
    DataTable levels = new LocalFilters().run(Setup.of(Scale.TINY)).table("levels");

    assertThat(levels.number("hits", "dense", 1))
        .isGreaterThan(2 * levels.number("hits", "sparse", 1));
    assertThat(levels.number("hits", "dense", 0)).isLessThan(levels.number("hits", "sparse", 0));
    assertThat(levels.number(ONE_ACCESS, "dense", 0) + levels.number(ONE_ACCESS, "dense", 1))
        .isLessThan(
            levels.number(TWO_ACCESSES, "sparse", 0) + levels.number(TWO_ACCESSES, "sparse", 1));
  }

  @Test
  void streamOfOnesOwnIsTaken() {
    // each leaf sees the same event twice, one after the other
    long[] events = new long[32];
    int[] sources = new int[32];
    for (int i = 0; i < 32; i++) {
      events[i] = 42;
      sources[i] = i / 2;
    }
    var trace = new Trace("mine", events, sources, 16);

    Findings findings = new LocalFilters()
        .run(new Setup(Scale.TINY, Optional.of(trace), Progress.NONE));

    assertThat(findings.setting()).contains("mine");
    assertThat(findings.table("levels").number("hits", "dense", 1)).isEqualTo(16);
    assertThat(findings.table("levels").number("hits", "sparse", 1)).isEqualTo(1);
  }
}
