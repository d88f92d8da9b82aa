package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Set;

/** All requests under way, and whether there may be more. One event loop's. */
final class Calls {
  private final Vertx vertx;
  private final Connections connections;
  private final Refusals refusals;
  /** Those that must end before the process does. */
  private final Set<Call> open = new HashSet<>();
  /** Null unless somebody waits for the last of them. */
  private Promise<Void> awaited;
  private boolean isDraining;

  Calls(Vertx vertx, Connections connections, Refusals refusals) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.connections = requireNonNull(connections, "connections");
    this.refusals = requireNonNull(refusals, "refusals");
  }

  /** A request has arrived, as far as its head. */
  Call begin(HttpServerRequest request) {
    var call = new Call(vertx, request, refusals);
    connections.begin(call);
    return call;
  }

  /**
   * Takes a request, which will be answered before the process ends.
   *
   * @param isAlways whether even then, when it is about to
   * @throws ProblemException if it comes too late
   */
  void admit(Call call, boolean isAlways) {
    if (isDraining && !isAlways) {
      throw new ProblemException(ProblemType.OVERLOADED, "the process is about to end")
          .withHeader("Retry-After", "1");
    }
    open.add(call);
    call.over().onComplete(over -> {
      open.remove(call);
      if (open.isEmpty() && awaited != null) {
        Promise<Void> told = awaited;
        awaited = null;
        told.complete();
      }
    });
  }

  boolean isDraining() {
    return isDraining;
  }

  /** Takes no more, and has what is under way come to its end. */
  void drain() {
    isDraining = true;
    Set.copyOf(open).forEach(Call::drain);
  }

  /** Completes as soon as none is under way that was taken. */
  Future<Void> idle() {
    if (open.isEmpty()) {
      return Future.succeededFuture();
    }
    if (awaited == null) {
      awaited = Promise.promise();
    }
    return awaited.future();
  }
}
