package io.bloomtree.bus;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.topology.FilterKind;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How full a filter is, and what follows from that. Immutable.
 *
 * @param kind as topologies spell it; a Bloom filter with a window is a sliding one
 * @param expected the design load, in events
 * @param fill the share of its cells that are set, 0 to 1
 * @param estimatedEvents how many distinct events it was fed, judged by its fill
 * @param falsePositiveRate how often it claims an event it was never fed, judged by its fill
 * @param subFilters how many filters it consists of: more than one only if it grows
 * @param growthRefused whether it should have grown and could not
 * @param windowLagMillis how late it is in forgetting what its window has passed over
 */
public record FilterReport(
    String kind,
    long expected,
    long memoryBytes,
    double fill,
    double estimatedEvents,
    double falsePositiveRate,
    int subFilters,
    boolean growthRefused,
    long windowLagMillis) {

  /** Of one slice of a node; {@code now}: by its machine's clock. */
  static FilterReport of(Network network, NodeId node, FilterSlice slice, long now) {
    TopologyNode described = network.node(node);
    SlicePlan plan = network.plan(node);
    boolean isSliding =
        described.filter().kind() == FilterKind.BLOOM && described.window().isPresent();
    long expected = described.filter().expected();
    long parts = plan.scheme() == Scheme.HORIZONTAL ? plan.count() : 1;
    return new FilterReport(
        (isSliding ? FilterKind.SLIDING : described.filter().kind()).toString(),
        (expected + parts - 1) / parts,
        slice.memoryBytes(),
        slice.fill(),
        Math.max(0, slice.estimatedCardinality()), // an empty one says -0
        slice.estimatedFalsePositiveRate(),
        slice.subFilters(),
        slice.isGrowthRefused(),
        Math.max(0, now - Math.min(now, slice.nextAdvance())));
  }

  /**
   * The filter of a node of which some or all slices have told of theirs. Vertical slices each
   * judge the whole filter by their part of it; the events of horizontal ones add up. What slices
   * know that have not told is missing.
   *
   * @param slices at least one
   */
  static FilterReport ofNode(Network network, NodeId node, List<FilterReport> slices) {
    double events = mean(slices, FilterReport::estimatedEvents);
    return new FilterReport(
        slices.get(0).kind,
        network.node(node).filter().expected(),
        slices.stream().mapToLong(FilterReport::memoryBytes).sum(),
        mean(slices, FilterReport::fill),
        network.plan(node).scheme() == Scheme.HORIZONTAL ? events * slices.size() : events,
        mean(slices, FilterReport::falsePositiveRate),
        slices.stream().mapToInt(FilterReport::subFilters).max().orElseThrow(),
        slices.stream().anyMatch(FilterReport::growthRefused),
        slices.stream().mapToLong(FilterReport::windowLagMillis).max().orElseThrow());
  }

  private static double mean(List<FilterReport> slices, ToDoubleFunction<FilterReport> of) {
    return slices.stream().mapToDouble(of).average().orElseThrow();
  }
}
