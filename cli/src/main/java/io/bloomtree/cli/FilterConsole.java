package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * What {@code bloomtree filter} tells people while lines pass: remarks and, if somebody watches,
 * how far it is. Owned by one thread.
 */
final class FilterConsole {
  private static final long NANOS_BETWEEN_DRAWINGS = Duration.ofMillis(200).toNanos();
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean watched;
  private final LongSupplier nanoTime;
  private final long start;
  private long lastDrawn;
  private boolean drawn;

  FilterConsole(PrintWriter err, boolean watched, LongSupplier nanoTime) {
    this.err = requireNonNull(err, "err");
    this.watched = watched;
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    this.start = nanoTime.getAsLong();
    this.lastDrawn = start;
  }

  void say(String message) {
    clear();
    err.println(Figures.printable(message));
    err.flush();
  }

  /** Draws the counts, if it is time to. */
  void progress(FilterTally tally) {
    if (!watched) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (now - lastDrawn < NANOS_BETWEEN_DRAWINGS) {
      return;
    }
    lastDrawn = now;
    drawn = true;
    err.print(CLEAR_LINE + String.format(Locale.ROOT, "%,d lines, %,d distinct  %,.0f/s",
        tally.lines(), tally.distinct(), ProgressBar.perSecond(tally.lines(), elapsed())));
    err.flush();
  }

  void clear() {
    if (drawn) {
      drawn = false;
      err.print(CLEAR_LINE);
      err.flush();
    }
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }
}
