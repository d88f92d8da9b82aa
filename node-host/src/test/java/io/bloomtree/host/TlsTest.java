package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.bus.Address;
import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.edge.OfferFailedException;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds no certificate of the tree's CA can neither get nor change a verdict. */
class TlsTest {
  private static final String TREE = """
      tree: clicks
      filter: { expected: 10k }
      failure: { timeout: 4s }
      limits: { deadline: 20s }
      cluster: { members: ["%%s"], tls: %s }
      edges: [athens, berlin]
      """;
  private static final Endpoint ROOT = Endpoint.of(new NodeId("root"));

  @TempDir static Path directory;
  private static TestCertificates ours;
  private static TestCertificates foreign;

  private final ClusterBench bench = new ClusterBench();

  @BeforeAll static void makeCertificates() {
    ours = TestCertificates.in(directory.resolve("ours"));
    foreign = TestCertificates.in(directory.resolve("foreign"));
  }

  @AfterEach void close() {
    bench.close();
  }

  private Topology topology(TestCertificates certificates) {
    return bench.topology(TREE.formatted(certificates.yaml()));
  }

  @Test void membersOfOneCaTalk() {
    bench.host(topology(ours).network(), 0);
    EdgeAgent athens = bench.agent(topology(ours), "athens");

    assertThat(await(athens.offer("click")).isDistinct()).isTrue();
    assertThat(await(bench.agent(topology(ours), "berlin").offer("click")).isDistinct()).isFalse();
  }

  @Test void whoSpeaksPlainTextIsRefused() {
    bench.host(topology(ours).network(), 0);
    Topology plain = bench.topology(TREE.formatted("x").replace(", tls: x", ""));

    assertThatThrownBy(() -> bench.agent(plain, "athens"))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("theirs=tls, ours=no tls");
  }

  @Test void aForeignAgentGetsNoVerdict() {
    NodeHost root = bench.host(topology(ours).network(), 0);
    EdgeAgent intruder = bench.agent(topology(foreign), "athens");

    assertThatThrownBy(() -> await(intruder.offer("click")))
        .isInstanceOf(OfferFailedException.class).hasMessageContaining("PARENT_AWAY");
    assertThat(await(root.report()).get(0).count(Tally.Count.TESTS)).isZero();
  }

  @Test void aForeignMemberCanNeitherConfirmAnEventNorHearOfOne() {
    Topology topology = topology(ours);
    NodeHost root = bench.host(topology.network(), 0);
    EdgeAgent athens = bench.agent(topology, "athens");
    TreeCluster intruder = bench.join(
        topology(foreign).network(),
        Joining.agents(List.of(new NodeId("berlin")), ClusterBench.anywhere()));
    String address = Address.of("clicks", ROOT).path();
    // it confirms what nobody has delivered: the event would be lost
    intruder.vertx().eventBus().send(address, confirmOf(topology, "click"));
    // and it says that it is the root: the registry believes it
    var heard = new AtomicInteger();
    await(intruder.vertx().eventBus().consumer(address, message -> heard.incrementAndGet())
        .completion());

    assertThat(await(athens.offer("click")).isDistinct()).isTrue();
    assertThat(await(athens.offer("another")).isDistinct()).isTrue();

    assertThat(heard).hasValue(0);
    assertThat(await(root.report()).get(0).count(Tally.Count.REFUSED_PACKETS)).isZero();
  }

  private static byte[] confirmOf(Topology topology, String key) {
    var confirms = new ConfirmFrame.Builder(1);
    confirms.add(
        topology.keyHash().fingerprint(key), new Source(new NodeId("berlin"), 1), 1, 0, 0);
    return new Packet(
        topology.identity().tree().digest(), topology.epoch(), Endpoint.of(new NodeId("berlin")),
        1, 1, List.of(confirms.build())).encode();
  }

  @Test void filesThatAreNotThereAreNamed() {
    Topology topology = bench.topology(TREE.formatted(
        new TestCertificates(directory.resolve("missing.crt"), ours.key(), ours.ca()).yaml()));

    assertThatThrownBy(() -> bench.host(topology.network(), 0))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("cluster.tls.cert").hasMessageContaining("missing.crt");
  }

  @Test void filesThatHoldSomethingElseAreNamedAtOnce() {
    Topology topology = bench.topology(TREE.formatted(
        new TestCertificates(ours.cert(), ours.cert(), ours.ca()).yaml()));

    assertThatThrownBy(() -> bench.host(topology.network(), 0))
        .isInstanceOf(ClusterJoinException.class)
        .hasMessageContaining("cluster.tls.key must be a PEM file")
        .hasMessageContaining(ours.cert().toString())
        .hasMessageContaining("PRIVATE KEY");
  }
}
