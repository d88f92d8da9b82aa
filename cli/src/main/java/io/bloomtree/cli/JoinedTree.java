package io.bloomtree.cli;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Agents in this process of a tree that runs elsewhere. Thread-safe. */
final class JoinedTree implements OfferedTree {
  private final Network network;
  private final TreeCluster cluster;
  private final Map<NodeId, EdgeAgent> agents = new LinkedHashMap<>();

  private JoinedTree(Network network, TreeCluster cluster) {
    this.network = network;
    this.cluster = cluster;
  }

  /**
   * Joins the cluster and starts the agents.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   * @throws io.bloomtree.bus.AlreadyRunningException if an agent runs in another process
   */
  static JoinedTree join(Topology topology, List<NodeId> edges) {
    Network network = topology.network();
    var joining = edges.size() == 1
        ? Joining.agent(network, edges.get(0)) : Joining.agents(edges, Optional.empty());
    var tree = new JoinedTree(network, await(
        TreeCluster.join(network, joining, ClusterLog.named(""))));
    try {
      for (NodeId edge : edges) {
        tree.agents.put(edge, await(EdgeAgent.start(tree.cluster.vertx(), network, edge)));
      }
      return tree;
    } catch (RuntimeException e) {
      tree.close();
      throw e;
    }
  }

  @Override public Network network() {
    return network;
  }

  @Override public List<NodeId> edges() {
    return List.copyOf(agents.keySet());
  }

  @Override public CompletionStage<List<Resolution>> offerAll(NodeId edge, byte[][] keys) {
    return OfferedTree.offered(agents.get(edge), keys);
  }

  /** Those of the agents: what other processes count is theirs to tell. */
  @Override public List<NodeReport> report() {
    return agents.values().stream().map(EdgeAgent::report).map(JoinedTree::await).toList();
  }

  @Override public void close() {
    await(Future.join(agents.values().stream().map(EdgeAgent::close).toList())
        .eventually(cluster::leave));
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
