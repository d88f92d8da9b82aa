package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * A future that completes on a context that its caller chose. Never within a step of the agent,
 * where what a caller's handler does could do harm. Made by the caller's thread, completed by the
 * agent's, or by the caller's before the agent has seen it.
 */
final class Reply<T> {
  private final Promise<T> promise = Promise.promise();
  private final Context context;
  private boolean isHere;

  /** A reply on that context, wherever the caller is. */
  Reply(Context context) {
    this.context = requireNonNull(context, "context");
  }

  /** A reply on the caller's own context, or on the agent's event loop if the caller has none. */
  static <T> Reply<T> toCaller(Context agent) {
    Context caller = Vertx.currentContext();
    return new Reply<>(caller == null ? agent : caller);
  }

  Future<T> future() {
    return promise.future();
  }

  /** Completes from now on at once, on this thread: nothing of it waits in any queue. */
  void answerHere() {
    isHere = true;
  }

  void complete(T value) {
    run(() -> promise.complete(value));
  }

  void fail(Throwable cause) {
    run(() -> promise.fail(cause));
  }

  private void run(Runnable completion) {
    if (isHere) {
      completion.run();
    } else {
      context.runOnContext(go -> completion.run());
    }
  }
}
