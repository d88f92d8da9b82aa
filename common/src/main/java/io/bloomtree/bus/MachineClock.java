package io.bloomtree.bus;

import java.util.concurrent.TimeUnit;

/**
 * A machine's time, in milliseconds. It begins where it is told to and never runs backwards,
 * whatever is done to the computer's clock meanwhile. Thread-safe.
 */
public final class MachineClock {
  private final long start;
  private final long startNanos = System.nanoTime();

  private MachineClock(long start) {
    this.start = start;
  }

  /** A clock that shows so many milliseconds now. */
  public static MachineClock startingAt(long millis) {
    return new MachineClock(millis);
  }

  public long now() {
    return start + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
