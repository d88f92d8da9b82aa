package io.bloomtree.topology;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.NodeId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the rate of the whole tree is split over its filters (P4). Not thread-safe: it remembers the
 * shapes it computed.
 */
final class Budget {
  /*
   * Two filters of one shape put an event on the same bits, and all that a node holds its parent
   * holds too. So where the lower one errs, the upper one would have erred as well: however many
   * filters of one shape an event passes, together they err no more than the highest. Filters of
   * different shapes err independently, and along the way from an edge to the root their rates add
   * up.
   *
   * Nodes whose filters have the same bits are a family: the same design load, window and cut.
   * Vertical slices put together are the plain filter, so they and whole filters of that design
   * load are one family, all with the plain layout; each number of horizontal slices is another.
   * Filters that grow do so at different times, and those that draw random numbers draw different
   * ones; of two with a window of events the lower one, which records fewer, remembers them longer:
   * each of these is a family of its own. A family gets fpp / d, d being the most families on
   * any path that it is on. Then every path of d families has d shares of at most fpp / d. Shares
   * are equal, not the cheapest possible: for two families the best split saves at most 1.44 bits
   * an event, and nobody could do it in his head. Exact buffers need no share.
   */

  /**
   * Filters that have, or put together have, the same bits.
   *
   * @param alone the only node of it, of a kind whose bits no other has
   */
  record Family(
      FilterKind kind, long expected, Optional<Window> window, int equalTimers,
      int horizontalSlices, boolean vertical, Optional<NodeId> alone) {}

  private record Cut(Family family, int verticalSlices) {}

  /** Of a thousand families of one node each, all shapes may be one, and costly to compute. */
  private record Sized(Design design, double fpp) {}

  private final double fpp;
  private final LimitSpec limits;
  private final Set<Long> cutVertically;
  private final Map<Family, Integer> mostOnAPath = new LinkedHashMap<>();
  private final Map<Sized, FilterShape> shapes = new HashMap<>();
  private final Map<Cut, SlicePlan> plans = new HashMap<>();

  Budget(Topology topology) {
    this.fpp = topology.fpp();
    this.limits = topology.limits();
    this.cutVertically = topology.root().nodes()
        .filter(node -> node.slices().scheme() == Scheme.VERTICAL)
        .map(node -> node.filter().expected())
        .collect(Collectors.toUnmodifiableSet());
    countFamilies(topology.root(), Set.of());
  }

  private void countFamilies(TopologyNode node, Set<Family> above) {
    Set<Family> path = new LinkedHashSet<>(above);
    if (design(node).errs()) {
      path.add(family(node));
    }
    path.forEach(family -> mostOnAPath.merge(family, path.size(), Math::max));
    node.children().forEach(child -> countFamilies(child, path));
  }

  Design design(TopologyNode node) {
    return Design.of(node, cutVertically.contains(node.filter().expected()), limits);
  }

  Family family(TopologyNode node) {
    Design design = design(node);
    return new Family(
        design.kind(),
        node.filter().expected(),
        design.window(),
        node.filter().equalTimers().orElse(1),
        isHorizontal(node) ? node.slices().count() : 1,
        design.plain() && !isHorizontal(node),
        design.isRepeatable() ? Optional.empty() : Optional.of(node.id()));
  }

  /** How many families the path with the most of them has, of those that this one is on. */
  int mostOnAPath(Family family) {
    return mostOnAPath.getOrDefault(family, 0);
  }

  double share(Family family) {
    return mostOnAPath.containsKey(family) ? fpp / mostOnAPath.get(family) : 0;
  }

  /**
   * The shape of a node's filter.
   *
   * @throws IllegalArgumentException if no filter can be that good or that large
   */
  FilterShape shape(TopologyNode node) {
    Family family = family(node);
    Design design = isHorizontal(node)
        ? Design.of(node, false, limits)
        : design(node);
    return shapes.computeIfAbsent(
        new Sized(design, share(family)), it -> it.design().shape(it.fpp()));
  }

  /**
   * A node's filter and how it is cut.
   *
   * @throws IllegalArgumentException as {@link #shape}, or if it cannot be cut into so many slices
   */
  SlicePlan plan(TopologyNode node) {
    int verticalSlices =
        node.slices().scheme() == Scheme.VERTICAL ? node.slices().count() : 0;
    FilterShape shape = shape(node);
    return plans.computeIfAbsent(
        new Cut(family(node), verticalSlices), cut -> cut(shape, cut));
  }

  private static SlicePlan cut(FilterShape shape, Cut cut) {
    if (cut.verticalSlices() > 0) {
      return SlicePlan.vertical(shape, cut.verticalSlices());
    }
    return cut.family().horizontalSlices() > 1
        ? SlicePlan.horizontal(shape, cut.family().horizontalSlices())
        : SlicePlan.whole(shape);
  }

  /** One horizontal slice is the whole. */
  private static boolean isHorizontal(TopologyNode node) {
    return node.slices().scheme() == Scheme.HORIZONTAL && node.slices().count() > 1;
  }
}
