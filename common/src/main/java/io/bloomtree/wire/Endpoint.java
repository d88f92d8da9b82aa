package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** One slice of one node: where a packet goes. An unsliced node is its slice 0. Immutable. */
public record Endpoint(NodeId node, int slice) implements Comparable<Endpoint> {
  /** The most slices a node can have: two bytes on the wire. */
  public static final int MAX_SLICES = 65_536;

  public Endpoint {
    requireNonNull(node, "node");
    Checks.slice(slice);
  }

  public static Endpoint of(NodeId node) {
    return new Endpoint(node, 0);
  }

  @Override public int compareTo(Endpoint other) {
    int byNode = node.compareTo(other.node);
    return byNode != 0 ? byNode : Integer.compare(slice, other.slice);
  }

  @Override public String toString() {
    return node + "/" + slice;
  }
}
