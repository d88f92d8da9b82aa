package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.Address;
import io.bloomtree.bus.NodeReport;
import io.bloomtree.cluster.Joining;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** P5, P6: whatever a member sends, a node refuses and counts it, and goes on. */
class HostilePeerTest {
  private static final String TREE = """
      tree: clicks
      filter: { expected: 10k }
      limits: { frame: 64KiB, inbox: 64 }
      cluster: { members: ["%s"] }
      edges: [athens, berlin]
      """;
  private static final Endpoint BERLIN = Endpoint.of(new NodeId("berlin"));

  private final ClusterBench bench = new ClusterBench();
  private final Topology topology = bench.topology(TREE);
  private final String root = Address.of("clicks", Endpoint.of(new NodeId("root"))).path();
  private NodeHost host;
  private EdgeAgent athens;
  private Vertx hostile;

  @BeforeEach void start() {
    host = bench.host(topology.network(), 0);
    athens = bench.agent(topology, "athens");
    hostile = bench.join(topology.network(), Joining.agents(
        List.of(BERLIN.node()), ClusterBench.anywhere())).vertx();
  }

  @AfterEach void close() {
    bench.close();
  }

  private void awaitCount(ToLongFunction<NodeReport> count, long least) {
    Awaitility.await().untilAsserted(() ->
        assertThat(count.applyAsLong(await(host.report()).get(0))).isGreaterThanOrEqualTo(least));
    assertThat(await(athens.offer("click " + least)).isDistinct()).isTrue();
  }

  private byte[] packet(Endpoint from) {
    return new Packet(
        topology.identity().tree().digest(), topology.epoch(), from, 1, 1,
        List.of(new PingFrame(1))).encode();
  }

  @Test void bodiesThatAreTooLongAreRefused() {
    for (int i = 0; i < 5; i++) {
      hostile.eventBus().send(root, new byte[8 << 20]);
    }

    awaitCount(NodeReport::malformedPackets, 5);
  }

  @Test void whatIsNoPacketIsRefused() {
    byte[] unknownFrame = packet(BERLIN);
    unknownFrame[unknownFrame.length - 13] = 99;
    byte[] noise = new byte[1000];
    new Random(1).nextBytes(noise);
    hostile.eventBus().send(root, unknownFrame);
    hostile.eventBus().send(root, noise);
    hostile.eventBus().send(root, new byte[0]);
    hostile.eventBus().send(root, "text");
    hostile.eventBus().send(root, new JsonObject().put("verdict", "distinct"));
    hostile.eventBus().send(root, Buffer.buffer(packet(BERLIN)));

    awaitCount(NodeReport::malformedPackets, 6);
  }

  @Test void strangersAreRefused() {
    hostile.eventBus().send(root, packet(Endpoint.of(new NodeId("mallory"))));

    awaitCount(report -> report.count(Tally.Count.REFUSED_PACKETS), 1);
  }

  @Test void aFloodIsCutOffAndOthersAreServed() {
    byte[] packet = packet(BERLIN);
    for (int i = 0; i < 200_000; i++) {
      hostile.eventBus().send(root, packet);
    }

    assertThat(await(athens.offer("meanwhile")).isDistinct()).isTrue();
    awaitCount(NodeReport::floodedPackets, 1);
  }
}
