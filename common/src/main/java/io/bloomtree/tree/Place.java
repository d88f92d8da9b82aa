package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Where a node stands in the tree. Immutable.
 *
 * @param self the node
 * @param level 0 is the root
 * @param parent the node above; empty at the root
 * @param children the nodes below; empty at an edge
 * @param rootSlices how many slices the root has
 */
public record Place(
    NodeRef self, int level, Optional<NodeRef> parent, List<NodeRef> children, int rootSlices) {
  public Place {
    requireNonNull(self, "self");
    requireNonNull(parent, "parent");
    children = List.copyOf(children);
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
  }

  public List<NodeRef> fallbacks() { return List.of(); }
  public List<NodeRef> guests() { return List.of(); }
}
