package io.bloomtree.wire;

/** What a node answers to an ask. The codes are on the wire and never change. */
public enum Outcome {
  /** Nobody has confirmed this event; it is claimed for the asker. */
  DISTINCT(0),
  /** The event was confirmed before. */
  DUPLICATE(1),
  /** Another origin holds the claim; ask again shortly. */
  HELD(2),
  /** A table is full; ask again shortly. */
  BUSY(3),
  /** A newer incarnation of the same agent has said hello; this one must stop. */
  FENCED(4),
  /** A node on the way cannot reach its parent and its policy is to fail. */
  UNAVAILABLE(5);

  private static final Outcome[] ALL = values();

  private final int code;

  Outcome(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  static Outcome ofCode(int code) {
    if (code < ALL.length && ALL[code].code == code) { // so far their codes count them
      return ALL[code];
    }
    throw new IllegalArgumentException("unknown outcome code: " + code);
  }

  /** Whether the asker is done: no later answer to the same ask will say more. */
  public boolean isFinal() {
    return this != HELD && this != BUSY;
  }
}
