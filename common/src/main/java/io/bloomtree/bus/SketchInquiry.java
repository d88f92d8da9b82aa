package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.Sketching;
import io.bloomtree.tree.Sketching.Frequency;
import io.bloomtree.tree.Sketching.Similarity;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.SketchKind;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks the sketches of a tree how often, how skewed, how similar. Thread-safe.
 *
 * <p>Every future fails with a {@link NoSketchesException} if the topology has no sketches that
 * could answer, and with an {@link UnansweredException} if the node does not.
 */
public final class SketchInquiry {
  private final TreeInquiry inquiry;
  private final Network network;

  public SketchInquiry(TreeInquiry inquiry) {
    this.inquiry = requireNonNull(inquiry, "inquiry");
    this.network = inquiry.network();
  }

  /**
   * How often an event was offered, and where: regions and root are asked, edges are known to their
   * parents, and so is a region that does not answer. Fails only if the root does not answer.
   */
  public Future<EventCounts> count(long fingerprint) {
    return whereFrequent().compose(configured -> {
      var question = new Question.Count(fingerprint);
      Map<NodeId, Future<CountAnswer>> asked = new HashMap<>();
      for (Place place : network.places()) {
        if (!place.children().isEmpty()) {
          asked.put(place.self().id(), ask(place.self().id(), question));
        }
      }
      return Future.join(List.copyOf(asked.values())).transform(all -> {
        Future<CountAnswer> root = asked.get(network.topology().root().id());
        return root.failed()
            ? Future.failedFuture(root.cause())
            : Future.succeededFuture(counted(fingerprint, asked));
      });
    });
  }

  private EventCounts counted(long fingerprint, Map<NodeId, Future<CountAnswer>> asked) {
    List<EventCounts.AtNode> nodes = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    Map<String, CountAnswer.Child> ofParents = new HashMap<>();
    asked.values().stream().filter(Future::succeeded)
        .flatMap(answer -> answer.result().children().stream())
        .forEach(child -> ofParents.put(child.node(), child));
    for (Place place : network.places()) {
      NodeId id = place.self().id();
      Future<CountAnswer> own = asked.get(id);
      CountAnswer.Child copy = ofParents.get(id.value());
      if (own != null && own.succeeded()) {
        nodes.add(new EventCounts.AtNode(id.value(), place.level(), own.result().own(), 0));
      } else if (copy != null) {
        nodes.add(new EventCounts.AtNode(
            id.value(), place.level(), copy.count(), copy.ageMillis()));
      } else {
        unknown.add(id.value());
      }
    }
    return new EventCounts(SketchAnswers.hex(fingerprint), nodes, unknown);
  }

  /** The events that were offered most often to a node or below; the first {@code limit} of them. */
  public Future<HotEvents> hot(NodeId node, int limit) {
    return whereFrequent().compose(configured -> ask(node, new Question.Hot(limit)));
  }

  /** How skewed the stream is that was offered to a node or below. */
  public Future<SkewAnswer> skew(NodeId node) {
    return whereFrequent().compose(configured -> ask(node, new Question.Skew()));
  }

  /** How much two nodes were offered of the same. */
  public Future<Overlap> overlap(NodeId a, NodeId b) {
    return whereFrequent().compose(frequency -> {
      Future<SketchCopy<CountMin>> one = copy(a, new CountMin(frequency.shape()));
      Future<SketchCopy<CountMin>> other = copy(b, new CountMin(frequency.shape()));
      return Future.all(one, other).map(
          both -> SketchAnswers.overlap(a, one.result(), b, other.result()));
    });
  }

  /** How many pairs of events with similar keys were delivered at a node or below. */
  public Future<SimilarPairs> similar(NodeId node) {
    return whereSimilar().compose(configured -> ask(node, new Question.Pairs()));
  }

  /**
   * How many pairs there are of an event at or below one node, and one of another. The future fails
   * with an {@link IllegalArgumentException} if they are not {@linkplain #requireApart apart}.
   */
  public Future<SimilarPairs> similar(NodeId a, NodeId b) {
    return whereSimilar().compose(similarity -> {
      requireApart(network, a, b);
      Future<SketchCopy<PairSketch>> one = copy(a, new PairSketch(similarity.shape()));
      Future<SketchCopy<PairSketch>> other = copy(b, new PairSketch(similarity.shape()));
      return Future.all(one, other).map(
          both -> SketchAnswers.similar(a, one.result(), b, other.result(), similarity));
    });
  }

  /**
   * Refuses two nodes of which one is the other or below it: whatever was delivered at the lower
   * one would be taken for similar to itself.
   *
   * @throws IllegalArgumentException if they are not apart
   */
  public static void requireApart(Network network, NodeId a, NodeId b) {
    if (a.equals(b)) {
      throw new IllegalArgumentException(
          "both are the same node, ask for the pairs within it: id=" + a);
    }
    if (isBelow(network, a, b) || isBelow(network, b, a)) {
      NodeId upper = isBelow(network, a, b) ? b : a;
      throw new IllegalArgumentException((upper.equals(a) ? b : a) + " is below " + upper
          + ", where its events count too, so each would be a pair with itself: ask for the pairs "
          + "within " + upper + ", or between nodes of which neither is below the other");
    }
  }

  private static boolean isBelow(Network network, NodeId lower, NodeId upper) {
    return network.node(upper).nodes().anyMatch(node -> node.id().equals(lower));
  }

  private Future<Frequency> whereFrequent() {
    return configured(sketching().flatMap(Sketching::frequency), "frequency");
  }

  private Future<Similarity> whereSimilar() {
    return configured(sketching().flatMap(Sketching::similarity), "similarity");
  }

  private Optional<Sketching> sketching() {
    return network.settings(network.topology().root().id()).sketching();
  }

  private static <T> Future<T> configured(Optional<T> it, String name) {
    return it.map(Future::succeededFuture)
        .orElseGet(() -> Future.failedFuture(new NoSketchesException(name)));
  }

  private <A> Future<A> ask(NodeId node, Question<A> question) {
    return inquiry.ask(network.place(node).self().slice(0), question);
  }

  private <S extends LinearSketch> Future<SketchCopy<S>> copy(NodeId node, S empty) {
    SketchKind kind = empty instanceof CountMin ? SketchKind.FREQUENCY : SketchKind.SIMILARITY;
    return more(node, kind, new SketchCopy<>(network.place(node).self().slice(0), empty));
  }

  private <S extends LinearSketch> Future<SketchCopy<S>> more(
      NodeId node, SketchKind kind, SketchCopy<S> copy) {
    return ask(node, new Question.Lines(kind, copy.next(), SketchAnswers.MOST_BYTES))
        .compose(answer -> copy.add(answer)
            ? Future.succeededFuture(copy) : more(node, kind, copy));
  }
}
