package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** The name of a node in the topology, unique in its tree. Immutable. */
public record NodeId(String value) implements Comparable<NodeId> {
  /** The longest id, in characters, all ASCII: one length byte on the wire. */
  public static final int MAX_BYTES = 255;

  public NodeId {
    requireNonNull(value, "value");
    if (!isLegal(value)) {
      throw new IllegalArgumentException(
          "node id must be letters, digits, '.', '_' or '-', and start with a letter or digit: "
              + value);
    }
    if (value.length() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "node id must have at most " + MAX_BYTES + " characters: length=" + value.length());
    }
  }

  // No regular expression: decoding meets a new id in every frame.
  private static boolean isLegal(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!isLetterOrDigit(c) && (i == 0 || c != '.' && c != '_' && c != '-')) {
        return false;
      }
    }
    return !value.isEmpty();
  }

  private static boolean isLetterOrDigit(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  @Override public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  @Override public String toString() {
    return value;
  }
}
