package io.bloomtree.wire;

/** What a child says when its parent verifies a hit. The codes are on the wire and never change. */
public enum Testimony {
  /** The child, or somebody below it, has the event. */
  HAVE(0),
  /** Neither the child nor anybody it asked has the event. */
  DENY(1),
  /** The child cannot tell: it lost its state, or one of its own children could not tell. */
  UNKNOWN(2);

  private static final Testimony[] ALL = values();

  private final int code;

  Testimony(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  static Testimony ofCode(int code) {
    for (Testimony testimony : ALL) {
      if (testimony.code == code) {
        return testimony;
      }
    }
    throw new IllegalArgumentException("unknown testimony code: " + code);
  }
}
