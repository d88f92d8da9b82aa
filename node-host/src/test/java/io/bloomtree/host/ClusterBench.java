package io.bloomtree.host;

import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Members of real clusters, in one JVM, on ports of their own. Closes in the opposite order what it
 * started. Owned by one test.
 */
final class ClusterBench implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final int port = freePorts();
  private final Deque<Runnable> started = new ArrayDeque<>();

  /** The first of twenty ports that nobody uses now, nor other modules, tested meanwhile. */
  private static int freePorts() {
    for (int attempt = 0; attempt < 100; attempt++) {
      int from = 18_000 + 20 * ThreadLocalRandom.current().nextInt(50);
      if (isFree(from) && isFree(from + 1000)) {
        return from;
      }
    }
    throw new IllegalStateException("no free ports");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  HostPort address(int member) {
    return new HostPort("127.0.0.1", port + member);
  }

  /** A topology whose cluster has its seed at member 0 of this bench; {@code %s} is its address. */
  Topology topology(String text) {
    return Topology.parse("test.yaml", text.formatted(address(0)));
  }

  /** Joins a cluster, which is left when the bench is closed. */
  TreeCluster join(Network network, Joining joining) {
    return closing(await(TreeCluster.join(network, joining, line -> { })));
  }

  TreeCluster closing(TreeCluster cluster) {
    started.push(() -> await(cluster.leave()));
    return cluster;
  }

  /** Runs some nodes of a tree as a member of their own. */
  NodeHost host(Network network, int member, String... ids) {
    List<NodeId> nodes = ids.length == 0
        ? network.topology().nodes().stream().filter(node -> node.role() != Role.EDGE)
            .map(node -> node.id()).toList()
        : List.of(ids).stream().map(NodeId::new).toList();
    TreeCluster cluster = join(network, Joining.nodes(nodes, address(member)));
    List<Endpoint> slices =
        nodes.stream().flatMap(node -> network.slicesOf(node).stream()).toList();
    return await(NodeHost.start(cluster.vertx(), network, slices));
  }

  EdgeAgent agent(Topology topology, String edge) {
    EdgeAgent agent = await(EdgeAgent.join(topology, edge));
    started.push(() -> await(agent.close()));
    return agent;
  }

  static Optional<HostPort> anywhere() {
    return Optional.empty();
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new CompletionException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override public void close() {
    while (!started.isEmpty()) {
      started.pop().run();
    }
  }
}
