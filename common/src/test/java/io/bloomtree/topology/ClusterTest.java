package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.topology.ClusterSpec.Tls;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Topologies of more than one process. */
class ClusterTest {
  private static final String TWO_HOSTS = """
      tree: t
      filter: { expected: 10k }
      cluster:
        members: [10.0.0.1:5701, '[::1]:5702']
        hosts: { core-2: 10.0.0.2:7000, shop: 10.9.0.1:5701 }
      root: { slices: { count: 5, scheme: vertical }, hosts: [core-1, core-2] }
      regions:
        - id: eu
          host: ath-1
          slices: { count: 2 }
          regions: [{ id: south, host: core-2, edges: [{ id: a, fallback: [north] }] }]
        - id: us
          host: core-1
          regions:
            - { id: north, host: core-1, fallback: [eu], edges: [{ id: b, host: shop }] }
      """;

  private static Topology topology(String text) {
    return Topology.parse("t.yaml", text);
  }

  private static Topology example(String name) {
    Path file = TopologyTest.ownFile().resolveSibling("examples").resolve(name);
    return Topology.read(file);
  }

  private static List<String> names(List<Endpoint> slices) {
    return slices.stream().map(Endpoint::toString).toList();
  }

  @Test void everythingThatIsWrittenAboutAClusterArrives() {
    Topology topology = topology("""
        tree: t
        limits: { inbox: 1k }
        cluster:
          members: [10.0.0.1:5701, '[::1]:5702']
          hosts: { core-1: 10.0.0.1:5701 }
          wait: 1s
          insecure: true
          tls: { cert: c.pem, key: k.pem, ca: ca.pem }
        root: { hosts: [core-1] }
        edges: [a]
        """);

    assertThat(topology.cluster()).hasValue(new ClusterSpec(
        List.of(new HostPort("10.0.0.1", 5701), new HostPort("::1", 5702)),
        Map.of("core-1", new HostPort("10.0.0.1", 5701)),
        Optional.of(new Tls("c.pem", "k.pem", "ca.pem")),
        true,
        Duration.ofSeconds(1)));
    assertThat(topology.limits().inbox()).isEqualTo(1000);
  }

  @Test void aClusterNeedsNoMoreThanItsMembers() {
    ClusterSpec cluster =
        topology("{ tree: t, cluster: { members: ['a:1'] }, edges: [a] }").cluster().orElseThrow();

    assertThat(cluster).isEqualTo(new ClusterSpec(
        List.of(new HostPort("a", 1)), Map.of(), Optional.empty(), false, Duration.ofMinutes(1)));
  }

  @Test void aTopologyWithoutAClusterHasNoneByDefault() {
    Topology topology = topology("{ tree: t, edges: [a] }");

    assertThat(topology.cluster()).isEmpty();
    assertThat(topology.hosts()).isEmpty();
    assertThat(topology.limits().inbox()).isEqualTo(4096);
    assertThat(topology.root().fallback()).isEmpty();
    assertThat(topology.plan().hosts()).isEmpty();
  }

  @Test void aHostListensWhereTheTopologySaysOrUnderItsName() {
    ClusterSpec cluster = topology(TWO_HOSTS).cluster().orElseThrow();

    assertThat(cluster.address("core-2")).hasToString("10.0.0.2:7000");
    assertThat(cluster.address("core-1")).hasToString("core-1:5701");
    assertThat(ClusterSpec.busAddress(cluster.address("core-2"))).hasToString("10.0.0.2:8000");
  }

  @Test void aMemberLeavesRoomForItsEventBus() {
    assertThat(ClusterSpec.busAddress(new HostPort("a", 64_535)).port()).isEqualTo(65_535);
    assertThatThrownBy(() -> ClusterSpec.busAddress(new HostPort("a", 64_536)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("member port must be <= 64535: a:64536");
  }

  @Test void slicesOfTheRootGoRoundItsHostsAndThoseOfARegionStayTogether() {
    Topology topology = topology(TWO_HOSTS);
    Network network = topology.network();

    assertThat(topology.hosts()).containsExactly("core-1", "core-2", "ath-1");
    assertThat(names(network.hostedBy("core-1")))
        .containsExactly("root/0", "root/2", "root/4", "us/0", "north/0");
    assertThat(names(network.hostedBy("core-2"))).containsExactly("root/1", "root/3", "south/0");
    assertThat(names(network.hostedBy("ath-1"))).containsExactly("eu/0", "eu/1");
    assertThat(network.hostedBy("shop")).as("an agent's host runs no slices").isEmpty();
    assertThat(names(network.slicesOf(new NodeId("eu")))).containsExactly("eu/0", "eu/1");
    assertThat(names(network.slicesOf(new NodeId("a")))).containsExactly("a/0");
  }

  @Test void anUnknownHostIsRefusedWithTheNearestOne() {
    Network network = topology(TWO_HOSTS).network();

    assertThatThrownBy(() -> network.hostedBy("ath-2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such host in tree t: host=ath-2, did you mean 'ath-1'?");
  }

  @Test void fallbacksAreANodesOwnAndKeepTheirOrder() {
    Topology topology = example("three-regions.yaml");
    Network network = topology.network();

    assertThat(network.node(new NodeId("berlin-1")).fallback())
        .containsExactly(new NodeId("us"), new NodeId("asia"));
    assertThat(topology(TWO_HOSTS).network().node(new NodeId("b")).fallback())
        .as("not that of the region that encloses it").isEmpty();
  }

  @Test void theMemoryOfHostsIsThatOfTheirSlices() {
    Plan plan = topology(TWO_HOSTS).plan();
    long edges = plan.nodes().stream()
        .filter(node -> node.role() == TopologyNode.Role.EDGE)
        .mapToLong(NodePlan::memoryBytes).sum();

    assertThat(plan.hosts()).extracting(HostPlan::host)
        .containsExactly("core-1", "core-2", "ath-1");
    assertThat(plan.hosts().stream().mapToLong(HostPlan::memoryBytes).sum())
        .isEqualTo(plan.memoryBytes() - edges);
    assertThat(plan.hosts().get(2).memoryBytes()).isEqualTo(plan.nodes().stream()
        .filter(node -> node.id().equals(new NodeId("eu"))).findFirst().orElseThrow()
        .memoryBytes());
    assertThat(plan.hosts().get(1).address()).hasToString("10.0.0.2:7000");
  }

  @Test void theDigestLeavesOutWhatMayDifferBetweenHosts() {
    String written = """
        tree: t
        cluster: { members: ['a:1'], hosts: { b: 'b:1' }, wait: 5s, insecure: true,
          tls: { cert: c, key: k, ca: a } }
        root: { hosts: [b] }
        edges: [a]
        """;
    long digest = topology(written).digest();

    assertThat(topology(written.replace("wait: 5s, ", "")).digest()).isEqualTo(digest);
    assertThat(topology(written + "data: /var/lib/bloomtree\nfsync: each\n").digest())
        .isEqualTo(digest);
    assertThat(topology(written.replace("insecure: true,", "")).digest()).isEqualTo(digest);
    assertThat(topology(written.replace("key: k", "key: /etc/k")).digest()).isEqualTo(digest);
    assertThat(topology(written.replace(",\n  tls: { cert: c, key: k, ca: a }", "")).digest())
        .isEqualTo(digest);
    assertThat(topology(written + "http: { body: 2MiB }\n").digest()).isEqualTo(digest);
    assertThat(topology(written
        .replace("[b] }", "[b], http: 8080 }").replace("[a]", "[{ id: a, http: 8081 }]")).digest())
        .isEqualTo(digest);
    assertThat(List.of(
        topology(written.replace("['a:1']", "['a:2']")).digest(),
        topology(written.replace("'b:1'", "'b:2'")).digest(),
        topology(written.replace("hosts: [b]", "hosts: [c]").replace("{ b:", "{ c:")).digest(),
        topology("{ tree: t, edges: [a] }").digest()))
        .doesNotContain(digest).doesNotHaveDuplicates();
  }

  @Test void theDigestKnowsFallbacks() {
    String written = "{ tree: t, regions: [{ id: r, edges: [{ id: a, fallback: [s, q] }] },"
        + " { id: s, edges: [b] }, { id: q, edges: [c] }] }";
    long digest = topology(written).digest();

    assertThat(topology(written.replace("[s, q]", "[q, s]")).digest()).isNotEqualTo(digest);
    assertThat(topology(written.replace(", fallback: [s, q]", "")).digest()).isNotEqualTo(digest);
  }

  @Test void theExampleOfThreeRegionsHasTwoMachinesForItsRoot() {
    Topology topology = example("three-regions.yaml");

    assertThat(topology.hosts()).containsExactly("core-1", "core-2", "fra-1", "nyc-1", "tyo-1");
    assertThat(topology.cluster().orElseThrow().tls()).isPresent();
    assertThat(topology.cluster().orElseThrow().insecure()).isFalse();
    assertThat(names(topology.network().hostedBy("core-2"))).containsExactly("root/1", "root/3");
  }

  @Test void theExampleForALaptopStaysOnLoopback() {
    Topology topology = example("laptop.yaml");
    ClusterSpec cluster = topology.cluster().orElseThrow();

    assertThat(topology.hosts()).containsExactly("core-1", "core-2", "east", "west");
    assertThat(cluster.tls()).isEmpty();
    assertThat(cluster.members()).extracting(HostPort::host).containsOnly("127.0.0.1");
    assertThat(cluster.hosts()).hasSize(7).allSatisfy((host, address) ->
        assertThat(address.host()).isEqualTo("127.0.0.1"));
  }
}
