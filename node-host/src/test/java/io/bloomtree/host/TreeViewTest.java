package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bloomtree.bus.AgentReport.VerdictCount;
import io.bloomtree.bus.Availability;
import io.bloomtree.bus.HealthReport.Peer;
import io.bloomtree.bus.NodeSighting;
import io.bloomtree.bus.NodeSighting.SliceSighting;
import io.bloomtree.bus.NodeView;
import io.bloomtree.bus.Question;
import io.bloomtree.bus.RecentVerdicts;
import io.bloomtree.bus.RecentVerdicts.RecentVerdict;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tree as it is seen at one instant: real slices and agents, all there or not. */
class TreeViewTest {
  /** Nobody is given up because the computer is busy. */
  private static final Network NETWORK =
      network("{ timeout: 20s, lease: 60s }\nlimits: { deadline: 60s }");
  private static final NodeId ATHENS = new NodeId("athens");
  private static final int KEYS = 2_000;

  private final Vertx vertx = Vertx.vertx();
  private final TreeInquiry inquiry = new TreeInquiry(vertx, NETWORK, Duration.ofSeconds(30));

  private static Network network(String failure) {
    return Topology.parse("seen.yaml", """
        tree: seen
        filter: { expected: 10k, fpp: 1e-9 }
        root: { slices: { count: 3, scheme: vertical } }
        regions:
          - { id: eu, slices: { count: 2, scheme: horizontal }, edges: [athens, berlin] }
        failure: %s
        """.formatted(failure)).network();
  }

  @AfterEach void close() {
    await(vertx.close());
  }

  private void runAll() {
    await(NodeHost.start(vertx, NETWORK, NETWORK.slices()));
  }

  private EdgeAgent offerAll() {
    EdgeAgent athens = await(EdgeAgent.start(vertx, NETWORK, ATHENS));
    List<String> keys = IntStream.range(0, KEYS).mapToObj(i -> "key-" + i).toList();
    await(athens.offerAll(keys));
    await(athens.offerAll(keys.subList(0, 500)));
    return athens;
  }

  private NodeView node(String id) {
    return await(inquiry.view()).node(id).orElseThrow();
  }

  @Test void tellsOfEachNodeWhatItsSlicesTellTogether() {
    runAll();
    await(EdgeAgent.start(vertx, NETWORK, new NodeId("berlin")));
    offerAll();
    // confirms go on for a while after the verdicts
    Awaitility.await().untilAsserted(() -> assertThat(node("athens").tables())
        .contains(new Occupancy("outstanding", 0, NETWORK.topology().limits().outstanding())));

    TreeView view = await(inquiry.view());

    assertThat(view.nodes()).extracting(NodeView::id)
        .containsExactly("root", "eu", "athens", "berlin");
    assertThat(view.nodes()).extracting(NodeView::state).containsOnly(Availability.UP);
    assertThat(view.nodes()).flatExtracting(NodeView::degraded).isEmpty();
    for (String id : List.of("root", "eu", "athens")) {
      NodeView node = view.node(id).orElseThrow();
      // each vertical slice judges all events, a horizontal one its own
      assertThat(node.filter().estimatedEvents()).as(id).isCloseTo(KEYS, within(0.05 * KEYS));
      assertThat(node.filter().expected()).as(id).isEqualTo(10_000);
      assertThat(node.filter().memoryBytes()).as(id).isEqualTo(node.plan().memoryBytes());
      assertThat(node.filter().falsePositiveRate()).as(id).isLessThan(node.plan().fpp());
    }
    NodeView root = view.node("root").orElseThrow();
    assertThat(root.counts().get("tests")).isGreaterThanOrEqualTo(KEYS)
        .isEqualTo(root.slices().stream().mapToLong(slice -> slice.counts().get("tests")).sum());
    assertThat(root.slices()).hasSize(3)
        .allMatch(slice -> slice.health().birth() == Birth.FIRST)
        .allMatch(slice -> slice.process().startsWith("process "));
    assertThat(root.agent()).isNull();
    assertThat(root.bytesSent()).isEqualTo(
        root.slices().stream().mapToLong(slice -> slice.traffic().bytesSent()).sum());
    assertThat(view.node("eu").orElseThrow().slices().get(0).health().peers())
        .extracting(Peer::id, Peer::relation, Peer::away)
        .contains(
            tuple("root/2", Relation.PARENT, false),
            tuple("eu/1", Relation.SLICE, false))
        .hasSize(4);
  }

  @Test void tellsHowTheOffersOfAnAgentEnded() {
    runAll();
    offerAll();

    NodeView athens = node("athens");

    assertThat(athens.agent().offers()).isEqualTo(KEYS + 500);
    assertThat(athens.agent().open()).isZero();
    assertThat(athens.agent().verdicts()).containsExactlyInAnyOrder(
        new VerdictCount(Decision.DISTINCT, 0, KEYS),
        new VerdictCount(Decision.DUPLICATE, 2, 500));
    assertThat(athens.agent().failures().values()).containsOnly(0L);
    assertThat(athens.agent().latency().count()).isEqualTo(KEYS + 500);
  }

  @Test void whoDoesNotAnswerIsAway() {
    Network hasty = network("{ timeout: 100ms, lease: 5s }");
    await(NodeHost.start(vertx, hasty, hasty.slices().stream()
        .filter(slice -> !List.of("root/1", "eu/1").contains(slice.toString())).toList()));
    Awaitility.await().untilAsserted(() -> {
      assertThat(node("root").degraded()).containsExactly(Degradation.SLICE_AWAY);
      assertThat(node("eu").degraded())
          .containsExactly(Degradation.SLICE_AWAY, Degradation.PARENT_AWAY);
    });

    TreeView view = await(inquiry.view());

    NodeView root = view.node("root").orElseThrow();
    assertThat(root.state()).isEqualTo(Availability.PARTLY);
    assertThat(root.slices()).extracting(slice -> slice.state().toString())
        .containsExactly("up", "away", "up");
    assertThat(root.filter().memoryBytes()).isLessThan(root.plan().memoryBytes());
    NodeView berlin = view.node("berlin").orElseThrow();
    assertThat(berlin.state()).isEqualTo(Availability.AWAY);
    assertThat(berlin.filter()).isNull();
    assertThat(berlin.agent()).isNull();
  }

  @Test void aTreeThatIsNotThereIsAwayAtOnce() {
    assertThat(await(inquiry.view()).nodes()).hasSize(4)
        .allMatch(node -> node.state() == Availability.AWAY);
    assertThat(await(inquiry.sight(7))).hasSize(4)
        .allMatch(node -> node.state() == Availability.AWAY && !node.isHit());
  }

  @Test void tellsWhichNodesWouldHit() {
    runAll();
    await(EdgeAgent.start(vertx, NETWORK, new NodeId("berlin")));
    EdgeAgent athens = offerAll();
    await(athens.close()); // then all is confirmed

    long known = NETWORK.topology().keyHash().fingerprint("key-7");
    List<NodeSighting> sightings = await(inquiry.sight(known));

    assertThat(sightings).extracting(NodeSighting::id, NodeSighting::isHit).containsExactly(
        tuple("root", true),
        tuple("eu", true),
        tuple("athens", false), // has left
        tuple("berlin", false));
    for (NodeSighting node : sightings.subList(0, 2)) {
      int probes = NETWORK.plan(new NodeId(node.id())).probes();
      assertThat(node.slices().stream().mapToInt(SliceSighting::probes).sum())
          .isEqualTo(probes);
      assertThat(node.slices().stream().mapToInt(SliceSighting::set).sum()).isEqualTo(probes);
    }
    assertThat(await(inquiry.sight(NETWORK.topology().keyHash().fingerprint("never offered"))))
        .noneMatch(NodeSighting::isHit);
  }

  @Test void someVerdictsAreKeptForWhoAsks() {
    runAll();
    EdgeAgent athens = await(EdgeAgent.start(vertx, NETWORK, ATHENS));
    Endpoint edge = Endpoint.of(ATHENS);
    await(athens.offer("click"));
    await(athens.offer("click"));

    RecentVerdicts recent = await(inquiry.ask(edge, new Question.Recent(0)));

    String fingerprint = "%016x".formatted(NETWORK.topology().keyHash().fingerprint("click"));
    assertThat(recent.last()).isEqualTo(2);
    assertThat(recent.verdicts())
        .extracting(RecentVerdict::fingerprint, RecentVerdict::decision,
            RecentVerdict::decidedBy, RecentVerdict::level)
        .containsExactly(
            tuple(fingerprint, Decision.DISTINCT, "root", 0),
            tuple(fingerprint, Decision.DUPLICATE, "athens", 2));
    assertThat(await(inquiry.ask(edge, new Question.Recent(1))).verdicts())
        .extracting(RecentVerdict::sequence).containsExactly(2L);
    assertThat(await(inquiry.ask(new Endpoint(new NodeId("root"), 0), new Question.Recent(0)))
        .verdicts()).isEmpty();
  }

  @Test void isWrittenAsItIs() throws Exception {
    runAll();
    offerAll();
    var json = new ObjectMapper();

    TreeView view = await(inquiry.view());
    JsonNode tree = json.readTree(json.writeValueAsBytes(view));

    assertThat(json.treeToValue(tree, TreeView.class)).isEqualTo(view);
    assertThat(tree.at("/mode").asText()).isEqualTo("dense");
    assertThat(tree.at("/nodes/1/role").asText()).isEqualTo("region");
    assertThat(tree.at("/nodes/1/state").asText()).isEqualTo("up");
    assertThat(tree.at("/nodes/1/parent").asText()).isEqualTo("root");
    assertThat(tree.at("/nodes/0/parent").isNull()).isTrue();
    assertThat(tree.at("/nodes/1/counts/partTests").isIntegralNumber()).isTrue();
    assertThat(tree.at("/nodes/1/filter/kind").asText()).isEqualTo("bloom");
    assertThat(tree.at("/nodes/1/slices/1/health/peers/0/relation").asText())
        .isEqualTo("PARENT");
    assertThat(tree.at("/nodes/2/agent/failures/HELD").asLong(-1)).isZero();
    assertThat(tree.at("/nodes/2/agent/degraded/PARENT_AWAY").asLong(-1)).isZero();
    assertThat(tree.at("/nodes/2/agent/latency/unit").asText()).isEqualTo("us");
    assertThat(json.readTree(json.writeValueAsBytes(await(inquiry.sight(7)))).at("/0").has("isHit"))
        .isTrue();
  }
}
