package io.bloomtree.edge;

import io.bloomtree.tree.Buckets;
import io.bloomtree.tree.Histogram;
import java.util.function.LongSupplier;

/** How long offers took. Owned by the agent's event loop. */
final class Latencies {
  /*
   * Reading a clock costs more than all else that is done here for an event. So offers that end
   * are only noted, those that began together in one entry, and measured together when the step
   * is over: what the step did for others, they waited for, too.
   */
  private static final int MOST_NOTED = 512;
  /** Two to this power are 8.4 seconds; offers have five, unless a topology says otherwise. */
  private static final int DOUBLINGS = 23;
  private static final int NANOS_PER_MICRO = 1_000;

  private final LongSupplier nanoTime;
  private final Buckets micros = new Buckets("us", DOUBLINGS);
  private final long[] begun = new long[MOST_NOTED];
  private final int[] times = new int[MOST_NOTED];
  private int noted;

  Latencies(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Notes that some offers ended that began at one time. */
  void note(long began, int offers) {
    if (noted > 0 && begun[noted - 1] == began) {
      times[noted - 1] += offers;
      return;
    }
    if (noted == MOST_NOTED) {
      measure();
    }
    begun[noted] = began;
    times[noted] = offers;
    noted++;
  }

  /** Measures all that is noted, and says what time it is. */
  long measure() {
    long now = nanoTime.getAsLong();
    for (int i = 0; i < noted; i++) {
      micros.add(micros(begun[i], now), times[i]);
    }
    noted = 0;
    return now;
  }

  static long micros(long began, long now) {
    return Math.max(0, now - began) / NANOS_PER_MICRO;
  }

  Histogram histogram() {
    return micros.histogram();
  }
}
