package io.bloomtree.cli;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.TimedBufferShape;

/** A node's filter, all slices of it, made once more of what it should hold. Not thread-safe. */
final class RebuiltFilter {
  /*
   * No time passes here: a sliding filter has all that it ever was told, and claims whatever it may
   * have claimed at some time. What a filter claims that grows, or draws random numbers, depends on
   * the order in which it was told; it may have claimed anything.
   */
  private final SlicePlan plan;
  private final boolean mayClaimAnything;
  private final FilterSlice[] slices;

  RebuiltFilter(SlicePlan original) {
    this.plan = repeatable(original);
    this.mayClaimAnything = !(plan.shape() instanceof BloomShape
        || plan.shape() instanceof SlidingShape || plan.shape() instanceof BufferShape
        || plan.shape() instanceof TimedBufferShape);
    this.slices = new FilterSlice[plan.count()];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = plan.newSlice(i);
    }
  }

  /** Without equal timers, which depend on when an event came. */
  private static SlicePlan repeatable(SlicePlan plan) {
    if (!(plan.shape() instanceof SlidingShape sliding) || sliding.equalTimers() == 1) {
      return plan;
    }
    return plan.count() == 1
        ? SlicePlan.whole((FilterShape) sliding.withEqualTimers(1))
        : SlicePlan.horizontal((FilterShape) sliding.withEqualTimers(1), plan.count());
  }

  void add(long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      slices[slice].set(fingerprint);
    }
  }

  boolean mightContain(long fingerprint) {
    if (mayClaimAnything) {
      return true;
    }
    for (int slice : plan.slicesOf(fingerprint)) {
      if (!slices[slice].holds(fingerprint)) {
        return false;
      }
    }
    return true;
  }
}
