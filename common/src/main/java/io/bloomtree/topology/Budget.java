package io.bloomtree.topology;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.BloomSlicePlan;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
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
   * Nodes whose filters have the same bits are a family: the same design load and the same cut.
   * Vertical slices put together are the plain filter, so they and whole filters of that design
   * load are one family, all with the plain layout; each number of horizontal slices is another. A
   * family gets fpp / d, d being the most families on any path that it is on. Then every path of d
   * families has d shares of at most fpp / d. Shares are equal, not the cheapest possible: for two
   * families the best split saves at most 1.44 bits an event, and nobody could do it in his head.
   */

  /** Filters that have, or put together have, the same bits. */
  record Family(long expected, int horizontalSlices, boolean vertical) {}

  private record Cut(Family family, int verticalSlices) {}

  private final double fpp;
  private final Set<Long> cutVertically;
  private final Map<Family, Integer> mostOnAPath = new LinkedHashMap<>();
  private final Map<Family, BloomShape> shapes = new HashMap<>();
  private final Map<Cut, BloomSlicePlan> plans = new HashMap<>();

  Budget(Topology topology) {
    this.fpp = topology.fpp();
    this.cutVertically = topology.root().nodes()
        .filter(node -> node.slices().scheme() == Scheme.VERTICAL)
        .map(node -> node.filter().expected())
        .collect(Collectors.toUnmodifiableSet());
    countFamilies(topology.root(), Set.of());
  }

  private void countFamilies(TopologyNode node, Set<Family> above) {
    Set<Family> path = new LinkedHashSet<>(above);
    path.add(family(node));
    path.forEach(family -> mostOnAPath.merge(family, path.size(), Math::max));
    node.children().forEach(child -> countFamilies(child, path));
  }

  Family family(TopologyNode node) {
    long expected = node.filter().expected();
    return isHorizontal(node)
        ? new Family(expected, node.slices().count(), false)
        : new Family(expected, 1, cutVertically.contains(expected));
  }

  /** How many families the path with the most of them has, of those that this one is on. */
  int mostOnAPath(Family family) {
    return mostOnAPath.get(family);
  }

  double share(Family family) {
    return fpp / mostOnAPath.get(family);
  }

  /**
   * The shape of a family's filters.
   *
   * @throws IllegalArgumentException if no filter can be that good or that large
   */
  BloomShape shape(Family family) {
    return shapes.computeIfAbsent(family, it -> it.vertical()
        ? BloomShape.sizedFor(Layout.PLAIN, it.expected(), share(it))
        : BloomShape.sizedFor(it.expected(), share(it)));
  }

  /**
   * A node's filter and how it is cut.
   *
   * @throws IllegalArgumentException as {@link #shape}, or if it cannot be cut into so many slices
   */
  BloomSlicePlan plan(TopologyNode node) {
    int verticalSlices =
        node.slices().scheme() == Scheme.VERTICAL ? node.slices().count() : 0;
    return plans.computeIfAbsent(new Cut(family(node), verticalSlices), this::cut);
  }

  private BloomSlicePlan cut(Cut cut) {
    BloomShape shape = shape(cut.family());
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
