package io.bloomtree.bench;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** New events that arrive at a fixed rate, however long their verdicts take. Used once. */
final class Arrivals {
  /*
   * Event i arrives at i / rate after the start, and its latency counts from then: if the producer
   * or the tree falls behind, the wait is part of it (no coordinated omission). Events that have
   * arrived go out together, at most 512 of them, to one agent after the other; a bulk ends when
   * its last verdict is there, and so do all of its events.
   */
  private static final int MOST = 512;
  private static final long PAUSE_NANOS = MICROSECONDS.toNanos(200);
  private static final long LONGEST_NANOS = SECONDS.toNanos(60);

  private final List<EdgeAgent> agents;
  private final long firstKey;
  private final double perNano;
  private final int least;
  private final Histogram nanos = new ConcurrentHistogram(LONGEST_NANOS, 3);
  private final LongAdder undecided = new LongAdder();
  /** As many permits as events have ended. */
  private final Semaphore ended = new Semaphore(0);

  /** {@code least}: how many must have arrived before they are offered together. */
  Arrivals(List<EdgeAgent> agents, long firstKey, double perSecond, int least) {
    this.agents = agents;
    this.firstKey = firstKey;
    this.perNano = perSecond / SECONDS.toNanos(1);
    this.least = least;
  }

  /** Returns when every event that arrived within the time has ended and is acknowledged. */
  Map<String, Double> run(long millis) {
    int events = (int) (perNano * MILLISECONDS.toNanos(millis)) / MOST * MOST;
    long start = System.nanoTime();
    int turn = 0;
    for (long sent = 0; sent < events; ) {
      long arrived = Math.min(events, (long) ((System.nanoTime() - start) * perNano));
      if (arrived - sent < least) {
        LockSupport.parkNanos(PAUSE_NANOS);
        continue;
      }
      int size = (int) Math.min(MOST, arrived - sent);
      offer(agents.get(turn++ % agents.size()), start, sent, size);
      sent += size;
    }
    ended.acquireUninterruptibly(events);
    agents.forEach(Settling::await);
    return Map.of(
        "events", (double) events,
        "undecided", (double) undecided.sum(),
        "p50", nanos.getValueAtPercentile(50) / 1e6,
        "p99", nanos.getValueAtPercentile(99) / 1e6,
        "p99.9", nanos.getValueAtPercentile(99.9) / 1e6,
        "max", nanos.getMaxValue() / 1e6);
  }

  private void offer(EdgeAgent agent, long start, long first, int size) {
    byte[][] keys = new byte[size][];
    for (int i = 0; i < size; i++) {
      keys[i] = Stream.keyOf(firstKey + first + i);
    }
    agent.offerAll(keys).onComplete(done -> {
      long now = System.nanoTime();
      for (int i = 0; i < size; i++) {
        long arrived = start + (long) ((first + i) / perNano);
        nanos.recordValue(Math.max(0, Math.min(LONGEST_NANOS, now - arrived)));
        undecided.add(isVerdict(done.result(), i) ? 0 : 1);
      }
      ended.release(size);
    });
  }

  private static boolean isVerdict(List<Resolution> resolutions, int index) {
    return resolutions != null && resolutions.get(index) instanceof Verdict;
  }
}
