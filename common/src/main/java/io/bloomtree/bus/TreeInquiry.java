package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.io.IOException;
import java.time.Duration;

/** Puts questions to slices and agents of a tree, wherever they run. Thread-safe. */
public final class TreeInquiry {
  private final Vertx vertx;
  private final Network network;
  private final DeliveryOptions options;

  /**
   * @param vertx on the event bus of the tree
   * @param patience how long to wait for an answer
   */
  public TreeInquiry(Vertx vertx, Network network, Duration patience) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.network = requireNonNull(network, "network");
    this.options = new DeliveryOptions().setSendTimeout(patience.toMillis());
  }

  public Network network() {
    return network;
  }

  /** The answer of a slice; fails with an {@link UnansweredException} if it gives none. */
  public <A> Future<A> ask(Endpoint slice, Question<A> question) {
    String address = Address.of(network.topology().tree(), slice).questions().path();
    return vertx.eventBus()
        .<Object>request(address, QuestionFormat.bytes(question), options)
        .transform(reply -> reply.failed()
            ? Future.failedFuture(new UnansweredException(slice, reply.cause().getMessage()))
            : read(slice, reply.result().body(), question.answerType()));
  }

  private static <A> Future<A> read(Endpoint slice, Object body, Class<A> type) {
    try {
      return Future.succeededFuture(QuestionFormat.read(body, type));
    } catch (IOException e) {
      return Future.failedFuture(
          new UnansweredException(slice, "its answer makes no sense: " + e.getMessage()));
    }
  }
}
