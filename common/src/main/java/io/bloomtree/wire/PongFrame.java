package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * I am here. Immutable.
 *
 * @param born as in a ping: parents do not ping their children, and tell them by this
 */
public record PongFrame(long nonce, OptionalLong born) implements Frame {
  /*
   *   0       8
   *   +-------+----------------------------+
   *   | nonce | born                       |
   *   | 8     | varint: 0 none, else + 1   |
   *   +-------+----------------------------+
   */

  public PongFrame {
    requireNonNull(born, "born");
    Checks.notNegative(born, "born");
  }

  /** From somebody who has nothing to tell. */
  public PongFrame(long nonce) {
    this(nonce, OptionalLong.empty());
  }

  void write(WireWriter out) {
    out.writeLong(nonce);
    out.writeOptional(born);
  }

  static PongFrame read(WireReader in) {
    long nonce = in.readLong("nonce");
    return new PongFrame(nonce, in.readOptional("born"));
  }
}
