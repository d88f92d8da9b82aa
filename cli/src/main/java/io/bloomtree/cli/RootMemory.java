package io.bloomtree.cli;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.WindowSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;

/**
 * Which copies the root of a tree need not know any more, because its window has passed, and how
 * many it is expected not to know, because its kind of filter forgets. Owned by one thread.
 */
final class RootMemory {
  /*
   * What is told of a run has no importance, so all events have that of one which says nothing. A
   * reservoir forgets nothing until it is full. And by equal timers, in a window of time, copies
   * are missed for the slots that have passed: a run may take less than one.
   */
  /** Gaps in between are counted as the next lower one: within 3 %. */
  private static final int EXACT_BITS = 5;
  /** Verdicts are judged a little later than they are told, and not all as much later. */
  private static final double SURELY = 0.9;

  private final int slices;
  private final boolean forgets;
  /** How often a copy is missed, by its gap. */
  private final LongToDoubleFunction missed;
  /** So many events reach the root before it begins to forget. */
  private final long forgetsAfter;
  /** In which a gap is measured, in nanoseconds; empty: it is measured in events. */
  private final OptionalDouble slot;
  private final Optional<WindowSpec> window;
  private final Map<Long, Long> gaps = new TreeMap<>();
  /** By key: how many events had reached the root when it last did, from 1. */
  private long[] atRoot = new long[1 << 10];
  /** By key: when it was last delivered, in nanoseconds, and as which event. */
  private long[] deliveredAt = new long[1 << 10];
  private long[] deliveredAs = new long[1 << 10];
  private long reached;
  private long delivered;

  RootMemory(Network network) {
    SlicePlan root = network.plan(network.topology().root().id());
    FilterShape shape = root.sliceShape();
    this.slices = root.scheme() == Scheme.HORIZONTAL ? root.count() : 1;
    this.forgets = shape.falseNegativeRate(Long.MAX_VALUE >>> 1) > 0;
    this.window = network.topology().root().window();
    this.slot = shape.remembers()
        .filter(it -> shape instanceof SlidingShape && it.unit() == Unit.MILLIS)
        .map(RootMemory::slotNanos)
        .orElse(OptionalDouble.empty());
    this.forgetsAfter =
        shape instanceof ReservoirShape reservoir ? reservoir.bits() * slices : 0;
    this.missed = missed(shape);
  }

  private static OptionalDouble slotNanos(Window window) {
    return OptionalDouble.of(
        (double) Duration.ofMillis(window.span()).toNanos() / window.slots());
  }

  private LongToDoubleFunction missed(FilterShape shape) {
    if (shape instanceof ImportanceShape importance) {
      double[] shares = new double[ImportanceShape.MAX_IMPORTANCE + 1];
      shares[ImportanceShape.DEFAULT_IMPORTANCE] = 1;
      return importance.rates(shares)::falseNegativeRate;
    }
    return shape instanceof SlidingShape sliding && slot.isPresent()
        ? slots -> sliding.falseNegativeRateAfter(
            (int) Math.min(sliding.window().slots(), slots))
        : shape::falseNegativeRate;
  }

  /** Whether the root forgets anything, by its window or by its kind of filter. */
  static boolean forgets(Network network) {
    var memory = new RootMemory(network);
    return memory.forgets || memory.window.isPresent();
  }

  /** The root decided about an event; {@code isCopy}: one that was delivered before. */
  void reachedRoot(int key, boolean isCopy, long nanos) {
    if (!forgets) {
      return;
    }
    atRoot = withRoomFor(key, atRoot);
    reached++;
    if (isCopy && atRoot[key] > 0 && reached > forgetsAfter) {
      gaps.merge(gap(key, nanos), 1L, Long::sum);
    }
    atRoot[key] = reached;
  }

  private long gap(int key, long nanos) {
    return slot.isPresent()
        ? (long) ((nanos - deliveredAt[key]) / slot.getAsDouble())
        : rounded((reached - Math.max(atRoot[key], forgetsAfter)) / slices);
  }

  void delivered(int key, long nanos) {
    if (window.isPresent()) {
      deliveredAt = withRoomFor(key, deliveredAt);
      deliveredAs = withRoomFor(key, deliveredAs);
      deliveredAt[key] = nanos;
      deliveredAs[key] = ++delivered;
    }
  }

  /** Whether an event that was delivered may be delivered again, the window having passed. */
  boolean hasWindowPassed(int key, long nanos) {
    if (window.isEmpty()) {
      return false;
    }
    double span = window.get().span() * SURELY;
    return window.get().unit() == Unit.MILLIS
        ? nanos - deliveredAt[key] >= span * Duration.ofMillis(1).toNanos()
        : delivered - deliveredAs[key] >= span;
  }

  /** How many of the copies that reached the root it should have taken for new, by the theory. */
  OptionalDouble expectedLeaks() {
    if (!forgets) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(gaps.entrySet().stream()
        .mapToDouble(gap -> gap.getValue() * missed.applyAsDouble(gap.getKey()))
        .sum());
  }

  private static long rounded(long gap) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(gap) - 1 - EXACT_BITS);
    return gap >>> shift << shift;
  }

  private static long[] withRoomFor(int key, long[] table) {
    return key < table.length
        ? table
        : Arrays.copyOf(table, Math.max(key + 1, 2 * table.length));
  }
}
