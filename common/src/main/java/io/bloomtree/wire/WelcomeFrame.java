package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * The answer to a hello: repeats whose it was, so that a late one is told from the one awaited.
 * Immutable.
 */
public record WelcomeFrame(NodeId node, long incarnation, int slice) implements Frame {
  /*
   *   0             8       10
   *   +-------------+-------+------+
   *   | incarnation | slice | node |
   *   | 8           | 2     | id   |
   *   +-------------+-------+------+
   */

  public WelcomeFrame {
    requireNonNull(node, "node");
    Checks.notNegative(incarnation, "incarnation");
    Checks.slice(slice);
  }

  void write(WireWriter out) {
    out.writeLong(incarnation);
    out.writeShort(slice);
    out.writeNodeId(node);
  }

  static WelcomeFrame read(WireReader in) {
    long incarnation = in.readLong("incarnation");
    int slice = in.readShort("slice");
    return new WelcomeFrame(in.readNodeId("node"), incarnation, slice);
  }
}
