package io.bloomtree.cli;

import io.bloomtree.cluster.ClusterLog;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/** How processes end that run until a signal comes. */
final class LongRun {
  static final ClusterLog LOG = ClusterLog.named("");
  /** Leaving the cluster takes no longer, or will not succeed. */
  private static final Duration LEAVING = Duration.ofSeconds(15);

  private LongRun() {}

  /**
   * Has a process take no new work, answer what is in hand, and leave, when a signal comes. Then it
   * ends as one that did what it was asked to, whatever signal it was.
   *
   * @param patience how long that may take, but for leaving
   * @param isForced whether it has ended already, for a reason of its own
   * @param done what to say then
   */
  static void drainAtEnd(
      Duration patience, BooleanSupplier isForced, Supplier<Future<Void>> drain, String done) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      boolean forced = isForced.getAsBoolean();
      LOG.info(forced ? "leaving" : "draining");
      try {
        drain.get().toCompletionStage().toCompletableFuture()
            .get(patience.plus(LEAVING).toMillis(), TimeUnit.MILLISECONDS);
        LOG.info(done);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        LOG.warn(done + " without a word: " + e);
      }
      Runtime.getRuntime().halt(forced ? ExitCode.SOFTWARE : ExitCode.OK);
    }, "bloomtree-drain"));
  }

  static <T> T await(Future<T> future) throws InterruptedException {
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
