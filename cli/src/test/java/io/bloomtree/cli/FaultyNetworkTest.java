package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bloomtree.cli.FaultProxy.Mode;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of a stream while the network between the processes of a tree misbehaves: every
 * event bus is reached through a {@link FaultProxy}. Nobody loses state, so P2 has no excuse but
 * degraded verdicts.
 */
@Order(5)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultyNetworkTest {
  private static final int MORE = 300;

  @TempDir static Path directory;

  private final Vertx vertx = Vertx.vertx();
  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final List<FaultProxy> proxies = new ArrayList<>();
  private final List<EdgeAgent> agents = new ArrayList<>();
  private Network network;
  private int port;

  @BeforeAll
  void startTree() {
    port = FreePorts.first();
    network = Topology.parse("test.yaml", """
        tree: faulty
        filter: { expected: 100k, fpp: 1e-9 }
        failure: { timeout: 2s, lease: 3m }
        limits: { deadline: 6s }
        cluster: { members: [127.0.0.1:%d] }
        root: { slices: { count: 2 } }
        regions:
          - { id: eu, edges: [athens-1] }
          - { id: us, edges: [boston-1] }
        """.formatted(port)).network();
    host("root");
    host("eu");
    host("us");
    agent("athens-1");
    agent("boston-1");
  }

  private void host(String id) {
    var node = new NodeId(id);
    TreeCluster cluster = join(at -> Joining.nodes(List.of(node), at));
    NodeHost.start(cluster.vertx(), network, network.slicesOf(node)).await();
  }

  private void agent(String id) {
    var edge = new NodeId(id);
    TreeCluster cluster = join(at -> Joining.agents(List.of(edge), Optional.of(at)));
    EdgeAgent agent = EdgeAgent.start(cluster.vertx(), network, edge).await();
    closing.push(() -> agent.close().await());
    agents.add(agent);
  }

  private interface Listening {
    Joining at(HostPort address);
  }

  /** A member behind a proxy. */
  private TreeCluster join(Listening listening) {
    var address = new HostPort("127.0.0.1", port++);
    var proxy = new FaultProxy(ClusterSpec.busAddress(address));
    closing.push(proxy::close);
    proxies.add(proxy);
    TreeCluster cluster = TreeCluster.join(
        network, listening.at(address).advertising(proxy.address()), ClusterLog.named("")).await();
    closing.push(() -> cluster.leave().await());
    return cluster;
  }

  @AfterAll
  void stopTree() {
    closing.forEach(Runnable::run);
    vertx.close().await();
  }

  /** The same stream at both edges. */
  private final class Streams {
    private final List<Path> logs = new ArrayList<>();
    private final List<ClaimStream> streams = new ArrayList<>();

    Streams(String prefix) throws IOException {
      for (EdgeAgent agent : agents) {
        Path log = directory.resolve(prefix + "-" + agent.id() + ".tsv");
        logs.add(log);
        streams.add(new ClaimStream(
            vertx, agent, prefix, logs.size(), VerdictLog.create(log)).start());
      }
    }

    void awaitMore() {
      int[] before = streams.stream().mapToInt(ClaimStream::ended).toArray();
      await("streams go on").atMost(ChildProcess.PATIENCE).untilAsserted(() -> {
        for (int i = 0; i < before.length; i++) {
          assertThat(streams.get(i).ended()).isGreaterThanOrEqualTo(before[i] + MORE);
        }
      });
    }

    void awaitFailures() {
      await("offers fail").atMost(ChildProcess.PATIENCE).untilAsserted(() ->
          assertThat(VerdictCheck.of(logs).report().told().failed()).isPositive());
    }

    void finishAndCheck() throws BadInputException {
      int keys = streams.stream().mapToInt(stream -> stream.hold().await()).max().orElseThrow();
      List<Future<Void>> ends = streams.stream().map(stream -> stream.finish(keys)).toList();
      ends.forEach(end -> end.await());
      OfferedStream.assertOnce(keys, logs);
    }
  }

  private void setAll(Mode mode) {
    proxies.forEach(proxy -> proxy.set(mode));
  }

  @ParameterizedTest
  @EnumSource(value = Mode.class, names = {"DROP", "HALF_OPEN", "RESET", "CUT"})
  void streamOutlivesANetworkThatLetsNothingThrough(Mode mode) throws Exception {
    var streams = new Streams(mode.name());
    streams.awaitMore();

    setAll(mode);
    streams.awaitFailures();
    setAll(Mode.PASS);
    streams.awaitMore();

    streams.finishAndCheck();
  }

  @ParameterizedTest
  @EnumSource(value = Mode.class, names = {"DELAY", "SLOW"})
  void streamGoesOnWhileTheNetworkIsSlow(Mode mode) throws Exception {
    var streams = new Streams(mode.name());
    streams.awaitMore();

    setAll(mode);
    streams.awaitMore();
    setAll(Mode.PASS);
    streams.awaitMore();

    streams.finishAndCheck();
  }

  @Test
  void streamOverALongWayIsDeliveredOnce() throws Exception {
    setAll(Mode.DELAY);
    try {
      var streams = new Streams("long-way");
      streams.awaitMore();
      streams.awaitMore();

      streams.finishAndCheck();
    } finally {
      setAll(Mode.PASS);
    }
  }
}
