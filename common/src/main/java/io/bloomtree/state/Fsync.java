package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What survives the computer. What survives the process is the same in each case: everything.
 * Immutable.
 *
 * @param interval between two times that all is forced; zero if it is not done by the clock
 */
public record Fsync(When when, Duration interval) {

  /** When what was changed is forced to disk. */
  public enum When {
    /** At the end of each step, before anything is said about it. */
    EACH,
    /** After some time at most. */
    INTERVAL,
    /** When the operating system likes to. */
    NEVER
  }

  public Fsync {
    requireNonNull(when, "when");
    requireNonNull(interval, "interval");
    if (interval.isNegative() || (when == When.INTERVAL) == interval.isZero()) {
      throw new IllegalArgumentException(
          "an interval, and nothing else, takes time: when=" + when + ", interval=" + interval);
    }
  }

  public static Fsync each() {
    return new Fsync(When.EACH, Duration.ZERO);
  }

  public static Fsync every(Duration interval) {
    return new Fsync(When.INTERVAL, interval);
  }

  public static Fsync never() {
    return new Fsync(When.NEVER, Duration.ZERO);
  }
}
