package io.bloomtree.bench;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Tally.Count;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What the JVMs of a cluster have in common, whichever nodes they run. */
final class Member {
  private static final long PATIENCE_SECONDS = 150;

  /** Kept: a logger that nobody holds forgets its level. */
  private static final Logger ALL = Logger.getLogger("");

  private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");
  private static final Logger CONNECTIONS = Logger.getLogger("io.vertx.core.net");

  private Member() {}

  /** Joins the tree's cluster, and says nothing unless something goes wrong. */
  static Vertx join(Network network, Joining joining) throws InterruptedException {
    ALL.setLevel(Level.WARNING);
    // both complain of every member that leaves without a word, as all do here
    HAZELCAST.setLevel(Level.SEVERE);
    CONNECTIONS.setLevel(Level.OFF);
    return await(TreeCluster.join(network, joining, line -> { })).vertx();
  }

  static <T> T await(Future<T> future) throws InterruptedException {
    try {
      return future.toCompletionStage().toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the slices of one JVM have counted together. */
  static Map<String, Double> figures(List<NodeReport> reports) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Count count : Count.values()) {
      figures.put(count.name(), sum(reports, report -> report.count(count)));
    }
    figures.put("BYTES_SENT", sum(reports, NodeReport::bytesSent));
    figures.put("MALFORMED", sum(reports, NodeReport::malformedPackets));
    figures.put("FLOODED", sum(reports, NodeReport::floodedPackets));
    return figures;
  }

  private static double sum(
      List<NodeReport> reports, ToLongFunction<NodeReport> figure) {
    return reports.stream().mapToLong(figure).sum();
  }
}
