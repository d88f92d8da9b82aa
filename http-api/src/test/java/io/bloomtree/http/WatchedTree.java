package io.bloomtree.http;

import io.bloomtree.bus.Resident;
import io.bloomtree.bus.Residents;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A tree on one event bus whose nodes can be stopped one by one, and to which events are offered
 * all the time. Thread-safe; its methods wait.
 */
final class WatchedTree implements AutoCloseable {
  private static final long OFFER_EVERY_MILLIS = 20;
  private static final int KEYS = 400;

  private final Vertx vertx = Vertx.vertx();
  private final Network network;
  private final Map<NodeId, Running> nodes = new LinkedHashMap<>();
  private final Map<NodeId, EdgeAgent> agents = new LinkedHashMap<>();

  private record Running(NodeHost host, Set<String> deployments) {}

  WatchedTree(String topology) {
    this.network = Topology.parse("watched.yaml", topology).network();
    for (TopologyNode node : network.topology().nodes()) {
      if (node.role() == Role.EDGE) {
        agents.put(node.id(), await(EdgeAgent.start(vertx, network, node.id())));
      } else {
        start(node.id().value());
      }
    }
    agents.values().forEach(agent -> offerOnAndOn(vertx, agent));
  }

  /** The same few hundred keys again and again, a few of them at a time. */
  static void offerOnAndOn(Vertx vertx, EdgeAgent agent) {
    long[] count = {0};
    vertx.setPeriodic(OFFER_EVERY_MILLIS, tick -> {
      List<String> keys = List.of(
          "/page/" + count[0] % KEYS, "/page/" + count[0] * count[0] % KEYS,
          "/page/1", "/" + agent.id() + "/" + count[0]);
      count[0]++;
      agent.offerAll(keys);
    });
  }

  Network network() {
    return network;
  }

  EdgeAgent agent(String edge) {
    return agents.get(new NodeId(edge));
  }

  synchronized void start(String node) {
    var id = new NodeId(node);
    Set<String> others = Set.copyOf(vertx.deploymentIDs());
    NodeHost host = await(NodeHost.start(vertx, network, network.slicesOf(id)));
    Set<String> own = new HashSet<>(vertx.deploymentIDs());
    own.removeAll(others);
    nodes.put(id, new Running(host, own));
  }

  /** Stops a node at once, as a process ends that is killed: nobody is told. */
  synchronized void kill(String node) {
    nodes.remove(new NodeId(node)).deployments
        .forEach(deployment -> await(vertx.undeploy(deployment)));
  }

  /** Serves the console; the port is any if it is 0. */
  HttpApi serve(int port, Tokens tokens) {
    var config = new HttpConfig("127.0.0.1", port, network.topology().http(), tokens);
    List<Resident> residents =
        nodes.values().stream().flatMap(it -> it.host.residents().stream()).toList();
    return await(HttpApi.start(
        vertx, config, ServedProcess.of(network, Residents.of(residents))));
  }

  @Override public void close() {
    await(vertx.close());
  }

  static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
