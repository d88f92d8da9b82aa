package io.bloomtree.experiments.oneisenough;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.tree.Probing;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All slices of a filter, and which of them are asked about an event: what a sliced root does,
 * without its messages. Owned by one thread.
 */
final class SlicedFilter {
  private final SlicePlan plan;
  private final List<FilterSlice> slices;
  private final Probing probing;
  private final long[] lookups;

  private SlicedFilter(SlicePlan plan, List<FilterSlice> slices, Probing probing) {
    this.plan = requireNonNull(plan, "plan");
    this.slices = List.copyOf(slices);
    this.probing = requireNonNull(probing, "probing");
    this.lookups = new long[slices.size()];
  }

  /** As the plan cuts it. */
  static SlicedFilter of(SlicePlan plan, Probing probing) {
    return new SlicedFilter(
        plan, IntStream.range(0, plan.count()).mapToObj(plan::newSlice).toList(), probing);
  }

  /** As the plan cuts it; all slices of an event are asked. */
  static SlicedFilter of(SlicePlan plan) {
    return of(plan, Probing.PARALLEL);
  }

  /** Definition 1 to the letter: m/S bits a slice. The plan adds what their uneven load costs. */
  static SlicedFilter ofEvenShares(BloomShape shape, int count) {
    return ofEvenShares(SlicePlan.horizontal(shape, count), shares(shape, count));
  }

  /** The same with timers. */
  static SlicedFilter ofEvenShares(SlidingShape shape, int count) {
    return ofEvenShares(SlicePlan.horizontal(shape, count), shares(shape.cells(), count)
        .map(share -> new SlidingShape(share, shape.window(), shape.equalTimers())));
  }

  private static SlicedFilter ofEvenShares(
      SlicePlan plan, Stream<? extends FilterShape> shares) {
    return new SlicedFilter(
        plan, shares.map(share -> share.newFilter(0)).toList(), Probing.PARALLEL);
  }

  private static Stream<BloomShape> shares(BloomShape shape, int count) {
    return IntStream.range(0, count).mapToObj(i -> BloomShape.of(Layout.PLAIN,
        shape.bits() * (i + 1) / count - shape.bits() * i / count, shape.probes(),
        Math.max(1, shape.expected() / count)));
  }

  /** Tests an event, and sets it if it was new. */
  boolean addIfNew(long fingerprint) {
    boolean isNew = !holds(fingerprint);
    if (isNew) {
      set(fingerprint);
    }
    return isNew;
  }

  boolean holds(long fingerprint) {
    boolean holds = true;
    for (int slice : plan.slicesOf(fingerprint)) {
      lookups[slice]++;
      holds &= slices.get(slice).holds(fingerprint);
      if (!holds && probing == Probing.PIPELINED) {
        break;
      }
    }
    return holds;
  }

  void set(long fingerprint) {
    for (int slice : plan.slicesOf(fingerprint)) {
      slices.get(slice).set(fingerprint);
    }
  }

  /** Says what time it is, to those slices that an event belongs to: the others need not know. */
  void advance(long fingerprint, long now) {
    for (int slice : plan.slicesOf(fingerprint)) {
      slices.get(slice).advance(now);
    }
  }

  /** How often each slice was asked. */
  long[] lookups() {
    return lookups.clone();
  }
}
