package io.bloomtree.tree;

/** Something that is due at a time. A link in the list of those due at the same time. */
abstract class Timer {
  Timer previous;
  Timer next;
  private long due = Long.MAX_VALUE;

  /** Called once when due; the timer is no longer armed then. */
  abstract void fire(long now);

  final boolean isArmed() {
    return next != null;
  }

  final long due() {
    return due;
  }

  /** Puts this timer behind {@code last} in its list. */
  final void linkBehind(Timer last, long due) {
    this.due = due;
    previous = last;
    next = last.next;
    last.next.previous = this;
    last.next = this;
  }

  final void unlink() {
    previous.next = next;
    next.previous = previous;
    previous = null;
    next = null;
    due = Long.MAX_VALUE;
  }
}
