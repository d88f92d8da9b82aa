package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * Are you there? Immutable.
 *
 * @param born when the oldest state of the receiver was created that the sender has heard of: a
 *     receiver whose state is younger has lost that one
 */
public record PingFrame(long nonce, OptionalLong born) implements Frame {
  /*
   *   0       8
   *   +-------+----------------------------+
   *   | nonce | born                       |
   *   | 8     | varint: 0 none, else + 1   |
   *   +-------+----------------------------+
   */

  public PingFrame {
    requireNonNull(born, "born");
    Checks.notNegative(born, "born");
  }

  /** From somebody who has nothing to tell. */
  public PingFrame(long nonce) {
    this(nonce, OptionalLong.empty());
  }

  void write(WireWriter out) {
    out.writeLong(nonce);
    out.writeOptional(born);
  }

  static PingFrame read(WireReader in) {
    long nonce = in.readLong("nonce");
    return new PingFrame(nonce, in.readOptional("born"));
  }
}
