package io.bloomtree.wire;

/** How a column is written. The codes are on the wire and never change. */
enum ColumnMode {
  /** Every entry is zero, or there are none: the column is this one byte. */
  ZERO(0),
  /** Every entry has the one value that follows, which is not zero. */
  SAME(1),
  /** Entries differ; each follows. */
  EACH(2);

  private final int code;

  ColumnMode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static ColumnMode read(WireReader in, String what) {
    int start = in.position();
    int code = in.readByte(what);
    for (ColumnMode mode : values()) {
      if (mode.code == code) {
        return mode;
      }
    }
    throw in.malformed(start, "mode of " + what + " must be 0, 1 or 2: " + code);
  }

  /** One column has one encoding, so that a packet's bytes can be compared, counted and pinned. */
  void requireShortest(ColumnMode shortest, WireReader in, int offset, String what) {
    if (this != shortest) {
      throw in.malformed(offset, what + " must be written as " + shortest + ": mode=" + this);
    }
  }
}
