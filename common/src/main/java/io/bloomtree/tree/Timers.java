package io.bloomtree.tree;

import java.util.PriorityQueue;

/** The timers of one machine. Owned by its event loop. */
final class Timers {
  /*
   * Every event in flight has a timer, and nearly all are cancelled. So arming and
   * cancelling must be cheap, firing need not: timers due in the same millisecond share
   * a doubly linked list, and only the lists are in a heap. Within a list they fire in
   * the order in which they were armed, which keeps a machine deterministic.
   */
  private final LongTable<Slot> slots = LongTable.bySequence();
  private final PriorityQueue<Slot> order = new PriorityQueue<>();
  private Slot latest;
  private long now;

  /** The time of the step that the machine is in. */
  long now() {
    return now;
  }

  /** The machine begins a step. */
  void advance(long now) {
    this.now = now;
  }

  /** Arms the timer, or arms it anew. */
  void arm(Timer timer, long due) {
    if (timer.isArmed()) {
      timer.unlink();
    }
    Slot slot = latest;
    if (slot == null || slot.due != due) {
      slot = slots.get(due);
      if (slot == null) {
        slot = new Slot(due);
        slots.put(due, slot);
        order.add(slot);
      }
      latest = slot;
    }
    timer.linkBehind(slot.head.previous, due);
  }

  void cancel(Timer timer) {
    if (timer.isArmed()) {
      timer.unlink();
    }
  }

  void fireDue(long now) {
    advance(now);
    while (next() <= now) {
      // a timer may arm another for the same instant: it joins this slot and fires too
      Slot slot = order.peek();
      while (!slot.isEmpty()) {
        Timer timer = slot.head.next;
        timer.unlink();
        timer.fire(now);
      }
    }
  }

  /** When the next timer is due; {@link Long#MAX_VALUE} if there is none. */
  long next() {
    Slot first = order.peek();
    while (first != null && first.isEmpty()) {
      order.poll();
      slots.remove(first.due);
      if (latest == first) {
        latest = null;
      }
      first = order.peek();
    }
    return first == null ? Long.MAX_VALUE : first.due;
  }

  private static final class Slot implements Comparable<Slot> {
    final long due;
    final Timer head = new Head();

    Slot(long due) {
      this.due = due;
    }

    boolean isEmpty() {
      return head.next == head;
    }

    @Override public int compareTo(Slot other) {
      return Long.compare(due, other.due);
    }
  }

  private static final class Head extends Timer {
    Head() {
      previous = this;
      next = this;
    }

    @Override void fire(long now) {
      throw new IllegalStateException("the head of a list of timers is never due");
    }
  }
}
