package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** The name of a node in the topology, unique in its tree. Immutable. */
public record NodeId(String value) implements Comparable<NodeId> {
  /** The longest id, in UTF-8 bytes: one length byte on the wire. */
  public static final int MAX_BYTES = 255;

  public NodeId {
    requireNonNull(value, "value");
    if (!value.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "node id must be letters, digits, '.', '_' or '-', and start with a letter or digit: "
              + value);
    }
    if (value.length() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "node id must have at most " + MAX_BYTES + " characters: length=" + value.length());
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
