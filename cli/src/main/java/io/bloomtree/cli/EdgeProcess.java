package io.bloomtree.cli;

import static io.bloomtree.cli.LongRun.LOG;
import static io.bloomtree.cli.LongRun.await;
import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.Residents;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import picocli.CommandLine.ExitCode;

/** Runs the agent of an edge for producers that speak HTTP, until a signal ends it. Used once. */
final class EdgeProcess {
  private final Network network;
  private final NodeId edge;
  private final HttpConfig http;

  EdgeProcess(Network network, NodeId edge, HttpConfig http) {
    this.network = requireNonNull(network, "network");
    this.edge = requireNonNull(edge, "edge");
    this.http = requireNonNull(http, "http");
  }

  /** An agent that runs, and how to end it and all that runs for it. */
  private record Running(Vertx vertx, EdgeAgent agent, Residents residents, Runnable close) {}

  /**
   * Returns only if another process takes the agent's place, or it cannot keep its state.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   * @throws io.bloomtree.bus.AlreadyRunningException if another process runs the agent
   * @throws io.bloomtree.filter.StorageException if what it has kept cannot be used
   * @throws io.bloomtree.http.HttpStartException if it cannot speak HTTP where it should
   */
  int run() throws InterruptedException {
    Running running = network.topology().cluster().isPresent() ? joined() : embedded();
    EdgeAgent agent = running.agent;
    HttpApi api;
    try {
      api = await(HttpApi.start(running.vertx, http,
          ServedProcess.of(network, running.residents).offeringTo(agent)));
    } catch (RuntimeException e) {
      running.close.run();
      throw e;
    }
    LongRun.drainAtEnd(
        network.topology().limits().deadline().multipliedBy(2),
        () -> agent.fenced().isComplete() || agent.failed().isComplete(),
        () -> api.close().eventually(() -> ended(running.close)),
        network.topology().cluster().isPresent() ? "left the cluster" : "stopped");
    LOG.info("running " + edge + ", API at " + api.uri());
    LOG.warn("ends: " + await(Future.any(
        agent.fenced().map(by -> edge + " gave way to " + by),
        agent.failed().map(why -> edge + " cannot keep its state: " + why))
        .map(first -> first.isComplete(0) ? first.resultAt(0) : first.resultAt(1))));
    return ExitCode.SOFTWARE;
  }

  private Running joined() throws InterruptedException {
    TreeCluster cluster =
        await(TreeCluster.join(network, Joining.agent(network, edge), LOG));
    try {
      EdgeAgent agent = await(EdgeAgent.start(cluster.vertx(), network, edge));
      return new Running(cluster.vertx(), agent, Residents.of(List.of(agent.resident())),
          () -> agent.close().eventually(cluster::leave).toCompletionStage()
              .toCompletableFuture().join());
    } catch (RuntimeException e) {
      await(cluster.leave());
      throw e;
    }
  }

  /** Without a cluster the tree is nobody else's. */
  private Running embedded() {
    var tree = EmbeddedTree.start(network.topology());
    return new Running(tree.vertx(), tree.agent(edge), tree.residents(), tree::close);
  }

  private static Future<Void> ended(Runnable close) {
    Promise<Void> ended = Promise.promise();
    Thread thread = new Thread(() -> {
      try {
        close.run();
        ended.complete();
      } catch (RuntimeException e) {
        ended.fail(e);
      }
    }, "bloomtree-leave");
    thread.setDaemon(true);
    thread.start();
    return ended.future();
  }
}
