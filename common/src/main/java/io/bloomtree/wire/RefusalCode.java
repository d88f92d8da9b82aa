package io.bloomtree.wire;

/** Why a packet was refused. The codes are on the wire and never change. */
public enum RefusalCode {
  /** It does not parse. */
  MALFORMED(1),
  /** The sender speaks another version of the wire format. */
  WIRE_VERSION(2),
  /** The sender belongs to another tree, or hashes in another way. */
  OTHER_TREE(3),
  /** The sender's topology is neither the receiver's nor the one before or after it. */
  EPOCH(4),
  /** The sender, or a slice it speaks of, has no place beside the receiver. */
  STRANGER(5),
  /** A newer incarnation has taken the sender's place. */
  FENCED(6);

  private static final RefusalCode[] ALL = values();

  private final int code;

  RefusalCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  static RefusalCode ofCode(int code) {
    for (RefusalCode refusal : ALL) {
      if (refusal.code == code) {
        return refusal;
      }
    }
    throw new IllegalArgumentException("unknown refusal code: " + code);
  }
}
