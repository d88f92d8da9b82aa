package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.NodeId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a node stands in the tree. Immutable.
 *
 * @param self the node
 * @param level 0 is the root
 * @param parent the node above; empty at the root
 * @param children the nodes below; empty at an edge
 * @param rootSlices how many slices the root has
 * @param fallbacks other regions on the parent's level, which take its place while it is away, in
 *     order of preference
 * @param guests nodes of which this one is a fallback
 */
public record Place(
    NodeRef self, int level, Optional<NodeRef> parent, List<NodeRef> children, int rootSlices,
    List<NodeRef> fallbacks, List<NodeRef> guests) {
  public Place {
    requireNonNull(self, "self");
    requireNonNull(parent, "parent");
    children = List.copyOf(children);
    fallbacks = List.copyOf(fallbacks);
    guests = List.copyOf(guests);
    if (level < 0) {
      throw new IllegalArgumentException("level must be >= 0: " + level);
    }
    if ((level == 0) != parent.isEmpty()) {
      throw new IllegalArgumentException(
          "the root, and only the root, has no parent: id=" + self.id() + ", level=" + level);
    }
    if (rootSlices < 1) {
      throw new IllegalArgumentException("rootSlices must be >= 1: " + rootSlices);
    }
    int known = level == 0 ? self.plan().count()
        : level == 1 ? parent.get().plan().count() : rootSlices;
    if (known != rootSlices) {
      throw new IllegalArgumentException(
          "rootSlices must be the root's: rootSlices=" + rootSlices + ", root's=" + known);
    }
    if (level < 2 && !fallbacks.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing can take the root's place: id=" + self.id() + ", level=" + level);
    }
    if (level == 0 && !guests.isEmpty()) {
      throw new IllegalArgumentException("the root has no guests: id=" + self.id());
    }
    Set<NodeId> met = new HashSet<>();
    met.add(self.id());
    parent.ifPresent(node -> requireNew(met, node));
    fallbacks.forEach(node -> requireNew(met, node));
    children.forEach(node -> requireNew(met, node));
    guests.forEach(node -> requireNew(met, node));
  }

  /** The place of a node that nobody stands in for, and that stands in for nobody. */
  public Place(
      NodeRef self, int level, Optional<NodeRef> parent, List<NodeRef> children, int rootSlices) {
    this(self, level, parent, children, rootSlices, List.of(), List.of());
  }

  private static void requireNew(Set<NodeId> met, NodeRef node) {
    if (!met.add(node.id())) {
      throw new IllegalArgumentException("a neighbour must have one role: id=" + node.id());
    }
  }
}
