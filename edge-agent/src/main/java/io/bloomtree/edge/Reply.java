package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * A future that completes on a context that its caller chose. Never within a step of the agent,
 * where what a caller's handler does could do harm. Made by the caller's thread, completed by the
 * agent's.
 */
final class Reply<T> {
  private final Promise<T> promise = Promise.promise();
  private final Context context;

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

  void complete(T value) {
    context.runOnContext(go -> promise.complete(value));
  }

  void fail(Throwable cause) {
    context.runOnContext(go -> promise.fail(cause));
  }
}
