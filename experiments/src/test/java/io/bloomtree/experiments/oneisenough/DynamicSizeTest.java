package io.bloomtree.experiments.oneisenough;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Scale;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.filter.GrowingShape.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DynamicSizeTest {
  private static final Findings FINDINGS = new DynamicSize().run(Setup.of(Scale.TINY));

  @ParameterizedTest
  @ValueSource(strings = {"density", "cardinality"})
  void moreFiltersWithALargerBurstAndALongerWindow(String growth) {
    DataTable filters = FINDINGS.table("filters");

    assertThat(filters.number("in the burst", growth, 1000, 5))
        .isGreaterThan(filters.number("in the burst", growth, 1000, 2));
    assertThat(filters.number("in the burst", growth, 1000, 5))
        .isGreaterThan(filters.number("in the burst", growth, 100, 5));
    assertThat(filters.number("bytes in the burst", growth, 1000, 5))
        .isGreaterThan(filters.number("bytes before", growth, 1000, 5));
  }

  @Test
  void growthByCardinalityChangesMoreOften() {
    DataTable filters = FINDINGS.table("filters");

    for (int window : DynamicSize.WINDOWS) {
      for (int burst : DynamicSize.BURSTS) {
        assertThat(filters.number("changes", "cardinality", window, burst))
            .as("window %d, burst %d", window, burst)
            .isGreaterThan(filters.number("changes", "density", window, burst));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Trigger.class)
  void nothingWithinTheWindowIsDenied(Trigger trigger) {
    Trace log = WebLog.of(9_000, 3);
    var arrivals = new Arrivals(log.length(), 1, 5);

    BurstRun run = BurstRun.of(log.events(), arrivals, BurstRun.shape(100, 0.02, 500, trigger), 10);

    assertThat(run.denied()).isZero();
    assertThat(run.burst().most()).isGreaterThan(run.before().most());
    assertThat(run.samples()).hasSize(10);
  }

  @Test
  void burstIsTheSecondThirdAndComesFaster() {
    var arrivals = new Arrivals(300, 1, 5);

    assertThat(arrivals.slot(99)).isEqualTo(99);
    assertThat(arrivals.slot(150)).isEqualTo(110);
    assertThat(arrivals.slot(200)).isEqualTo(120);
    assertThat(arrivals.slot(299)).isEqualTo(219);
    assertThat(arrivals.slots()).isEqualTo(220);
  }

  @Test
  void exactWindowForgetsAfterItsSlots() {
    var window = new ExactWindow(new long[] {7, 8, 7}, 10, 30);
    window.record(7);
    window.advance(10);
    assertThat(window.holds(7)).isTrue();
    assertThat(window.holds(8)).isFalse();
    window.record(8);
    assertThat(window.alive()).isEqualTo(2);
    window.advance(11);

    assertThat(window.holds(7)).isFalse();
    assertThat(window.alive()).isEqualTo(1);
  }
}
