package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.Claim;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.edge.OfferFailedException;
import io.bloomtree.tree.Resolution.Failure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A producer that delivers at least once: offers each key of a stream several times at one edge,
 * repeats offers that failed, and writes down what it was told, and that it confirmed. Its methods
 * may be called from any thread; all state is touched on one context.
 */
final class ClaimStream {
  /** Keys are begun so many at a time. */
  static final int BLOCK = 10;

  private static final long PAUSE_MILLIS = 20;
  /** While the parent is known to be away, offers fail at once. */
  private static final long RETRY_MILLIS = 250;
  private static final int IN_FLIGHT = 400;
  private static final int COPIES = 2;

  private final Vertx vertx;
  private final Context context;
  private final EdgeAgent agent;
  private final String prefix;
  private final Random random;
  private final VerdictLog log;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final Promise<Void> finished = Promise.promise();
  private int begun;
  private int limit = Integer.MAX_VALUE;
  private boolean isFinishing;
  private int inFlight;
  private int failed;
  private volatile int ended;

  /** A stream whose keys are {@code prefix-0}, {@code prefix-1} and so on. */
  ClaimStream(Vertx vertx, EdgeAgent agent, String prefix, long seed, VerdictLog log) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.context = vertx.getOrCreateContext();
    this.agent = requireNonNull(agent, "agent");
    this.prefix = requireNonNull(prefix, "prefix");
    this.random = new Random(seed);
    this.log = requireNonNull(log, "log");
  }

  static byte[] key(String prefix, int number) {
    return (prefix + "-" + number).getBytes(UTF_8);
  }

  /** Begins further keys until it is told to hold. */
  ClaimStream start() {
    context.runOnContext(go -> {
      long timer = vertx.setPeriodic(PAUSE_MILLIS, tick -> step());
      finished.future().onComplete(done -> vertx.cancelTimer(timer));
    });
    return this;
  }

  /** Begins no more keys; says how many it has begun. */
  Future<Integer> hold() {
    Promise<Integer> held = Promise.promise();
    context.runOnContext(go -> {
      limit = begun;
      held.complete(begun);
    });
    return held.future();
  }

  /** Completes when the first so many keys have been begun, and all offers have their verdict. */
  Future<Void> finish(int keys) {
    context.runOnContext(go -> {
      limit = keys;
      isFinishing = true;
    });
    return finished.future();
  }

  /** How many offers have a verdict. */
  int ended() {
    return ended;
  }

  private void step() {
    if (waiting.isEmpty() && begun < limit) {
      waiting.addAll(nextBlock());
    }
    while (inFlight + failed < IN_FLIGHT && !waiting.isEmpty()) {
      offer(waiting.poll());
      // whoever was cut off for a while catches up faster than the others went on meanwhile
      if (isFinishing && waiting.isEmpty() && begun < limit) {
        waiting.addAll(nextBlock());
      }
    }
    if (isFinishing && begun >= limit && waiting.isEmpty() && inFlight + failed == 0) {
      finished.tryComplete();
    }
  }

  /** New keys, each several times, and late copies of earlier ones. */
  private List<byte[]> nextBlock() {
    List<byte[]> block = new ArrayList<>();
    int late = begun / BLOCK / 2 * BLOCK;
    for (int i = 0; i < BLOCK; i++) {
      block.addAll(Collections.nCopies(COPIES, key(prefix, begun + i)));
      block.add(key(prefix, late + i));
    }
    begun += BLOCK;
    Collections.shuffle(block, random);
    return block;
  }

  private void offer(byte[] key) {
    inFlight++;
    agent.claim(key).onComplete(claim -> {
      ended++;
      deliver(key, claim).onComplete(done -> inFlight--);
    }, failure -> {
      inFlight--;
      if (failure instanceof OfferFailedException e) {
        log.told(Instant.now(), agent.id(), key, new Failure(e.reason(), e.reportedBy()));
        failed++;
        vertx.setTimer(RETRY_MILLIS, later -> {
          failed--;
          waiting.add(key);
        });
      } else {
        finished.tryFail(failure);
      }
    });
  }

  /*
   * The log says that an event was confirmed when that is true: the agent's event loop, which the
   * report comes from, has the confirm by then, and has kept it if it keeps anything.
   */
  private Future<Void> deliver(byte[] key, Claim claim) {
    var told = log.told(Instant.now(), agent.id(), key, claim.verdict());
    if (!told.isDistinct()) {
      return Future.succeededFuture();
    }
    Promise<Void> settled = Promise.promise();
    claim.confirm();
    agent.report().onSuccess(kept -> context.runOnContext(go -> {
      log.settled(Instant.now(), told, Settlement.CONFIRMED);
      settled.complete();
    }));
    return settled.future();
  }
}
