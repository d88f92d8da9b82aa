package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;

/**
 * Tells a machine's filter what time it is, before each step and when the filter wants to know, and
 * the watch when it cannot grow. Owned by one event loop.
 */
final class FilterCare extends Timer {
  private final FilterSlice filter;
  private final Timers timers;
  private final Health health;
  private boolean isGrowthRefused;

  FilterCare(FilterSlice filter, Timers timers, Health health) {
    this.filter = filter;
    this.timers = timers;
    this.health = health;
  }

  void beginStep(long now) {
    filter.advance(now);
  }

  void endStep() {
    long next = filter.nextAdvance();
    if (next == Long.MAX_VALUE) {
      timers.cancel(this);
    } else if (next != due()) {
      timers.arm(this, next);
    }
    if (filter.isGrowthRefused() != isGrowthRefused) {
      isGrowthRefused = !isGrowthRefused;
      if (isGrowthRefused) {
        health.watch().growthRefused(filter.subFilters(), filter.memoryBytes());
      } else {
        health.watch().growsAgain();
      }
    }
  }

  /** The step that this is part of has told the filter already. */
  @Override void fire(long now) {}
}
