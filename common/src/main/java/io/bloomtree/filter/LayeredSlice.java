package io.bloomtree.filter;

import static java.util.Objects.checkIndex;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A slice's own filter and, beside it, filters that others had: of the same node before its
 * topology changed, or of nodes below it. What they have it has too; what is recorded goes into its
 * own. Owned by one event loop, and so are they from the moment they are kept here.
 *
 * <p>A group is one node's filter at one time. Some or all of its slices are here. It has an event
 * if all slices that the event belongs to are here and hold it.
 */
public final class LayeredSlice implements FilterSlice {
  private final FilterSlice own;
  private final Map<Object, Group> byName = new LinkedHashMap<>();
  /** The same again: an array is what the hot paths can look through at next to no cost. */
  private Group[] groups = {};

  /** The slices of one filter that are here. */
  private static final class Group {
    final SlicePlan plan;
    final boolean isVertical;
    final FilterSlice[] slices;
    /** Those of them that are here. */
    FilterSlice[] kept = {};

    Group(SlicePlan plan) {
      this.plan = plan;
      this.isVertical = plan.scheme() == SlicePlan.Scheme.VERTICAL;
      this.slices = new FilterSlice[plan.count()];
    }

    void put(int index, FilterSlice slice) {
      slices[index] = slice;
      kept = Arrays.stream(slices).filter(kept -> kept != null).toArray(FilterSlice[]::new);
    }

    boolean has(long fingerprint) {
      if (!isVertical) {
        return holds(plan.owner(fingerprint), fingerprint);
      }
      for (int index : plan.slicesOf(fingerprint)) {
        if (!holds(index, fingerprint)) {
          return false;
        }
      }
      return true;
    }

    private boolean holds(int index, long fingerprint) {
      return slices[index] != null && slices[index].holds(fingerprint);
    }

    /** Of an event that it has: that of its oldest part. */
    long age(long fingerprint) {
      long oldest = 0;
      for (int index : plan.slicesOf(fingerprint)) {
        oldest = Math.max(oldest, slices[index].age(fingerprint));
      }
      return oldest;
    }

    boolean isSpent() {
      return plan.shape().remembers()
              .filter(window -> window.unit() == Window.Unit.MILLIS).isPresent()
          && Arrays.stream(kept).allMatch(slice -> slice.fill() == 0);
    }

    /** Vertical slices each judge the whole filter by their part; others know their events only. */
    double estimatedFalsePositiveRate() {
      double sum = 0;
      for (FilterSlice slice : kept) {
        sum += slice.estimatedFalsePositiveRate();
      }
      return sum / (isVertical ? kept.length : slices.length);
    }
  }

  /** A slice with nothing beside its own filter. */
  public LayeredSlice(FilterSlice own) {
    this.own = requireNonNull(own, "own");
  }

  /** Its own filter. */
  public FilterSlice own() {
    return own;
  }

  /**
   * Keeps a slice of another filter beside its own; one that was there takes its place.
   *
   * @param group whose filter it was, and when
   * @param plan how that filter was cut
   * @param index which slice of it this is
   * @throws IllegalArgumentException if the group has another plan
   */
  public void keep(Object group, SlicePlan plan, int index, FilterSlice slice) {
    requireNonNull(group, "group");
    requireNonNull(slice, "slice");
    checkIndex(index, plan.count());
    Group into = byName.computeIfAbsent(group, name -> new Group(plan));
    if (!into.plan.equals(plan)) {
      throw new IllegalArgumentException("slices of one filter must have one plan: group=" + group
          + ", plan=" + into.plan + ", other=" + plan);
    }
    into.put(index, slice);
    listGroups();
  }

  /** Forgets a slice of another filter, if it is there; with the last one the group is gone. */
  public void drop(Object group, int index) {
    Group from = byName.get(group);
    if (from == null) {
      return;
    }
    from.put(index, null);
    if (from.kept.length == 0) {
      byName.remove(group);
    }
    listGroups();
  }

  private void listGroups() {
    groups = byName.values().toArray(Group[]::new);
  }

  /** All groups of which some slice is here, in the order in which they came. */
  public List<Object> groups() {
    return List.copyOf(byName.keySet());
  }

  /**
   * Whether its window of time has passed, so that nothing in it is alive any more; never of a
   * filter without one.
   */
  public boolean isSpent(Object group) {
    Group asked = byName.get(group);
    if (asked == null) {
      throw new IllegalArgumentException("nothing is kept of this group: group=" + group);
    }
    return asked.isSpent();
  }

  @Override public boolean inherits(long fingerprint) {
    for (Group group : groups) {
      if (group.has(fingerprint)) {
        return true;
      }
    }
    return false;
  }

  @Override public boolean holds(long fingerprint) {
    return own.holds(fingerprint) || inherits(fingerprint);
  }

  @Override public void holds(long[] fingerprints, int from, int to, boolean[] answers) {
    own.holds(fingerprints, from, to, answers);
    if (groups.length > 0) {
      for (int i = from; i < to; i++) {
        answers[i] = answers[i] || inherits(fingerprints[i]);
      }
    }
  }

  @Override public void expect(long[] fingerprints, int from, int to) {
    own.expect(fingerprints, from, to);
    for (Group group : groups) {
      for (FilterSlice slice : group.kept) {
        slice.expect(fingerprints, from, to);
      }
    }
  }

  @Override public int probes(long fingerprint) {
    return own.probes(fingerprint);
  }

  @Override public int setProbes(long fingerprint) {
    return inherits(fingerprint) ? probes(fingerprint) : own.setProbes(fingerprint);
  }

  /** That of the youngest copy. */
  @Override public long age(long fingerprint) {
    if (groups.length == 0) {
      return own.age(fingerprint);
    }
    long youngest = own.holds(fingerprint) ? own.age(fingerprint) : Long.MAX_VALUE;
    for (Group group : groups) {
      if (group.has(fingerprint)) {
        youngest = Math.min(youngest, group.age(fingerprint));
      }
    }
    return youngest == Long.MAX_VALUE ? 0 : youngest;
  }

  @Override public void record(long fingerprint, long ageMillis, int importance) {
    own.record(fingerprint, ageMillis, importance);
  }

  @Override public void repeated(long fingerprint, long ageMillis, int importance) {
    own.repeated(fingerprint, ageMillis, importance);
  }

  @Override public boolean learns() {
    return own.learns();
  }

  @Override public boolean unite(FilterSlice other) {
    return own.unite(other);
  }

  /** All of them are told; how many cells are looked at is limited over all of them. */
  @Override public void advance(long now) {
    if (groups.length == 0) {
      own.advance(now);
      return;
    }
    int left = MOST_SWEPT - advance(own, now, MOST_SWEPT);
    for (Group group : groups) {
      for (FilterSlice slice : group.kept) {
        left -= advance(slice, now, left);
      }
    }
  }

  private static int advance(FilterSlice slice, long now, int mostSwept) {
    if (slice instanceof SlidingFilter sliding) {
      return sliding.advance(now, mostSwept);
    }
    if (slice instanceof GrowingFilter growing) {
      return growing.advance(now, mostSwept);
    }
    slice.advance(now);
    return 0;
  }

  @Override public long nextAdvance() {
    long next = own.nextAdvance();
    for (Group group : groups) {
      for (FilterSlice slice : group.kept) {
        next = Math.min(next, slice.nextAdvance());
      }
    }
    return next;
  }

  @Override public long memoryBytes() {
    long bytes = own.memoryBytes();
    for (Group group : groups) {
      for (FilterSlice slice : group.kept) {
        bytes += slice.memoryBytes();
      }
    }
    return bytes;
  }

  /** Of its own: what is beside it gets no fuller. */
  @Override public double fill() {
    return own.fill();
  }

  /** Of its own: an event may be in many. */
  @Override public double estimatedCardinality() {
    return own.estimatedCardinality();
  }

  @Override public double estimatedFalsePositiveRate() {
    if (groups.length == 0) {
      return own.estimatedFalsePositiveRate();
    }
    double none = 1 - own.estimatedFalsePositiveRate();
    for (Group group : groups) {
      none *= 1 - group.estimatedFalsePositiveRate();
    }
    return 1 - none;
  }

  @Override public int subFilters() {
    return own.subFilters();
  }

  @Override public boolean isGrowthRefused() {
    return own.isGrowthRefused();
  }

  /** Of its own. */
  @Override public long snapshotBytes() {
    return own.snapshotBytes();
  }

  @Override public void writeSnapshot(OutputStream out) throws IOException {
    own.writeSnapshot(out);
  }

  @Override public byte[] toSnapshot() {
    return own.toSnapshot();
  }

  @Override public String toString() {
    return "LayeredSlice[own=" + own + ", groups=" + groups() + "]";
  }
}
