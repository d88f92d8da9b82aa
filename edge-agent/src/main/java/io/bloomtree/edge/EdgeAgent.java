package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.AlreadyRunningException;
import io.bloomtree.bus.NodeReport;
import io.bloomtree.bus.Resident;
import io.bloomtree.cluster.ClusterJoinException;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.tree.KeySample;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Sketching;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The producer's end of the tree: offer an event's key, and deliver the event if the verdict is
 * DISTINCT. Thread-safe.
 *
 * <p>A key is what identifies an event; two events with equal bytes are copies. Text is its UTF-8
 * bytes. A key that is empty or longer than the topology's {@code limits.key} is refused with an
 * {@link IllegalArgumentException}.
 *
 * <p>Every offer ends within the topology's {@code limits.deadline}: in a {@link Verdict}, or in an
 * {@link OfferFailedException} that says why, after which the same key may be offered again. While
 * the agent has as many events in hand as the topology allows, further offers wait for room: their
 * futures complete later. With {@link AgentOptions#failFastAbove} offers open, a further one fails
 * at once.
 *
 * <p>Futures complete on the caller's Vert.x context, or on the agent's event loop if the caller
 * has none: handlers must not block there. {@link #blocking} is for plain threads.
 */
public final class EdgeAgent {
  private final EdgeVerticle verticle;
  private final KeyHash hash;
  private final Keys keys;
  private final NodeId id;
  private final int importance;
  private final Closing closing;

  /** {@code leave}: gives up what was made for this agent alone. */
  private EdgeAgent(
      Vertx vertx, Network network, NodeId id, EdgeVerticle verticle,
      Supplier<Future<Void>> leave) {
    this.verticle = verticle;
    this.hash = network.topology().keyHash();
    this.keys = new Keys(
        network.settings(id).sketching().map(Sketching::wantedKeys).orElse(KeySample.NONE));
    this.id = id;
    this.importance = ImportanceShape.DEFAULT_IMPORTANCE;
    this.closing = new Closing(vertx, verticle, leave);
  }

  private EdgeAgent(EdgeAgent same, int importance) {
    this.verticle = same.verticle;
    this.hash = same.hash;
    this.keys = same.keys;
    this.id = same.id;
    this.importance = importance;
    this.closing = same.closing;
  }

  /** Joins the cluster of the topology and starts the agent of an edge in it. */
  public static Future<EdgeAgent> join(Topology topology, String edge) {
    return join(topology, edge, AgentOptions.defaults());
  }

  /**
   * Joins the cluster of the topology as a member that keeps nothing for it, and starts the agent
   * of an edge there. Closing the agent leaves the cluster. If nobody of the cluster answers within
   * its {@code wait}, the future fails with a {@link ClusterJoinException}; if another process runs
   * the agent and answers, with an {@link AlreadyRunningException}.
   *
   * <p>Several agents of one process share a membership if they are started with {@link #start} on
   * the Vert.x of a {@link TreeCluster}.
   *
   * @throws IllegalArgumentException if the topology has no cluster or no such edge, or allows
   *     fewer open offers than the options ask for
   */
  public static Future<EdgeAgent> join(Topology topology, String edge, AgentOptions options) {
    Network network = topology.network();
    NodeId id = new NodeId(edge);
    requireEdge(network, id);
    return TreeCluster.join(network, Joining.agent(network, id), ClusterLog.named(edge))
        .compose(cluster -> {
          // without a context: those of the cluster's Vert.x are gone when it is left
          Promise<EdgeAgent> started = Promise.promise();
          start(cluster.vertx(), network, id, options, cluster::leave).onComplete(started);
          return started.future().recover(failure -> cluster.leave()
              .transform(left -> Future.failedFuture(failure)));
        });
  }

  /** Starts the agent of an edge, with what the topology says and no more. */
  public static Future<EdgeAgent> start(Vertx vertx, Network network, NodeId edge) {
    return start(vertx, network, edge, AgentOptions.defaults());
  }

  /**
   * Starts the agent of an edge on the event bus of {@code vertx}. One process runs it at a time.
   *
   * @throws IllegalArgumentException if the topology has no such edge, or allows fewer open offers
   *     than the options ask for
   */
  public static Future<EdgeAgent> start(
      Vertx vertx, Network network, NodeId edge, AgentOptions options) {
    return start(vertx, network, edge, options, Future::succeededFuture);
  }

  private static Future<EdgeAgent> start(
      Vertx vertx, Network network, NodeId edge, AgentOptions options,
      Supplier<Future<Void>> leave) {
    requireNonNull(vertx, "vertx");
    requireNonNull(options, "options");
    requireEdge(network, edge);
    var verticle = new EdgeVerticle(network, edge, options);
    return vertx.deployVerticle(verticle)
        .map(done -> new EdgeAgent(vertx, network, edge, verticle, leave));
  }

  private static void requireEdge(Network network, NodeId id) {
    if (network.node(id).role() != TopologyNode.Role.EDGE) {
      throw new IllegalArgumentException(
          "only edges have agents: id=" + id + ", role=" + network.node(id).role());
    }
  }

  public NodeId id() {
    return id;
  }

  /**
   * Offers an event. If it is DISTINCT the agent confirms it as it completes the future: a producer
   * that dies before it has delivered the event loses it. {@link #claim} and the form with a {@link
   * Delivery} do not.
   */
  public Future<Verdict> offer(String key) {
    long fingerprint = hash.fingerprint(key);
    return offer(fingerprint, keys.of(key, fingerprint), reply());
  }

  /** Offers an event, as {@link #offer(String)} does. */
  public Future<Verdict> offer(byte[] key) {
    long fingerprint = hash.fingerprint(key);
    return offer(fingerprint, keys.of(key, fingerprint), reply());
  }

  /**
   * Offers an event, has it delivered if it is DISTINCT, and confirms it when that is done. If the
   * delivery fails, so does the future, and the next copy will be told DISTINCT.
   */
  public Future<Verdict> offer(String key, Delivery delivery) {
    requireNonNull(delivery, "delivery");
    return offer(claim(key), delivery);
  }

  /** Offers an event and has it delivered, as {@link #offer(String, Delivery)} does. */
  public Future<Verdict> offer(byte[] key, Delivery delivery) {
    requireNonNull(delivery, "delivery");
    return offer(claim(key), delivery);
  }

  /** Offers an event that the producer itself confirms or releases if it is DISTINCT. */
  public Future<Claim> claim(String key) {
    long fingerprint = hash.fingerprint(key);
    return claim(fingerprint, keys.of(key, fingerprint), reply());
  }

  /** Claims an event, as {@link #claim(String)} does. */
  public Future<Claim> claim(byte[] key) {
    long fingerprint = hash.fingerprint(key);
    return claim(fingerprint, keys.of(key, fingerprint), reply());
  }

  /**
   * Offers many events, each as {@link #offer(String)} does. The future completes when all have
   * ended, with a {@link Verdict} or a {@link Resolution.Failure} for each, in their order; it
   * never fails for a single event's sake. If a key is refused, nothing was offered. Events that
   * would not all fit below {@link AgentOptions#failFastAbove} fail at once, all of them.
   */
  public Future<List<Resolution>> offerAll(List<String> keys) {
    long[] fingerprints = fingerprints(keys);
    return offerAll(fingerprints, this.keys.of(keys, fingerprints), reply());
  }

  /** Offers many events, as {@link #offerAll(List)} does. */
  public Future<List<Resolution>> offerAll(byte[][] keys) {
    long[] fingerprints = fingerprints(keys);
    return offerAll(fingerprints, this.keys.of(keys, fingerprints), reply());
  }

  /**
   * Claims many events, each as {@link #claim(String)} does, in their order. Of copies among them
   * the later ones wait until the first is confirmed or released.
   */
  public List<Future<Claim>> claimAll(List<String> keys) {
    long[] fingerprints = fingerprints(keys);
    return claimAll(fingerprints, this.keys.of(keys, fingerprints));
  }

  /** Claims many events, as {@link #claimAll(List)} does. */
  public List<Future<Claim>> claimAll(byte[][] keys) {
    long[] fingerprints = fingerprints(keys);
    return claimAll(fingerprints, this.keys.of(keys, fingerprints));
  }

  /**
   * The same agent, for events that matter so much: filters of kind {@code importance} remember
   * longer what matters more, the others do not care. Events that say nothing are in the middle.
   *
   * @param importance from 0, which does not matter at all, to 1
   * @throws IllegalArgumentException if it is outside
   */
  public EdgeAgent withImportance(double importance) {
    if (!(importance >= 0 && importance <= 1)) {
      throw new IllegalArgumentException("importance must be 0 to 1: importance=" + importance);
    }
    return new EdgeAgent(this, (int) Math.round(importance * ImportanceShape.MAX_IMPORTANCE));
  }

  /** The same agent, for threads that may wait. */
  public BlockingEdgeAgent blocking() {
    return new BlockingEdgeAgent(this);
  }

  /** The agent, as those see it who look after this process. */
  public Resident resident() {
    return verticle;
  }

  /** What the agent has counted since it started. */
  public Future<NodeReport> report() {
    return verticle.report();
  }

  /**
   * Why the agent can no longer keep its state; it has stopped then, and its offers fail. Completes
   * on the agent's event loop, or never.
   */
  public Future<String> failed() {
    return verticle.failed();
  }

  /**
   * Which process has taken this agent's place; it has stopped then, and its offers fail. Completes
   * on the agent's event loop, or never.
   */
  public Future<String> fenced() {
    return verticle.fenced();
  }

  /**
   * Takes no more offers, waits until those it took have ended and their confirms are acknowledged
   * (no longer than the topology's {@code limits.deadline}), and leaves the event bus. Offers that
   * are open even then fail as CLOSED, as they do at once if the verticle or its Vert.x is stopped.
   */
  public Future<Void> close() {
    return closing.close();
  }

  /** How an agent is closed, once, by whichever of its forms. Thread-safe. */
  private static final class Closing {
    private final Vertx vertx;
    private final EdgeVerticle verticle;
    private final Supplier<Future<Void>> leave;
    /** Null until somebody closes the agent. */
    private Future<Void> closed;

    Closing(Vertx vertx, EdgeVerticle verticle, Supplier<Future<Void>> leave) {
      this.vertx = vertx;
      this.verticle = verticle;
      this.leave = leave;
    }

    synchronized Future<Void> close() {
      if (closed == null) {
        closed = verticle.drain().compose(done -> verticle.hasStopped()
            ? Future.<Void>succeededFuture() : vertx.undeploy(verticle.deploymentID()))
            .eventually(leave);
      }
      return closed;
    }
  }

  /** Replies to a caller that waits: its own context may be what it keeps waiting. */
  <T> Reply<T> replyToWaiting() {
    return new Reply<>(verticle.context());
  }

  private <T> Reply<T> reply() {
    return Reply.toCaller(verticle.context());
  }

  KeyHash hash() {
    return hash;
  }

  Keys keys() {
    return keys;
  }

  Future<Verdict> offer(long fingerprint, Supplier<Optional<String>> key, Reply<Verdict> reply) {
    requireOpen();
    verticle.submit(SingleOffer.confirmed(verticle, fingerprint, key, importance, reply));
    return reply.future();
  }

  /**
   * Claims an event by its key's fingerprint, which the topology's {@code keyHash} makes: for keys
   * of several fields. Sketches that want the text of keys do without.
   */
  public Future<Claim> claim(long fingerprint) {
    return claim(fingerprint, Keys.UNKNOWN, reply());
  }

  Future<Claim> claim(long fingerprint, Supplier<Optional<String>> key, Reply<Claim> reply) {
    requireOpen();
    verticle.submit(SingleOffer.claimed(verticle, fingerprint, key, importance, reply));
    return reply.future();
  }

  /**
   * Offers many events, as {@link #offerAll(List)} does, by the fingerprints of their keys, which
   * the topology's {@code keyHash} makes: for keys of several fields. Sketches that want the text
   * of keys do without.
   */
  public Future<List<Resolution>> offerAll(long[] fingerprints) {
    return offerAll(fingerprints, Keys.ALL_UNKNOWN, reply());
  }

  Future<List<Resolution>> offerAll(
      long[] fingerprints, IntFunction<Optional<String>> texts, Reply<List<Resolution>> reply) {
    requireOpen();
    if (fingerprints.length == 0) {
      return Future.succeededFuture(List.of());
    }
    verticle.submit(new BulkOffer(verticle, fingerprints, texts, importance, reply));
    return reply.future();
  }

  private List<Future<Claim>> claimAll(
      long[] fingerprints, IntFunction<Optional<String>> texts) {
    List<Future<Claim>> claims = new ArrayList<>(fingerprints.length);
    for (int i = 0; i < fingerprints.length; i++) {
      int index = i;
      claims.add(claim(fingerprints[i], () -> texts.apply(index), reply()));
    }
    return claims;
  }

  private Future<Verdict> offer(Future<Claim> claimed, Delivery delivery) {
    Reply<Verdict> reply = reply(); // a delivery may end on any thread
    claimed
        .compose(claim -> deliver(claim, delivery))
        .onComplete(reply::complete, reply::fail);
    return reply.future();
  }

  private static Future<Verdict> deliver(Claim claim, Delivery delivery) {
    if (!claim.isDistinct()) {
      return Future.succeededFuture(claim.verdict());
    }
    Future<?> delivered;
    try {
      delivered = requireNonNull(
          delivery.deliver(claim.verdict()), "a delivery must return a future");
    } catch (Throwable e) { // whatever it is, nobody else would release the claim
      delivered = Future.failedFuture(e);
    }
    return delivered
        .onSuccess(done -> claim.confirm())
        .onFailure(failure -> claim.release())
        .map(claim.verdict());
  }

  long[] fingerprints(List<String> keys) {
    long[] fingerprints = new long[keys.size()];
    int i = 0;
    for (String key : keys) {
      fingerprints[i++] = hash.fingerprint(key);
    }
    return fingerprints;
  }

  long[] fingerprints(byte[][] keys) {
    long[] fingerprints = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      fingerprints[i] = hash.fingerprint(keys[i]);
    }
    return fingerprints;
  }

  private void requireOpen() {
    if (verticle.isClosing()) {
      throw new IllegalStateException(whyClosed());
    }
  }

  private String whyClosed() {
    if (verticle.failed().isComplete()) {
      return "the agent can no longer keep its state: id=" + id + ", " + verticle.failed().result();
    }
    return verticle.fenced().isComplete()
        ? "another process has taken this agent's place: id=" + id + ", it is "
            + verticle.fenced().result()
        : "the agent is closed: id=" + id;
  }
}
