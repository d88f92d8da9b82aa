package io.bloomtree.cli;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;

/** A node's filter, all slices of it, made once more of what it should hold. Not thread-safe. */
final class RebuiltFilter {
  private final SlicePlan plan;
  private final FilterSlice[] slices;

  RebuiltFilter(SlicePlan plan) {
    this.plan = plan;
    this.slices = new FilterSlice[plan.count()];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = plan.newSlice(i);
    }
  }

  void add(long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      slices[slice].set(fingerprint);
    }
  }

  boolean mightContain(long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      if (!slices[slice].holds(fingerprint)) {
        return false;
      }
    }
    return true;
  }
}
