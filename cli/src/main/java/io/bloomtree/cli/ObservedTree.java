package io.bloomtree.cli;

import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.topology.Network;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A tree as a member of its cluster sees it that runs nothing. Thread-safe. */
final class ObservedTree implements TreeSource {
  /** Who has seen enough does not wait for a cluster that is in trouble. */
  private static final Duration LEAVING = Duration.ofSeconds(5);

  private final TreeCluster cluster;
  private final TreeInquiry inquiry;

  private ObservedTree(TreeCluster cluster, TreeInquiry inquiry) {
    this.cluster = cluster;
    this.inquiry = inquiry;
  }

  /**
   * Joins the cluster.
   *
   * @param wait how long to look for a process of the tree
   * @param patience how long to wait for each slice's answer
   * @throws UnreachableTreeException if none is found, or it refuses
   */
  static ObservedTree join(Network network, Duration wait, Duration patience) {
    try {
      TreeCluster cluster = TreeCluster
          .join(network, Joining.observer().within(wait), ClusterLog.named(""))
          .toCompletionStage().toCompletableFuture().join();
      return new ObservedTree(cluster, new TreeInquiry(cluster.vertx(), network, patience));
    } catch (CompletionException e) {
      if (e.getCause() instanceof ClusterJoinException cause) {
        throw new UnreachableTreeException(cause.getMessage(), cause);
      }
      throw e;
    }
  }

  @Override public CompletableFuture<TreeView> view() {
    return inquiry.view().toCompletionStage().toCompletableFuture();
  }

  @Override public void close() {
    try {
      cluster.leave().toCompletionStage().toCompletableFuture()
          .get(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      ClusterLog.named("").warn("left the cluster without a word: " + e);
    }
  }
}
