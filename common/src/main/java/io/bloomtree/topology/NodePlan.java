package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomSlicePlan;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.wire.NodeId;
import java.util.Optional;

/**
 * What one node of a topology will cost, and how often it will err. Immutable.
 *
 * @param level 0 is the root
 * @param kind a Bloom filter with a window is a sliding one
 * @param expected its design load
 * @param window how long it remembers; empty: for ever, or the kind decides
 * @param filter its shape, and how it is cut
 * @param memoryBytes of its filter, all slices together
 * @param share of the budget, which it has together with all filters of its shape
 * @param falsePositives its rate at design load; at most the share
 * @param forgetting which copies it misses; empty if it forgets nothing before its window ends
 * @param failures what failed slices do to the rates; empty if it has one slice
 */
public record NodePlan(
    NodeId id,
    TopologyNode.Role role,
    int level,
    FilterKind kind,
    long expected,
    Optional<WindowSpec> window,
    SlicePlan filter,
    long memoryBytes,
    double share,
    double falsePositives,
    Optional<Forgetting> forgetting,
    Optional<SliceFailures> failures) {
  public NodePlan {
    requireNonNull(id, "id");
    requireNonNull(role, "role");
    requireNonNull(kind, "kind");
    requireNonNull(window, "window");
    requireNonNull(filter, "filter");
    requireNonNull(forgetting, "forgetting");
    requireNonNull(failures, "failures");
  }

  /** How its filter is built, in a few words. */
  public String built() {
    return ShapeText.of(filter.shape());
  }

  /** Bits of its filter, all slices together. */
  public long bits() {
    if (filter instanceof BloomSlicePlan bloom) {
      return bloom.scheme() == Scheme.HORIZONTAL
          ? bloom.count() * bloom.sliceShape().bits()
          : bloom.shape().bits();
    }
    return memoryBytes * Byte.SIZE;
  }

  /** Whether it forgets events though no window ends. */
  public boolean forgets() {
    return forgetting.isPresent();
  }

  /** Whether its filter could be cut vertically: no slice needs to see all cells of an event. */
  public boolean isVerticallyCuttable() {
    return filter.shape() instanceof BloomShape
        || filter.shape() instanceof SlidingShape sliding && sliding.equalTimers() == 1;
  }

  /** How many bits an event sets, k. */
  public int probes() {
    return filter.probes();
  }

  /**
   * The fewest slices, of either scheme, with which so many failures are tolerable (Definition 3).
   *
   * @param maxFalsePositives if what failed slices hold counts as duplicate
   * @param maxFalseNegatives if it counts as distinct
   */
  public SliceTolerance tolerating(
      int failed, double maxFalsePositives, double maxFalseNegatives) {
    SliceTolerance either = SliceTolerance.of(
        failed, probes(), falsePositives, maxFalsePositives, maxFalseNegatives);
    return isVerticallyCuttable() ? either : either.horizontalOnly();
  }
}
