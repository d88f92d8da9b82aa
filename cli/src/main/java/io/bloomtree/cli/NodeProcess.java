package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.ExitCode;

/** Runs slices of a tree in this process until a signal ends it. Used once. */
final class NodeProcess {
  private static final ClusterLog LOG = ClusterLog.named("");
  /** Leaving the cluster takes no longer, or will not succeed. */
  private static final Duration LEAVING = Duration.ofSeconds(15);

  private final Network network;
  private final HostPort listen;
  private final List<Endpoint> slices;

  NodeProcess(Network network, HostPort listen, List<Endpoint> slices) {
    this.network = requireNonNull(network, "network");
    this.listen = requireNonNull(listen, "listen");
    this.slices = List.copyOf(slices);
  }

  /**
   * Returns only if another process takes its place, or it cannot keep its state.
   *
   * @throws io.bloomtree.cluster.ClusterJoinException if the cluster cannot be joined
   * @throws io.bloomtree.bus.AlreadyRunningException if another process runs one of the slices
   * @throws io.bloomtree.filter.StorageException if what a slice has kept cannot be used
   */
  int run() throws InterruptedException {
    var joining = Joining.nodes(slices.stream().map(Endpoint::node).distinct().toList(), listen);
    TreeCluster cluster = await(TreeCluster.join(network, joining, LOG));
    NodeHost host = start(cluster);
    Runtime.getRuntime().addShutdownHook(
        new Thread(() -> end(cluster, host), "bloomtree-drain"));
    LOG.info("running " + slices.stream().map(Endpoint::toString).collect(joining(", ")));
    LOG.warn("ends: " + await(Future.any(host.fenced(), host.failed())
        .map(first -> host.failed().isComplete()
            ? host.failed().result() : host.fenced().result())));
    return ExitCode.SOFTWARE;
  }

  private NodeHost start(TreeCluster cluster) throws InterruptedException {
    try {
      return await(NodeHost.start(cluster.vertx(), network, slices));
    } catch (RuntimeException e) {
      await(cluster.leave());
      throw e;
    }
  }

  /**
   * Takes no new work, has what is in hand answered, and leaves. Then the process ends as one that
   * did what it was asked to, whatever signal it was.
   */
  private void end(TreeCluster cluster, NodeHost host) {
    int levels = (int) slices.stream()
        .map(slice -> network.place(slice.node()).level()).distinct().count();
    Duration patience =
        network.topology().limits().deadline().multipliedBy(levels).plus(LEAVING);
    boolean isForced = host.fenced().isComplete() || host.failed().isComplete();
    LOG.info(isForced ? "leaving" : "draining");
    try {
      host.drain().eventually(cluster::leave).toCompletionStage().toCompletableFuture()
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
      LOG.info("left the cluster");
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      LOG.warn("left the cluster without a word: " + e);
    }
    Runtime.getRuntime().halt(isForced ? ExitCode.SOFTWARE : ExitCode.OK);
  }

  private static <T> T await(Future<T> future) throws InterruptedException {
    try {
      return future.toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
