package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * A future that completes where its caller is: on the caller's own context, or on the agent's event
 * loop if the caller has none. Never within a step of the agent, where what a caller's handler does
 * could do harm. Made by the caller's thread, completed by the agent's.
 */
final class Reply<T> {
  private final Promise<T> promise = Promise.promise();
  private final Context context;

  Reply(Context agent) {
    Context caller = Vertx.currentContext();
    this.context = caller == null ? requireNonNull(agent, "agent") : caller;
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
