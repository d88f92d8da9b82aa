package io.bloomtree.experiments.stable;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.Comparison.Outcome;
import org.junit.jupiter.api.Test;

class PrintedColumnTest {
  private static final long MANY = 1_000_000_000;

  @Test void digitsThatAreNotPrintedMayBeAny() {
    assertThat(new Printed("1").isReproducedBy(0.0145, MANY)).isTrue();
    assertThat(new Printed("1").isReproducedBy(0.0156, MANY)).isFalse();
    assertThat(new Printed("1.0").isReproducedBy(0.0145, MANY)).isFalse();
    assertThat(new Printed("0.0").isReproducedBy(0.0004, MANY)).isTrue();
    assertThat(new Printed("0.0").isReproducedBy(0.0006, MANY)).isFalse();
  }

  @Test void whatIsCountedInFewTrialsMayBeFurtherOff() {
    assertThat(new Printed("50.0").isReproducedBy(0.55, MANY)).isFalse();
    assertThat(new Printed("50.0").isReproducedBy(0.55, 1_000)).isTrue();
  }

  @Test void rowsThatDifferAreShownEachForItself() {
    var column = new PrintedColumn("rate");
    column.add("10", new Printed("50"), 0.5, MANY, "");
    column.add("20", new Printed("30"), 0.2, MANY, "too few");
    column.add("30", new Printed("10"), 0.1, MANY, "");

    assertThat(column.comparisons()).containsExactly(
        new Comparison("rate, 10, 30 bits", "50 %, 10 %", "50 %, 10 %", Outcome.REPRODUCED, ""),
        new Comparison("rate, 20 bits", "30 %", "20 %", Outcome.DIFFERENT, "too few"));
  }
}
