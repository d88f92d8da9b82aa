package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.FilterKind;
import io.bloomtree.topology.FilterSpec;
import io.bloomtree.topology.Growth;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.wire.NodeId;
import java.util.Optional;

/**
 * How many distinct events the filters from an edge to the root are sized for, and a word of
 * warning when there are more. Owned by one thread.
 */
final class DesignLoad {
  private final long expected;
  private final double fpp;
  private boolean warned;

  DesignLoad(long expected, double fpp) {
    this.expected = expected;
    this.fpp = fpp;
  }

  static DesignLoad of(Topology topology, NodeId edge) {
    long least = topology.nodes().stream()
        .filter(node -> isAbove(requireNonNull(edge, "edge"), node))
        .mapToLong(DesignLoad::most)
        .min()
        .orElseThrow(() -> new IllegalArgumentException("no such edge: id=" + edge));
    return new DesignLoad(least, topology.fpp());
  }

  /** Those that grow, or forget, never hold more than they should. */
  private static long most(TopologyNode node) {
    FilterSpec filter = node.filter();
    boolean holdsAll = filter.kind() == FilterKind.BLOOM && filter.growth() == Growth.NONE
        && node.window().isEmpty();
    return holdsAll ? filter.expected() : Long.MAX_VALUE;
  }

  private static boolean isAbove(NodeId edge, TopologyNode node) {
    return node.nodes().anyMatch(below -> below.id().equals(edge));
  }

  /** Said once: a full filter drops more and more lines that it never saw. */
  Optional<String> warning(long distinct) {
    if (warned || distinct <= expected) {
      return Optional.empty();
    }
    warned = true;
    return Optional.of("more than the " + Figures.full(expected)
        + " distinct lines that the topology expects: from here on more than "
        + Figures.rate(fpp) + " of new lines are taken for duplicates (filter.expected)");
  }
}
