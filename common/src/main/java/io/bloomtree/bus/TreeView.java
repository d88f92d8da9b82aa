package io.bloomtree.bus;

import java.util.List;
import java.util.Optional;

/**
 * A whole tree at one instant, as far as its slices and agents have told. Immutable; JSON as it is.
 *
 * @param mode as topologies spell it
 * @param at wall clock, in milliseconds
 * @param version of the process that asked
 * @param nodes each before its children; the root first
 */
public record TreeView(
    String tree, int epoch, String mode, long at, String version, List<NodeView> nodes) {
  public TreeView {
    nodes = List.copyOf(nodes);
  }

  /** The node of that name, if the tree has one. */
  public Optional<NodeView> node(String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
  }
}
