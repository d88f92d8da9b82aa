package io.bloomtree.wire;

/** Why a packet was refused. The codes are on the wire and never change. */
public enum RefusalCode {
  MALFORMED(1),
  WIRE_VERSION(2),
  OTHER_TREE(3),
  EPOCH(4);

  private final int code;

  RefusalCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
