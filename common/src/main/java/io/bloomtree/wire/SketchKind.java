package io.bloomtree.wire;

/** What a sketch is about. The codes are on the wire and never change. */
public enum SketchKind {
  /** How often events were offered. */
  FREQUENCY(0),
  /** How many pairs of events are similar. */
  SIMILARITY(1);

  private final int code;

  SketchKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static SketchKind ofCode(int code) {
    for (SketchKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("unknown kind of sketch: " + code);
  }
}
