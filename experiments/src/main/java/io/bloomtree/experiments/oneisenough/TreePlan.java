package io.bloomtree.experiments.oneisenough;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.QuietTree;
import io.bloomtree.tree.Settings;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A Bloom tree as the paper has them: all its nodes have the same filter, and all above the leaves
 * as many children. Immutable.
 *
 * @param levels how many there are, that of the root and that of the leaves included
 * @param fanOut how many children a node has; leaves next to each other have the same parent
 */
record TreePlan(int levels, int fanOut, BloomShape filter) {
  /** What the paper has unless it says otherwise. */
  private static final int PROBES = 4;

  TreePlan {
    requireNonNull(filter, "filter");
    if (levels < 2 || fanOut < 2) {
      throw new IllegalArgumentException(
          "a tree must have two levels and fork: levels=" + levels + ", fanOut=" + fanOut);
    }
  }

  /** The filter of the paper's probes whose size follows from Eq. 2: 143,000 bits for 16,860. */
  static BloomShape filter(int distinct, double fpp) {
    double perProbe = Math.pow(fpp, 1.0 / PROBES);
    long bits = Math.round(-PROBES * (double) distinct / Math.log1p(-perProbe));
    return BloomShape.of(BloomShape.Layout.PLAIN, Math.max(bits, 1), PROBES, distinct);
  }

  int leaves() {
    return nodes(levels - 1);
  }

  /** How many nodes a level has. */
  int nodes(int level) {
    return IntStream.range(0, level).reduce(1, (nodes, i) -> nodes * fanOut);
  }

  /** The name of a node. */
  static String name(int level, int index) {
    return "n" + level + "-" + index;
  }

  /** An empty tree; it verifies hits on levels above {@code threshold}. */
  QuietTree plant(Mode mode, int threshold) {
    Settings usual = Settings.defaults();
    // nobody waits for company that will not come: each event is offered when the last has ended
    var alone = new Settings.Batching(512, Duration.ZERO, 64);
    return new QuietTree(places(), new Settings(mode, usual.probing(), threshold, usual.slices(),
        usual.parent(), usual.timing(), alone, usual.limits()));
  }

  private List<Place> places() {
    var places = new ArrayList<Place>();
    for (int level = 0; level < levels; level++) {
      for (int i = 0; i < nodes(level); i++) {
        places.add(place(level, i));
      }
    }
    return places;
  }

  private Place place(int level, int index) {
    Optional<NodeRef> parent =
        level == 0 ? Optional.empty() : Optional.of(node(level - 1, index / fanOut));
    List<NodeRef> children = level == levels - 1
        ? List.of()
        : IntStream.range(0, fanOut).mapToObj(i -> node(level + 1, index * fanOut + i)).toList();
    return new Place(node(level, index), level, parent, children, 1);
  }

  private NodeRef node(int level, int index) {
    return new NodeRef(new NodeId(name(level, index)), SlicePlan.whole(filter));
  }
}
