package io.bloomtree.cluster;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * This process's place in the cluster of its tree: an event bus that reaches all others.
 * Thread-safe.
 */
public final class TreeCluster {
  private final Vertx vertx;
  private final HostPort address;

  TreeCluster(Vertx vertx, HostPort address) {
    this.vertx = vertx;
    this.address = address;
  }

  /**
   * Joins the cluster of a topology, or founds it.
   *
   * @param log takes a line for each thing that an operator wants to know
   * @throws IllegalArgumentException if the topology has no cluster
   */
  public static Future<TreeCluster> join(Network network, Joining joining, ClusterLog log) {
    requireNonNull(joining, "joining");
    requireNonNull(log, "log");
    ClusterSpec cluster = network.topology().cluster().orElseThrow(() ->
        new IllegalArgumentException(
            "the topology has no cluster to join: tree=" + network.topology().tree()));
    Promise<TreeCluster> joined = Promise.promise();
    // a thread of its own: looking for seeds and joining block
    Thread thread = new Thread(() -> {
      try {
        joined.complete(new JoinAttempt(network, cluster, joining, log).join());
      } catch (InterruptedException | RuntimeException e) {
        joined.fail(e);
      }
    }, "bloomtree-join");
    thread.setDaemon(true);
    thread.start();
    return joined.future();
  }

  /** The event bus, and what else Vert.x offers. */
  public Vertx vertx() {
    return vertx;
  }

  /** Where the process listens for members. */
  public HostPort address() {
    return address;
  }

  /** Leaves the cluster. */
  public Future<Void> leave() {
    return vertx.close();
  }
}
