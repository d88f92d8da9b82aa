package io.bloomtree.bench;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.edge.EdgeAgent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until an agent has nothing in hand: all that it confirmed is acknowledged. */
final class Settling {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private Settling() {}

  static void await(EdgeAgent agent) {
    long start = System.nanoTime();
    while (inHand(agent) > 0) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException(
            "confirms that nobody acknowledged: " + agent.id() + "=" + inHand(agent));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static long inHand(EdgeAgent agent) {
    NodeReport report = agent.report().toCompletionStage().toCompletableFuture().join();
    return report.tables().stream()
        .filter(table -> table.table().equals("outstanding"))
        .mapToLong(table -> table.size())
        .sum();
  }
}
