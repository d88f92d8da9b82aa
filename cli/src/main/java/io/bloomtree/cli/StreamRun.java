package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.tree.Resolution;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Offers the events of a stream to a tree and has the verdicts judged. Owned by one thread; it may
 * run once.
 */
final class StreamRun {
  /*
   * An edge is offered its events in their order, batch after batch, several of them at a time; all
   * edges at once, as they would be in different places. So copies do meet while nothing is decided
   * about them. This thread reads, hands over and judges; it waits only when an edge has as many
   * undecided events as it may have.
   *
   * A batch ends with its slowest event, so several must fit, or an edge would stand still whenever
   * two copies meet and one of them has to ask again.
   */

  private static final int LARGEST_BATCH = 128;
  private static final int BATCHES = 8;
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration SETTLING = Duration.ofSeconds(10);

  /** Events that are offered together. Filled by the owner, ended by the tree. */
  private static final class Batch {
    final int edge;
    final List<Event> events = new ArrayList<>();
    List<Resolution> resolutions = List.of();
    Optional<Throwable> broken = Optional.empty();
    long endedAt;

    Batch(int edge) {
      this.edge = edge;
    }

    byte[][] keys() {
      return events.stream().map(Event::key).toArray(byte[][]::new);
    }
  }

  private final OfferedTree tree;
  private final LongSupplier nanoTime;
  private final LongConsumer progress;
  private final RunLog log;
  private final List<NodeId> edges;
  private final Judge judge;
  private final int batchSize;
  private final int mostInHand;
  private final Batch[] filling;
  private final int[] inHand;
  private final BlockingQueue<Batch> ended = new LinkedBlockingQueue<>();
  private long done;
  private long offered;
  private long nextTick;

  /**
   * @param inFlight the most undecided events of one edge; the more there are, the faster it goes,
   *     and the more copies meet before any of them is known
   * @param progress told some ten times a second how many events are done
   * @param log told how every offer ended
   */
  StreamRun(
      OfferedTree tree, int inFlight, LongSupplier nanoTime, LongConsumer progress, RunLog log) {
    this.tree = requireNonNull(tree, "tree");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.progress = requireNonNull(progress, "progress");
    this.log = requireNonNull(log, "log");
    this.edges = tree.edges();
    this.judge = new Judge(tree.network(), edges);
    var limits = tree.network().topology().limits();
    this.mostInHand = Math.min(inFlight, Math.min(limits.offers(), limits.outstanding()));
    this.batchSize = Math.max(1, Math.min(LARGEST_BATCH, mostInHand / BATCHES));
    this.filling = new Batch[edges.size()];
    this.inHand = new int[edges.size()];
    for (int edge = 0; edge < filling.length; edge++) {
      filling[edge] = new Batch(edge);
    }
  }

  /** One without a log. */
  StreamRun(OfferedTree tree, int inFlight, LongSupplier nanoTime, LongConsumer progress) {
    this(tree, inFlight, nanoTime, progress, RunLog.none());
  }

  /** Runs the stream to its end, or to where it cannot be read. */
  RunResult run(EventStream stream) throws InterruptedException {
    Optional<BadInputException> problem = Optional.empty();
    long start = nanoTime.getAsLong();
    nextTick = start;
    try {
      for (var event = stream.next(); event.isPresent(); event = stream.next()) {
        take(event.get());
      }
    } catch (BadInputException e) {
      problem = Optional.of(e);
    }
    for (int edge = 0; edge < filling.length; edge++) {
      offer(edge);
    }
    while (done < offered) {
      awaitBatch();
    }
    var time = Duration.ofNanos(nanoTime.getAsLong() - start);
    return new RunResult(tree.network(), judge.judgement(), settledReport(), time, problem);
  }

  private void take(Event event) throws InterruptedException {
    filling[event.edge()].events.add(event);
    if (filling[event.edge()].events.size() >= batchSize) {
      offer(event.edge());
    }
  }

  private void offer(int edge) throws InterruptedException {
    Batch batch = filling[edge];
    int size = batch.events.size();
    if (size == 0) {
      return;
    }
    while (inHand[edge] + size > mostInHand) {
      awaitBatch();
    }
    filling[edge] = new Batch(edge);
    inHand[edge] += size;
    offered += size;
    tree.offerAll(edges.get(edge), batch.keys()).whenComplete((resolutions, broken) -> {
      batch.endedAt = nanoTime.getAsLong();
      if (broken == null) {
        batch.resolutions = resolutions;
      } else {
        batch.broken = Optional.of(broken);
      }
      ended.add(batch);
    });
    for (Batch other = ended.poll(); other != null; other = ended.poll()) {
      end(other);
    }
  }

  private void awaitBatch() throws InterruptedException {
    Batch batch = ended.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
    if (batch == null) {
      tick();
    } else {
      end(batch);
    }
  }

  private void end(Batch batch) {
    batch.broken.ifPresent(e -> {
      throw new IllegalStateException("an offer ended in an unforeseen way: " + e, e);
    });
    for (int i = 0; i < batch.resolutions.size(); i++) {
      judge.judge(batch.events.get(i), batch.resolutions.get(i), batch.endedAt);
    }
    log.ended(edges.get(batch.edge), batch.keys(), batch.resolutions);
    inHand[batch.edge] -= batch.events.size();
    done += batch.events.size();
    tick();
  }

  private void tick() {
    long now = nanoTime.getAsLong();
    if (now - nextTick >= 0) {
      nextTick = now + TICK.toNanos();
      progress.accept(done);
    }
  }

  /*
   * What the nodes have counted, confirms that were still on their way included. Nodes report one
   * after the other, the root first. When the agents, last, have nothing outstanding, every slice
   * has its confirms, but may have counted since it reported; when then no slice has anything
   * left to spread, all is set, and the next report has it.
   */
  private List<NodeReport> settledReport() throws InterruptedException {
    long giveUp = System.nanoTime() + SETTLING.toNanos();
    int settled = 0;
    while (settled < 2 && System.nanoTime() - giveUp < 0) {
      if (isSettled(tree.report())) {
        settled++;
      } else {
        settled = 0;
        Thread.sleep(5);
      }
    }
    return tree.report();
  }

  private static boolean isSettled(List<NodeReport> report) {
    return report.stream().flatMap(slice -> slice.tables().stream())
        .filter(table -> table.table().equals("outstanding") || table.table().equals("unspread"))
        .allMatch(table -> table.size() == 0);
  }
}
