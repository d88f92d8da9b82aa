package io.bloomtree.edge;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.MachineVerticle;
import io.bloomtree.bus.OpenState;
import io.bloomtree.bus.RecentVerdicts;
import io.bloomtree.bus.StateOpener;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.AgentStore;
import io.bloomtree.tree.EdgeNode;
import io.bloomtree.tree.Offer;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Transport;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Puts an edge agent on the event bus, and takes from any thread what producers want of it. All
 * other state is touched on this verticle's context.
 */
final class EdgeVerticle extends MachineVerticle<EdgeNode, AgentStore> {
  /*
   * What other threads want waits in the inbox, and one task on the context takes all
   * that is there: a task for each offer would cost more than the offer. Offers for which
   * the machine has no room wait in line, where their deadline goes on running.
   */
  private final long patience;
  private final long openLimit;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isAwaited = new AtomicBoolean();
  private final AtomicLong open = new AtomicLong();
  private final Deque<Waiting> line = new ArrayDeque<>();
  private final Endings endings;
  private final Promise<Void> drained = Promise.promise();
  private volatile boolean closing;
  /** Then the machine's store is closed, or about to be. */
  private boolean hasEnded;

  private record Waiting(Pending pending, long deadline) {}

  EdgeVerticle(Network network, NodeId edge, AgentOptions options) {
    super(network, Endpoint.of(edge));
    this.patience = network.topology().limits().deadline().toMillis();
    this.endings = new Endings(
        network.place(edge).level(), System::nanoTime, System::currentTimeMillis,
        new SplittableRandom());
    int offers = network.topology().limits().offers();
    this.openLimit = options.failFastAbove().orElse(offers);
    if (openLimit > offers) {
      throw new IllegalArgumentException(
          "failFastAbove must be <= limits.offers: failFastAbove=" + openLimit
              + ", limits.offers=" + offers);
    }
  }

  @Override protected OpenState<AgentStore> open() {
    return new StateOpener(network(), endpoint()).agent();
  }

  @Override protected EdgeNode boot(AgentStore store, long incarnation, Transport transport) {
    NodeId id = endpoint().node();
    return new EdgeNode(
        network().place(id),
        network().settings(id),
        network().topology().identity(),
        incarnation,
        store,
        transport);
  }

  /** The agent's own context, for callers that have none. */
  Context context() {
    return context;
  }

  /** The clock by which offers are measured. */
  long nanoTime() {
    return System.nanoTime();
  }

  /** Where offers that end are counted, on this verticle's context. */
  Endings endings() {
    return endings;
  }

  @Override protected Optional<AgentReport> agentReport() {
    return Optional.of(endings.report(open.get()));
  }

  @Override protected RecentVerdicts recentVerdicts(long after) {
    return endings.recent(after);
  }

  /** Whether it takes no more offers. From any thread. */
  boolean isClosing() {
    return closing || hasStopped(); // a store that fails stops it before it is undeployed
  }

  /** Takes offers from any thread. */
  void submit(Pending pending) {
    requireNonNull(pending, "pending");
    int size = pending.size();
    if (open.addAndGet(size) > openLimit) {
      // a producer that never stops would fill the queue of a busy event loop with refusals
      endings.refused(size);
      pending.reply().answerHere();
      pending.fail(new Failure(Reason.OVERLOADED, endpoint().node()));
      return;
    }
    long deadline = now() + patience;
    handOver(() -> {
      endings.taken(size);
      line.add(new Waiting(pending, deadline));
    });
  }

  /** As many offers have ended as were submitted together. */
  void ended(int offers) {
    open.addAndGet(-offers);
  }

  /** Confirms the offer, from any thread. */
  void confirm(Offer offer) {
    if (hasStopped()) {
      throw new IllegalStateException(
          "the agent is closed, the claim ends with its lease: id=" + endpoint().node());
    }
    handOver(() -> {
      if (canSettle()) {
        machine().confirm(offer, now());
      }
    });
  }

  /** Releases the offer, from any thread. */
  void release(Offer offer) {
    if (!hasStopped()) { // else its lease will do
      handOver(() -> {
        if (canSettle()) {
          machine().release(offer, now());
        }
      });
    }
  }

  /** What waits in the inbox when the store fails would fail again, and keep others from ending. */
  private boolean canSettle() {
    return !hasEnded && !failed().isComplete();
  }

  private void handOver(Runnable work) {
    inbox.add(work);
    if (isAwaited.compareAndSet(false, true)) {
      context.runOnContext(go -> {
        isAwaited.set(false);
        if (hasStopped()) {
          endAll();
        } else {
          step(this::emptyInbox);
        }
      });
    }
  }

  private void emptyInbox() {
    for (Runnable work = inbox.poll(); work != null; work = inbox.poll()) {
      work.run();
    }
  }

  @Override protected void stepped() {
    long now = now();
    while (!line.isEmpty()) {
      Waiting first = line.element();
      int room = machine().room();
      if (first.deadline <= now) {
        fail(first.pending, new Failure(Reason.OVERLOADED, endpoint().node()));
      } else if (room > 0) {
        first.pending.offerTo(machine(), room, first.deadline, now);
      } else {
        break;
      }
      if (first.pending.left() == 0) {
        line.remove();
      }
    }
    endings.measure();
    if (closing && line.isEmpty() && machine().isIdle() && machine().tellSketches(now)) {
      drained.tryComplete();
    }
  }

  private void fail(Pending pending, Failure failure) {
    endings.failed(failure, pending.left(), pending.began());
    pending.fail(failure);
  }

  @Override protected long nextStep() {
    return line.isEmpty() ? Long.MAX_VALUE : line.element().deadline;
  }

  /** Takes no more offers, and succeeds when all that was taken is settled, or time is up. */
  Future<Void> drain() {
    closing = true;
    if (!hasStopped()) {
      handOver(() -> vertx.setTimer(patience, late -> drained.tryComplete()));
    }
    return drained.future();
  }

  /** Ends what is still open, whoever stops the agent: nobody waits for ever (P3). */
  @Override protected void ending() {
    closing = true;
    endAll();
    hasEnded = true;
    drained.tryComplete();
  }

  private void endAll() {
    emptyInbox();
    Failure closed = new Failure(whyItEnds(), endpoint().node());
    line.forEach(waiting -> fail(waiting.pending, closed));
    line.clear();
    machine().close(closed.reason());
    endings.measure();
  }

  private Reason whyItEnds() {
    if (failed().isComplete()) {
      return Reason.STATE_FAILED;
    }
    return fenced().isComplete() ? Reason.FENCED : Reason.CLOSED;
  }
}
