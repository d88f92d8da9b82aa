package io.bloomtree.experiments.beyond;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import java.util.ArrayList;
import java.util.List;

/** Slices of one filter, of which the first ones fail. Owned by one thread. */
final class FailedSlices {
  private final SlicePlan plan;
  private final List<FilterSlice> slices = new ArrayList<>();

  FailedSlices(SlicePlan plan) {
    this.plan = plan;
    for (int i = 0; i < plan.count(); i++) {
      slices.add(plan.newSlice(i));
    }
  }

  void set(long event) {
    for (int slice : plan.slicesOf(event)) {
      slices.get(slice).set(event);
    }
  }

  /** The share of bits that are set on those that are left. */
  double fill(int failed) {
    return slices.stream().skip(failed).mapToDouble(FilterSlice::fill).average().orElseThrow();
  }

  /** What those that are left say of events. */
  Votes votes(long[] events, int failed) {
    var counts = new long[plan.probes() + 1][plan.probes() + 1];
    for (long event : events) {
      int live = 0;
      int set = 0;
      for (int slice : plan.slicesOf(event)) {
        if (slice >= failed) {
          live += slices.get(slice).probes(event);
          set += slices.get(slice).setProbes(event);
        }
      }
      counts[live][set]++;
    }
    return new Votes(counts, events.length);
  }

  /** How many events have so many bits live, and so many of them set; nobody changes it. */
  record Votes(long[][] counts, long events) {
    /** Events that have at least x bits live and set. */
    Observed withAtLeast(int x) {
      long sum = 0;
      for (long[] ofLive : counts) {
        for (int set = x; set < ofLive.length; set++) {
          sum += ofLive[set];
        }
      }
      return new Observed(sum, events);
    }

    /** Events that have at least x bits live, and all live ones set. */
    Observed allSetAndAtLeast(int x) {
      long sum = 0;
      for (int live = x; live < counts.length; live++) {
        sum += counts[live][live];
      }
      return new Observed(sum, events);
    }
  }
}
