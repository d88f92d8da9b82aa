package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  /**
   * The whole tree as it is now: all slices and agents are asked at once, and who does not answer
   * is away. Never fails for what one of them does.
   */
  public Future<TreeView> view() {
    List<Endpoint> all = network.places().stream()
        .flatMap(place -> network.slicesOf(place.self().id()).stream()).toList();
    Topology topology = network.topology();
    return askAll(all, new Question.Report()).map(reports -> new TreeView(
        topology.tree(),
        topology.epoch(),
        topology.mode().name().toLowerCase(Locale.ROOT),
        System.currentTimeMillis(),
        Build.version(),
        network.places().stream().map(place -> NodeView.of(network, place, reports)).toList()));
  }

  /**
   * Which nodes would take an event for a copy, in the order of {@link Network#places}. Slices are
   * asked that the event belongs to; those that do not answer are left out.
   */
  public Future<List<NodeSighting>> sight(long fingerprint) {
    Map<NodeId, List<Endpoint>> slices = new LinkedHashMap<>();
    for (Place place : network.places()) {
      NodeRef node = place.self();
      slices.put(node.id(), Arrays.stream(node.plan().slicesOf(fingerprint))
          .mapToObj(node::slice).toList());
    }
    List<Endpoint> all = slices.values().stream().flatMap(List::stream).toList();
    return askAll(all, new Question.Sight(fingerprint)).map(sightings ->
        slices.entrySet().stream()
            .map(node -> NodeSighting.of(network, node.getKey(), node.getValue(), sightings))
            .toList());
  }

  /** The answers of those that give one. */
  public <A> Future<Map<Endpoint, A>> askAll(List<Endpoint> slices, Question<A> question) {
    List<Future<A>> answers = slices.stream().map(slice -> ask(slice, question)).toList();
    return Future.join(answers).transform(done -> {
      Map<Endpoint, A> given = new HashMap<>();
      for (int i = 0; i < answers.size(); i++) {
        if (answers.get(i).succeeded()) {
          given.put(slices.get(i), answers.get(i).result());
        }
      }
      return Future.succeededFuture(given);
    });
  }

  /** The answer of a slice; fails with an {@link UnansweredException} if it gives none. */
  public <A> Future<A> ask(Endpoint slice, Question<A> question) {
    String address = Address.of(network.topology().tree(), slice).questions().path();
    return vertx.eventBus()
        .<Object>request(address, QuestionFormat.bytes(question), options)
        .transform(reply -> reply.failed()
            ? Future.failedFuture(new UnansweredException(slice, why(slice, reply.cause())))
            : read(slice, reply.result().body(), question.answerType()));
  }

  private String why(Endpoint slice, Throwable cause) {
    if (!(cause instanceof ReplyException reply)) {
      return cause.getMessage();
    }
    boolean isEdge = network.place(slice.node()).children().isEmpty();
    return switch (reply.failureType()) {
      case NO_HANDLERS -> "no process runs it"
          + (isEdge ? "; an edge answers while its producer runs" : "");
      case TIMEOUT -> "nothing came within " + options.getSendTimeout() + " ms";
      default -> cause.getMessage();
    };
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
