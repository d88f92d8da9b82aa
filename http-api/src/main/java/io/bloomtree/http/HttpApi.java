package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A running server: the API of a process, and the console. Thread-safe. */
public final class HttpApi {
  /** How long it waits for slices and agents when somebody looks: who is slower is away. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final HttpVerticle verticle;
  /** Null until somebody closes it. */
  private Future<Void> closed;

  private HttpApi(Vertx vertx, HttpVerticle verticle) {
    this.vertx = vertx;
    this.verticle = verticle;
  }

  /**
   * Starts to listen. The future fails with an {@link HttpStartException} if the address is taken,
   * or a file of {@code http.tls} cannot be used.
   *
   * @param vertx on the event bus of the tree
   */
  public static Future<HttpApi> start(Vertx vertx, HttpConfig config, ServedProcess process) {
    requireNonNull(vertx, "vertx");
    var verticle = new HttpVerticle(config, process);
    return vertx.deployVerticle(verticle).transform(started -> started.succeeded()
        ? Future.succeededFuture(new HttpApi(vertx, verticle))
        : Future.failedFuture(new HttpStartException("cannot speak HTTP at " + config.host() + ":"
            + config.port() + ": " + started.cause().getMessage(), started.cause())));
  }

  /** Where it listens, as a browser takes it. */
  public URI uri() {
    return verticle.uri();
  }

  public int port() {
    return uri().getPort();
  }

  /** What can be asked, as {@code GET /v1/tree}. */
  List<String> operations() {
    return verticle.operations().stream()
        .map(operation -> operation.method() + " " + operation.path()).toList();
  }

  /**
   * Takes no more requests, has those that were begun answered and claims settled (no longer than
   * the topology's {@code limits.deadline}), and stops.
   */
  public synchronized Future<Void> close() {
    if (closed == null) {
      closed = verticle.drain().compose(done -> vertx.undeploy(verticle.deploymentID()));
    }
    return closed;
  }
}
