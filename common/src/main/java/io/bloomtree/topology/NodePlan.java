package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BloomSlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.wire.NodeId;
import java.util.Optional;

/**
 * What one node of a topology will cost, and how often it will err. Immutable.
 *
 * @param level 0 is the root
 * @param expected its design load
 * @param filter its shape, and how it is cut
 * @param memoryBytes of its filter, all slices together
 * @param share of the budget, which it has together with all filters of its shape
 * @param falsePositives its rate at design load; at most the share
 * @param failures what failed slices do to the rates; empty if it has one slice
 */
public record NodePlan(
    NodeId id,
    TopologyNode.Role role,
    int level,
    long expected,
    BloomSlicePlan filter,
    long memoryBytes,
    double share,
    double falsePositives,
    Optional<SliceFailures> failures) {
  public NodePlan {
    requireNonNull(id, "id");
    requireNonNull(role, "role");
    requireNonNull(filter, "filter");
    requireNonNull(failures, "failures");
  }

  public Layout layout() {
    return filter.shape().layout();
  }

  /** Bits of its filter, all slices together. */
  public long bits() {
    return filter.scheme() == Scheme.HORIZONTAL
        ? filter.count() * filter.sliceShape().bits()
        : filter.shape().bits();
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
    return SliceTolerance.of(
        failed, probes(), falsePositives, maxFalsePositives, maxFalseNegatives);
  }
}
