package io.bloomtree.edge;

import io.vertx.core.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures in tests, never for ever. */
final class Awaiting {
  private static final long SECONDS = 60;

  private Awaiting() {}

  static <T> T await(Future<T> future) {
    CompletableFuture<T> waiting = future.toCompletionStage().toCompletableFuture();
    try {
      return waiting.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("no result within " + SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
