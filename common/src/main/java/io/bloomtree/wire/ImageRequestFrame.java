package io.bloomtree.wire;

/**
 * Which filters do you keep, and is there anything you have yet to hand to me? Immutable.
 *
 * @param round what the answer is to name
 * @param index of the filter to be described: 0 is the receiver's own, the others it keeps beside
 */
public record ImageRequestFrame(long round, int index) implements Frame {
  /*
   *   0       8
   *   +-------+--------+
   *   | round | index  |
   *   | 8     | varint |
   *   +-------+--------+
   */

  public ImageRequestFrame {
    Checks.notNegative(index, "index");
  }

  void write(WireWriter out) {
    out.writeLong(round);
    out.writeVarint(index);
  }

  static ImageRequestFrame read(WireReader in) {
    long round = in.readLong("round");
    return new ImageRequestFrame(round, in.readNotNegativeInt("index"));
  }
}
