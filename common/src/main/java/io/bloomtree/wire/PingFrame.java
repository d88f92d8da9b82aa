package io.bloomtree.wire;

/** Are you there? Immutable. */
public record PingFrame(long nonce) implements Frame {
  /*
   *   0       8
   *   +-------+
   *   | nonce |
   *   +-------+
   */

  void write(WireWriter out) {
    out.writeLong(nonce);
  }

  static PingFrame read(WireReader in) {
    return new PingFrame(in.readLong("nonce"));
  }
}
