package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * A report of a sketch is in the parent's copy. Immutable.
 *
 * @param incarnation of whoever sent the report: a successor's reports are numbered anew
 * @param number of the report
 */
public record SketchAckFrame(SketchKind kind, long incarnation, long number) implements Frame {
  /*
   *   0      1             9
   *   +------+-------------+--------+
   *   | kind | incarnation | number |
   *   | 1    | 8           | varint |
   *   +------+-------------+--------+
   */

  public SketchAckFrame {
    requireNonNull(kind, "kind");
    Checks.notNegative(incarnation, "incarnation");
    Checks.notNegative(number, "number");
  }

  void write(WireWriter out) {
    out.writeByte(kind.code());
    out.writeLong(incarnation);
    out.writeVarint(number);
  }

  static SketchAckFrame read(WireReader in) {
    SketchKind kind = SketchKind.ofCode(in.readByte("kind of sketch"));
    long incarnation = in.readLong("incarnation");
    return new SketchAckFrame(kind, incarnation, in.readNotNegative("number"));
  }
}
