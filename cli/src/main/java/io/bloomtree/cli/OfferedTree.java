package io.bloomtree.cli;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.tree.Resolution;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A running tree, as a stream meets it. Thread-safe. */
interface OfferedTree extends AutoCloseable {

  Network network();

  /** Where events can be offered. */
  List<NodeId> edges();

  /** Offers events at an edge. Whoever goes on with the result must not block. */
  CompletionStage<List<Resolution>> offerAll(NodeId edge, byte[][] keys);

  /** What each slice of each node has counted. */
  List<NodeReport> report();

  @Override void close();

  /**
   * The running tree that the topology's cluster is, with agents of these edges in this process; or
   * without a cluster, all of the tree in this process.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   */
  static OfferedTree of(Topology topology, List<NodeId> edges) {
    return topology.cluster().isPresent()
        ? JoinedTree.join(topology, edges) : embedded(topology);
  }

  /** As {@link #of(Topology, List)}, with agents of every edge. */
  static OfferedTree of(Topology topology) {
    return of(topology, topology.nodes().stream()
        .filter(node -> node.role() == TopologyNode.Role.EDGE)
        .map(TopologyNode::id)
        .toList());
  }

  /** All of the tree in this process, which it is given the time for. */
  static OfferedTree embedded(Topology topology) {
    var tree = EmbeddedTree.start(Patience.with(topology));
    return new OfferedTree() {
      @Override public Network network() {
        return tree.network();
      }

      @Override public List<NodeId> edges() {
        return tree.edges();
      }

      @Override public CompletionStage<List<Resolution>> offerAll(NodeId edge, byte[][] keys) {
        return tree.agent(edge).offerAll(keys).toCompletionStage();
      }

      @Override public List<NodeReport> report() {
        return tree.report();
      }

      @Override public void close() {
        tree.close();
      }
    };
  }
}
