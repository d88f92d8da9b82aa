package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.bus.AlreadyRunningException;
import io.bloomtree.bus.Availability;
import io.bloomtree.bus.NodeView;
import io.bloomtree.bus.SliceView;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real clusters: members with sockets of their own, in one JVM. */
class ClusteredTreeTest {
  private static final String TREE = """
      tree: clicks
      filter: { expected: 10k }
      cluster: { members: ["%s"], wait: 30s }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens, berlin] }
      """;

  private final ClusterBench bench = new ClusterBench();

  @AfterEach void close() {
    bench.close();
  }

  @Test void agentsOfSeveralProcessesShareOneTree() {
    Topology topology = bench.topology(TREE);
    Network network = topology.network();
    bench.host(network, 0, "root");
    bench.host(network, 1, "eu");
    EdgeAgent athens = bench.agent(topology, "athens");
    EdgeAgent berlin = bench.agent(topology, "berlin");

    Verdict first = await(athens.offer("click"));
    Verdict again = await(athens.offer("click"));
    Verdict elsewhere = await(berlin.offer("click"));

    assertThat(first.isDistinct()).isTrue();
    assertThat(first.decidedBy()).isEqualTo(new NodeId("root"));
    assertThat(again.decidedBy()).isEqualTo(new NodeId("athens"));
    assertThat(elsewhere.isDistinct()).isFalse();
    assertThat(List.of(first, again, elsewhere)).noneMatch(Verdict::isDegraded);
    assertThatAnyMemberSeesThemAll(network);
  }

  private void assertThatAnyMemberSeesThemAll(Network network) {
    TreeCluster onlooker = bench.join(network, Joining.agents(List.of(), ClusterBench.anywhere()));

    TreeView view =
        await(new TreeInquiry(onlooker.vertx(), network, Duration.ofSeconds(30)).view());

    assertThat(view.nodes()).extracting(NodeView::state).containsOnly(Availability.UP);
    assertThat(view.nodes()).flatExtracting(NodeView::slices)
        .extracting(SliceView::process).allMatch(process -> process.contains(" at 127.0.0.1:"));
    assertThat(view.node("athens").orElseThrow().agent().offers()).isEqualTo(2);
  }

  @Test void whoStartsBeforeTheSeedWaitsForItAndSaysSo() {
    Topology topology = bench.topology(TREE);
    Network network = topology.network();
    List<String> lines = new CopyOnWriteArrayList<>();
    Future<TreeCluster> early = TreeCluster.join(
        network, Joining.nodes(List.of(new NodeId("eu")), bench.address(1)), lines::add);
    Awaitility.await().untilAsserted(() -> assertThat(lines)
        .anyMatch(line -> line.contains("waiting for a seed")
            && line.contains(bench.address(0).toString())));

    bench.host(network, 0, "root");

    bench.closing(await(early));
    assertThat(lines).anyMatch(line -> line.startsWith("joined through " + bench.address(0)));
  }

  @Test void whoFindsNobodyGivesUpWithTheAddressesItTried() {
    Topology topology = bench.topology(TREE.replace("wait: 30s", "wait: 1s"));

    assertThatThrownBy(() -> bench.agent(topology, "athens"))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("nobody of the cluster answered within 1 s")
        .hasMessageContaining(bench.address(0).toString());
  }

  @Test void aSecondProcessForANodeIsRefusedWhileTheFirstAnswers() {
    Topology topology = bench.topology(TREE);
    Network network = topology.network();
    bench.host(network, 0);
    TreeCluster second = bench.join(
        network, Joining.nodes(List.of(new NodeId("eu")), bench.address(1)));

    assertThatThrownBy(() -> await(NodeHost.start(
        second.vertx(), network, List.of(Endpoint.of(new NodeId("eu"))))))
        .isInstanceOf(AlreadyRunningException.class)
        .hasMessageContaining("eu/0 runs already");
  }

  @Test void aSecondProcessForAnAgentIsRefusedWhileTheFirstAnswers() {
    Topology topology = bench.topology(TREE);
    bench.host(topology.network(), 0);
    EdgeAgent first = bench.agent(topology, "athens");

    assertThatThrownBy(() -> bench.agent(topology, "athens"))
        .isInstanceOf(AlreadyRunningException.class)
        .hasMessageContaining("athens/0 runs already");
    assertThat(await(first.offer("click")).isDistinct()).isTrue();

    await(first.close());
    EdgeAgent next = bench.agent(topology, "athens");
    assertThat(await(next.offer("click")).isDistinct()).isFalse();
  }

  @Test void whoLeftIsNotLookedForWhereItWas() throws Exception {
    String other = bench.address(1).toString();
    Network network =
        bench.topology(TREE.replace("[\"%s\"]", "[\"%s\", \"" + other + "\"]")).network();
    bench.host(network, 0, "root");
    TreeCluster agent = await(TreeCluster.join(
        network, Joining.agents(List.of(), ClusterBench.anywhere()), line -> { }));
    await(agent.leave());

    try (var seed = new Visitors(bench.address(1))) {
      // where a seed may be, it is looked for again and again: by then the agent is no member
      awaitVisitors(seed, 2);
      try (var there = new Visitors(agent.address())) {
        awaitVisitors(seed, seed.number() + 2);
        assertThat(there.number()).isZero();
      }
    }
  }

  private static void awaitVisitors(Visitors visitors, int least) {
    Awaitility.await().atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(visitors.number()).isGreaterThanOrEqualTo(least));
  }

  @Test void anEdgeWithoutAClusterOrAnUnknownOneIsRefused() {
    Topology alone = Topology.parse("alone.yaml", "{ tree: t, edges: [a] }");
    Topology topology = bench.topology(TREE);

    assertThatThrownBy(() -> EdgeAgent.join(alone, "a"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no cluster to join");
    assertThatThrownBy(() -> EdgeAgent.join(topology, "athen"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("athens");
    assertThatThrownBy(() -> EdgeAgent.join(topology, "eu"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("only edges");
  }
}
