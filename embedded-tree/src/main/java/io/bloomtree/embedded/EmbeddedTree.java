package io.bloomtree.embedded;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.bus.Residents;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A running tree, all of it in this process. It forgets everything when it is closed, unless its
 * topology says where to keep it ({@code data}). Thread-safe; its methods wait, so an event loop
 * must not call them.
 */
public final class EmbeddedTree implements AutoCloseable {
  private final Vertx vertx;
  private final Network network;
  private final NodeHost nodes;
  private final Map<NodeId, EdgeAgent> agents;

  private EmbeddedTree(
      Vertx vertx, Network network, NodeHost nodes, Map<NodeId, EdgeAgent> agents) {
    this.vertx = vertx;
    this.network = network;
    this.nodes = nodes;
    this.agents = agents;
    // agents would wait for nodes that are gone: so all that they have in hand fails at once
    nodes.failed().onSuccess(why -> vertx.close());
  }

  /**
   * Starts every node of the topology, with what it kept if it keeps anything, and returns when all
   * are ready.
   *
   * @throws java.util.concurrent.CompletionException if a node's state cannot be used; its cause
   *     says which and why
   */
  public static EmbeddedTree start(Topology topology) {
    requireMayWait();
    Network network = topology.network();
    Vertx vertx = Vertx.vertx();
    try {
      NodeHost nodes = await(NodeHost.start(vertx, network, network.slices()));
      Map<NodeId, EdgeAgent> agents = new LinkedHashMap<>();
      for (TopologyNode node : topology.nodes()) {
        if (node.role() == Role.EDGE) {
          agents.put(node.id(), await(EdgeAgent.start(vertx, network, node.id())));
        }
      }
      return new EmbeddedTree(vertx, network, nodes, agents);
    } catch (RuntimeException | Error e) {
      await(vertx.close());
      throw e;
    }
  }

  public Network network() {
    return network;
  }

  /** What the tree runs on: for those who ask it questions over its event bus. */
  public Vertx vertx() {
    return vertx;
  }

  /** The edges, in the order of the topology. */
  public List<NodeId> edges() {
    return List.copyOf(agents.keySet());
  }

  /**
   * The agent of an edge.
   *
   * @throws IllegalArgumentException if the topology has no such edge
   */
  public EdgeAgent agent(String edge) {
    return agent(new NodeId(edge));
  }

  /** The agent of an edge, as {@link #agent(String)} gives it. */
  public EdgeAgent agent(NodeId edge) {
    return Optional.ofNullable(agents.get(edge)).orElseThrow(() -> new IllegalArgumentException(
        "not an edge of tree " + network.topology().tree() + ": id=" + edge + ", role="
            + network.node(edge).role()));
  }

  /** What each slice of each node has counted; the root's slices first, the agents last. */
  public List<NodeReport> report() {
    requireMayWait();
    return Stream.concat(
            await(nodes.report()).stream(),
            agents.values().stream().map(EdgeAgent::report).map(EmbeddedTree::await))
        .toList();
  }

  /** All slices and agents, as those see them who look after this process. */
  public Residents residents() {
    return Residents.of(Stream.concat(
        nodes.residents().stream(), agents.values().stream().map(EdgeAgent::resident)).toList());
  }

  /** Why a node, or an agent, can no longer keep its state, if that is so: the tree has stopped. */
  public Optional<String> failed() {
    return Stream.concat(
            Stream.of(nodes.failed()), agents.values().stream().map(EdgeAgent::failed))
        .filter(Future::isComplete)
        .map(Future::result)
        .findFirst();
  }

  /** Lets the agents finish what they have in hand, and stops every node. */
  @Override public void close() {
    requireMayWait();
    await(Future.join(agents.values().stream().map(EdgeAgent::close).toList()));
    await(vertx.close());
  }

  private static void requireMayWait() {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("an event loop must not wait for a tree");
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
