package io.bloomtree.state;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread for all files of the process. Thread-safe. */
final class BackgroundForcer implements Forcer {
  static final BackgroundForcer SHARED = new BackgroundForcer();

  private final ScheduledThreadPoolExecutor thread;

  private BackgroundForcer() {
    thread = new ScheduledThreadPoolExecutor(1, task -> {
      var made = new Thread(task, "bloomtree-force");
      made.setDaemon(true);
      return made;
    });
    thread.setRemoveOnCancelPolicy(true);
  }

  @Override public Ticket every(Duration interval, Runnable force) {
    ScheduledFuture<?> work = thread.scheduleWithFixedDelay(
        force, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    return () -> work.cancel(false);
  }
}
