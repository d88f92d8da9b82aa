package io.bloomtree.cli;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
   * without a cluster, all of the tree in this process, with what it kept if it keeps anything.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   */
  static OfferedTree of(Topology topology, List<NodeId> edges) {
    return topology.cluster().isPresent()
        ? JoinedTree.join(topology, edges) : embedded(topology);
  }

  /**
   * The same with agents of every edge, for a stream that is judged. A tree in this process then
   * begins with nothing, since nobody could judge what an earlier stream has left.
   */
  static OfferedTree judged(Topology topology) {
    return topology.cluster().isPresent()
        ? JoinedTree.join(topology, topology.nodes().stream()
            .filter(node -> node.role() == TopologyNode.Role.EDGE)
            .map(TopologyNode::id)
            .toList())
        : judgedHere(topology);
  }

  /** All of the tree in this process, which it is given the time for; it begins with nothing. */
  static OfferedTree judgedHere(Topology topology) {
    return embedded(topology.keptNowhere());
  }

  /** Offers events to an agent; those that come after its end fail as those that it had in hand. */
  static CompletionStage<List<Resolution>> offered(EdgeAgent agent, byte[][] keys) {
    try {
      return agent.offerAll(keys).toCompletionStage();
    } catch (IllegalStateException closed) {
      Reason reason = agent.failed().isComplete() ? Reason.STATE_FAILED : Reason.CLOSED;
      return CompletableFuture.completedStage(
          Collections.nCopies(keys.length, new Failure(reason, agent.id())));
    }
  }

  /** All of the tree in this process, which it is given the time for. */
  static OfferedTree embedded(Topology topology) {
    return offering(EmbeddedTree.start(Patience.with(topology)));
  }

  /** A tree that runs in this process; closed with this. */
  static OfferedTree offering(EmbeddedTree tree) {
    return new OfferedTree() {
      @Override public Network network() {
        return tree.network();
      }

      @Override public List<NodeId> edges() {
        return tree.edges();
      }

      @Override public CompletionStage<List<Resolution>> offerAll(NodeId edge, byte[][] keys) {
        return offered(tree.agent(edge), keys);
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
