package io.bloomtree.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.AgentReport.VerdictCount;
import io.bloomtree.bus.RecentVerdicts.RecentVerdict;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an agent counts, with clocks that stand still until they are moved. */
class EndingsTest {
  private static final NodeId ROOT = new NodeId("root");
  private static final Verdict DISTINCT =
      new Verdict(Decision.DISTINCT, ROOT, 0, Degradation.NONE);
  private static final Verdict KNOWN =
      new Verdict(Decision.DUPLICATE, new NodeId("athens"), 2, Degradation.NONE);
  private static final Verdict DEGRADED =
      new Verdict(Decision.DISTINCT, ROOT, 0, Degradation.SLICE_AWAY);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private long nanos = 1;
  private final Endings endings =
      new Endings(2, () -> nanos, () -> 1_000 + nanos / 1_000_000, new SplittableRandom(7));

  @Test void countsEveryEnd() {
    endings.taken(5);
    endings.ended(1, DISTINCT, nanos);
    endings.ended(1, KNOWN, nanos);
    endings.ended(2, DEGRADED, nanos);
    endings.ended(3, new Failure(Reason.HELD, ROOT), nanos);
    endings.failed(new Failure(Reason.OVERLOADED, ROOT), 2, nanos);
    endings.refused(10);
    endings.measure();

    AgentReport report = endings.report(4);

    assertThat(report.offers()).isEqualTo(15);
    assertThat(report.open()).isEqualTo(4);
    assertThat(report.verdicts()).containsExactlyInAnyOrder(
        new VerdictCount(Decision.DISTINCT, 0, 2), new VerdictCount(Decision.DUPLICATE, 2, 1));
    assertThat(report.degraded())
        .containsAllEntriesOf(Map.of(Degradation.SLICE_AWAY, 1L, Degradation.PARENT_AWAY, 0L));
    assertThat(report.failures()).containsAllEntriesOf(Map.of(
        Reason.HELD, 1L, Reason.OVERLOADED, 12L, Reason.CLOSED, 0L));
    assertThat(report.latency().count()).isEqualTo(6);
  }

  @Test void measuresFromTheOfferToTheEndOfTheStep() {
    long began = nanos;
    nanos += 10_000; // 10 us
    for (int i = 0; i < 1_000; i++) {
      endings.ended(i, KNOWN, began);
    }
    nanos += 2_000;
    endings.measure();
    began = nanos;
    nanos += 3 * SECOND;
    endings.ended(1, DISTINCT, began);
    endings.measure();
    endings.measure(); // there is nothing more

    assertThat(endings.report(0).latency().sum()).isEqualTo(12 * 1_000 + 3_000_000);
    assertThat(endings.report(0).latency().quantile(0.5)).isBetween(8.0, 12.0);
    assertThat(endings.report(0).latency().quantile(1)).isBetween(2e6, 4.2e6);
  }

  @Test void offersThatBeganApartAreMeasuredApart() {
    for (int i = 0; i < 10_000; i++) {
      endings.ended(i, KNOWN, nanos - 1_000L * i);
    }
    endings.measure();

    assertThat(endings.report(0).latency().count()).isEqualTo(10_000);
    assertThat(endings.report(0).latency().sum()).isEqualTo(10_000L * 9_999 / 2);
  }

  @Test void keepsAllVerdictsWhileThereAreFew() {
    for (int i = 0; i < 40; i++) {
      endings.ended(i, i % 2 == 0 ? DISTINCT : KNOWN, nanos - 5_000);
      endings.measure();
      nanos += SECOND / 10;
    }

    List<RecentVerdict> recent = endings.recent(0).verdicts();

    assertThat(recent).hasSize(40).isSortedAccordingTo(
        (a, b) -> Long.compare(a.sequence(), b.sequence()));
    assertThat(recent.get(7)).isEqualTo(new RecentVerdict(
        8, 1_700, "0000000000000007", Decision.DUPLICATE, "athens", 2, Degradation.NONE, 5));
    assertThat(endings.recent(38).verdicts()).hasSize(2);
    assertThat(endings.recent(40).verdicts()).isEmpty();
    assertThat(endings.recent(0).last()).isEqualTo(40);
  }

  @Test void keepsAFewOfManyDrawnEvenly() {
    int perStep = 10_000;
    for (int step = 0; step < 1_000; step++) { // a hundred seconds
      for (int i = 0; i < perStep; i++) {
        endings.ended(i, KNOWN, nanos);
      }
      nanos += SECOND / 10;
      endings.measure();
    }

    assertThat(endings.recent(0).last()).isBetween(1_000L, 2_000L);
    assertThat(endings.recent(0).verdicts()).hasSize(VerdictSample.MOST_KEPT);
    // wherever in a bulk they stand; four standard errors of the mean of so many
    double mean = endings.recent(0).verdicts().stream()
        .mapToLong(verdict -> Long.parseLong(verdict.fingerprint(), 16)).average().orElseThrow();
    assertThat(mean).isCloseTo(
        perStep / 2.0, within(4 * perStep / Math.sqrt(12.0 * VerdictSample.MOST_KEPT)));
  }
}
