package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node and all that is below it, with everything it inherits. Immutable.
 *
 * @param window how long it remembers an event; empty: for ever
 * @param hosts where it runs; empty: in the one process that runs the whole tree
 * @param http where a process that runs it speaks HTTP; empty: nowhere, unless somebody says so
 * @param fallback regions that stand in while its parent is away, the preferred one first
 */
public record TopologyNode(
    NodeId id,
    Role role,
    FilterSpec filter,
    FailureSpec failure,
    SliceSpec slices,
    Optional<WindowSpec> window,
    List<String> hosts,
    Optional<HostPort> http,
    List<NodeId> fallback,
    List<TopologyNode> children) {

  /** What a node is in its tree. */
  public enum Role { ROOT, REGION, EDGE }

  public TopologyNode {
    requireNonNull(id, "id");
    requireNonNull(role, "role");
    requireNonNull(filter, "filter");
    requireNonNull(failure, "failure");
    requireNonNull(slices, "slices");
    requireNonNull(window, "window");
    hosts = List.copyOf(hosts);
    requireNonNull(http, "http");
    fallback = List.copyOf(fallback);
    children = List.copyOf(children);
    if (role == Role.EDGE && !children.isEmpty()) {
      throw new IllegalArgumentException("an edge has no children: id=" + id);
    }
  }

  /** This node and all below it, each before its children. */
  public Stream<TopologyNode> nodes() {
    return Stream.concat(
        Stream.of(this), children.stream().flatMap(TopologyNode::nodes));
  }
}
