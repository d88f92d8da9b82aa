package io.bloomtree.wire;

/** Why an answer is worth less than usual. The codes are on the wire and never change. */
public enum Degradation {
  /** It is not: the answer is as good as the protocol makes it. */
  NONE(0),
  /** A slice did not answer and the slice policy decided. */
  SLICE_AWAY(1),
  /** The owning slice was away and a stand-in decided. */
  OWNER_AWAY(2),
  /** The parent was away and the parent policy decided. */
  PARENT_AWAY(3),
  /** The deciding slice lost its state and has not been rebuilt. */
  STATE_LOST(4);

  private static final Degradation[] ALL = values();

  private final int code;

  Degradation(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  static Degradation ofCode(int code) {
    if (code < ALL.length && ALL[code].code == code) { // so far their codes count them
      return ALL[code];
    }
    throw new IllegalArgumentException("unknown degradation code: " + code);
  }
}
