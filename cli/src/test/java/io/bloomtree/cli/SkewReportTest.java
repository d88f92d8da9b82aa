package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkewReportTest {
  private static final Network NETWORK = Topology.parse("t.yaml", """
      tree: t
      root: { slices: { count: 5 } }
      edges: [a, b]
      """).network();
  private static final NodeId ROOT = new NodeId("root");

  private static SkewAnswer answer(String node, long total, double selfJoinSize) {
    return new SkewAnswer(node, total, selfJoinSize, selfJoinSize, 1.0, null, 0);
  }

  @Test
  void oneEventOverAndOverLoadsOneHorizontalSliceOnly() {
    SkewReport report = SkewReport.of(
        NETWORK, ROOT, answer("root", 100, 100 * 100), List.of(answer("a", 100, 100 * 100)));

    assertThat(report.sameEvent()).isEqualTo(1);
    assertThat(report.horizontalFairness()).isEqualTo(0.2, within(1e-9));
    assertThat(report.verticalFairness())
        .isEqualTo(1 / (1 + 4.0 / NETWORK.plan(ROOT).probes()), within(1e-9));
    assertThat(report.fittingScheme()).isEqualTo("vertical");
    assertThat(report.acrossEdges()).isZero();
    assertThat(report.fittingMode()).isEqualTo("sparse");
  }

  @Test
  void eventsThatBothEdgesAreOfferedSpeakForDense() {
    // 50 events once at each edge: 50 pairs, each met from both sides, all across
    SkewReport report = SkewReport.of(NETWORK, ROOT, answer("root", 100, 50 * 4),
        List.of(answer("a", 50, 50), answer("b", 50, 50)));

    assertThat(report.acrossEdges()).isEqualTo(1);
    assertThat(report.fittingMode()).isEqualTo("dense");
    assertThat(report.fittingScheme()).isEqualTo("horizontal");
  }

  @Test
  void edgesThatDoNotAnswerLeaveTheModeOpenUnlessTheyHadNextToNothing() {
    SkewAnswer root = answer("root", 100, 200);

    SkewReport open = SkewReport.of(NETWORK, ROOT, root, List.of(answer("a", 50, 50)));
    SkewReport known = SkewReport.of(NETWORK, ROOT, root, List.of(answer("a", 96, 190)));

    assertThat(open.fittingMode()).isNull();
    assertThat(open.lacksEdges()).isTrue();
    assertThat(known.fittingMode()).isEqualTo("sparse");
  }

  @Test
  void emptyStreamFitsAnything() {
    SkewReport report = SkewReport.of(NETWORK, ROOT, answer("root", 0, 0), List.of());

    assertThat(report.sameEvent()).isZero();
    assertThat(report.horizontalFairness()).isEqualTo(1);
    assertThat(report.acrossEdges()).isNull();
  }
}
