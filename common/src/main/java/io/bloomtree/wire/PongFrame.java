package io.bloomtree.wire;

/** I am here. Immutable. */
public record PongFrame(long nonce) implements Frame {
  /*
   *   0       8
   *   +-------+
   *   | nonce |
   *   +-------+
   */

  void write(WireWriter out) {
    out.writeLong(nonce);
  }

  static PongFrame read(WireReader in) {
    return new PongFrame(in.readLong("nonce"));
  }
}
