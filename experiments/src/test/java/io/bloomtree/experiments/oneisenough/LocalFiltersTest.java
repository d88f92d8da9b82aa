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
  private static final String ONE_ACCESS = "test-and-set";
  private static final String TWO_ACCESSES = "first-test-then-set";

  @Test
  void denseFindsMoreBesideTheProducersAndAccessesLess() {
    DataTable levels = new LocalFilters().run(Setup.of(Scale.TINY)).table("levels");

    for (int level = 0; level < 2; level++) {
      assertThat(levels.number("accesses", "dense", ONE_ACCESS, level))
          .isLessThan(levels.number("accesses", "sparse", TWO_ACCESSES, level));
    }
    assertThat(levels.number("hits", "dense", ONE_ACCESS, 1))
        .isGreaterThan(2 * levels.number("hits", "sparse", TWO_ACCESSES, 1));
    assertThat(levels.number("hits", "dense", ONE_ACCESS, 0))
        .isLessThan(levels.number("hits", "sparse", TWO_ACCESSES, 0));
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
    DataTable levels = findings.table("levels");
    assertThat(levels.number("hits", "dense", ONE_ACCESS, 1)).isEqualTo(16);
    assertThat(levels.number("hits", "sparse", TWO_ACCESSES, 1)).isEqualTo(1);
  }
}
