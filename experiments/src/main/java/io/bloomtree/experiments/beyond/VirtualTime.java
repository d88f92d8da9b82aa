package io.bloomtree.experiments.beyond;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** Milliseconds that pass when nothing is left to do in them. Owned by one thread. */
final class VirtualTime {
  /** Nothing here takes longer, unless it never ends. */
  private static final long LONGEST = 3_600_000;

  private final PriorityQueue<Planned> plan = new PriorityQueue<>();
  private long now;
  private long planned;

  /** What is planned for the same time happens in the order in which it was planned. */
  private record Planned(long time, long order, Runnable action) implements Comparable<Planned> {
    @Override public int compareTo(Planned other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  long now() {
    return now;
  }

  void at(long time, Runnable action) {
    plan.add(new Planned(Math.max(time, now), planned++, action));
  }

  void after(long delay, Runnable action) {
    at(now + delay, action);
  }

  /** Lets time pass as long as somebody waits for something. */
  void passWhile(BooleanSupplier unfinished) {
    while (unfinished.getAsBoolean()) {
      if (plan.isEmpty() || now > LONGEST) {
        throw new IllegalStateException("somebody waits for what will not come: now=" + now);
      }
      Planned next = plan.remove();
      now = next.time;
      next.action.run();
    }
  }
}
