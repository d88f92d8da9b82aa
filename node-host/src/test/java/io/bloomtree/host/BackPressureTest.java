package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P1, P5: a producer that never waits is slowed down, and neither it nor the tree overflows. */
class BackPressureTest {
  /** One small batch at a time to the root: it takes as little as a slow one would. */
  private static final String TREE = """
      tree: clicks
      filter: { expected: 100k, fpp: 1e-9 }
      failure: { timeout: 4s, lease: 60s }
      batch: { events: 16, in-flight: 1 }
      limits: { claims: 400, relayed: 100, outstanding: 300, offers: 1000, deadline: 20s }
      cluster: { members: ["%s"] }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens] }
      """;
  private static final int KEYS = 20_000;
  private static final int BULK = 100;

  private final ClusterBench bench = new ClusterBench();

  @AfterEach void close() {
    bench.close();
  }

  @Test void aProducerThatNeverWaitsLosesNothingAndFillsNoTableBeyondItsLimit() {
    Topology topology = bench.topology(TREE);
    Network network = topology.network();
    NodeHost root = bench.host(network, 0, "root");
    NodeHost region = bench.host(network, 1, "eu");
    EdgeAgent athens = bench.agent(topology, "athens");
    Deque<List<String>> left = new ArrayDeque<>();
    for (int from = 0; from < KEYS; from += BULK) {
      left.add(IntStream.range(from, from + BULK).mapToObj(i -> "key " + i).toList());
    }
    Set<String> delivered = new HashSet<>();
    long refused = 0;

    while (!left.isEmpty()) {
      List<List<String>> bulks = new ArrayList<>();
      List<Future<List<Resolution>>> offered = new ArrayList<>();
      // more at once than it may have open, again and again
      for (int i = 0; i < 20 && !left.isEmpty(); i++) {
        bulks.add(left.remove());
        offered.add(athens.offerAll(bulks.get(i)));
      }
      Stream.of(root.report(), region.report(), athens.report().map(List::of))
          .flatMap(report -> await(report).stream())
          .forEach(BackPressureTest::assertWithinLimits);
      for (int i = 0; i < bulks.size(); i++) {
        List<String> again = new ArrayList<>();
        List<Resolution> resolutions = await(offered.get(i));
        for (int k = 0; k < resolutions.size(); k++) {
          String key = bulks.get(i).get(k);
          if (resolutions.get(k) instanceof Verdict verdict) {
            assertThat(verdict.isDistinct()).as(key).isTrue();
            assertThat(delivered.add(key)).as(key).isTrue();
          } else {
            assertThat(((Failure) resolutions.get(k)).reason()).isEqualTo(Reason.OVERLOADED);
            again.add(key);
          }
        }
        refused += again.size();
        if (!again.isEmpty()) {
          left.add(again);
        }
      }
    }

    assertThat(delivered).hasSize(KEYS);
    assertThat(refused).isPositive();
  }

  private static void assertWithinLimits(NodeReport report) {
    assertThat(report.floodedPackets()).isZero();
    for (Occupancy table : report.tables()) {
      assertThat(table.size()).as("%s of %s", table.table(), report.slice())
          .isLessThanOrEqualTo(table.limit());
    }
  }
}
