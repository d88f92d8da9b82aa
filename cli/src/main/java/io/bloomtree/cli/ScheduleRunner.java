package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Simulation.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Runs a range of seeds on several threads. The result is the same whatever their number.
 * Thread-safe; {@link #run} may be called once.
 */
final class ScheduleRunner {
  /*
   * Threads take seeds in ascending order and finish them in any. Reports are merged in seed
   * order, the ones that came early wait; so "the first failing seed" and every sum are what one
   * thread would have found. After a failure no later seed is started, the earlier ones finish.
   */

  /** A seed that failed, with the first thing it violated. */
  record Failure(long seed, String violation) {}

  /** What a range of schedules came to; {@code counts} are sums over all of them. */
  record Totals(long schedules, long steps, Map<String, Long> counts, List<Failure> failures) {
    Totals {
      counts = new TreeMap<>(counts);
      failures = List.copyOf(failures);
    }
  }

  private final LongFunction<Report> simulation;
  private final long firstSeed;
  private final long schedules;
  private final boolean keepGoing;

  private final Map<Long, Report> early = new HashMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private long taken;
  private long merged;
  private long steps;
  private long end;
  private int running;
  private Throwable broken;

  ScheduleRunner(
      LongFunction<Report> simulation, long firstSeed, long schedules, boolean keepGoing) {
    this.simulation = guarded(requireNonNull(simulation, "simulation"));
    this.firstSeed = firstSeed;
    this.schedules = schedules;
    this.keepGoing = keepGoing;
    this.end = schedules;
  }

  /** Runs them all, calling {@code everyTick} about five times a second on the calling thread. */
  Totals run(int threads, Runnable everyTick) throws InterruptedException {
    synchronized (this) {
      running = (int) Math.min(threads, schedules);
      for (int i = 0; i < running; i++) {
        var worker = new Thread(this::work, "schedules-" + i);
        worker.setDaemon(true);
        worker.start();
      }
    }
    while (!awaitEnd(200)) {
      everyTick.run();
    }
    return totals();
  }

  /** How many schedules, in seed order, are done. */
  synchronized long done() {
    return merged;
  }

  private synchronized boolean awaitEnd(long millis) throws InterruptedException {
    if (running > 0) {
      wait(millis);
    }
    return running == 0;
  }

  private synchronized Totals totals() {
    if (broken != null) {
      throw new IllegalStateException("a worker ended early: " + broken, broken);
    }
    return new Totals(merged, steps, counts, failures);
  }

  private void work() {
    try {
      for (long next = take(); next >= 0; next = take()) {
        finish(next, simulation.apply(firstSeed + next));
      }
    } catch (Throwable e) {
      abort(e);
    } finally {
      leave();
    }
  }

  /** The index of the next schedule to run, or -1 when there is none. */
  private synchronized long take() {
    return taken < end ? taken++ : -1;
  }

  private synchronized void finish(long index, Report report) {
    if (!report.clean() && !keepGoing) {
      end = Math.min(end, index + 1);
    }
    early.put(index, report);
    while (merged < end && early.containsKey(merged)) {
      merge(early.remove(merged));
    }
  }

  private void merge(Report report) {
    merged++;
    steps += report.steps();
    report.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
    if (!report.clean()) {
      failures.add(new Failure(report.seed(), report.violations().get(0)));
    }
  }

  private synchronized void abort(Throwable e) {
    broken = e;
    end = 0;
  }

  private synchronized void leave() {
    running--;
    notifyAll();
  }

  /** The same simulation, except that throwing is a violation too: the seed must not be lost. */
  static LongFunction<Report> guarded(LongFunction<Report> simulation) {
    return seed -> {
      try {
        return simulation.apply(seed);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        var trace = new ArrayList<String>();
        for (var frame : e.getStackTrace()) {
          trace.add("at " + frame);
        }
        return new Report(
            seed, "(no summary: the schedule threw)", 0, List.of("threw " + e), trace, Map.of());
      }
    };
  }
}
