package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * A packet was refused, and why. Immutable.
 *
 * @param reason for the operator who reads the sender's log: both sides' values
 */
public record RefusalFrame(RefusalCode code, String reason) implements Frame {
  /*
   *   0      1        3
   *   +------+--------+--------------+
   *   | code | length | reason       |
   *   | 1    | 2      | UTF-8        |
   *   +------+--------+--------------+
   */

  /** The longest reason, in UTF-8 bytes. */
  public static final int MAX_REASON_BYTES = 4096;

  public RefusalFrame {
    requireNonNull(code, "code");
    Utf8.encode(reason, "reason", MAX_REASON_BYTES);
  }

  void write(WireWriter out) {
    byte[] utf8 = Utf8.encode(reason, "reason", MAX_REASON_BYTES);
    out.writeByte(code.code());
    out.writeShort(utf8.length);
    out.writeBytes(utf8);
  }

  static RefusalFrame read(WireReader in) {
    RefusalCode code = RefusalCode.ofCode(in.readByte("refusal code"));
    return new RefusalFrame(code, in.readText(in.readShort("length of reason"), "reason"));
  }
}
