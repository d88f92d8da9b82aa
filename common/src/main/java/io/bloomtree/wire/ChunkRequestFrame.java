package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * Asks for some words of a filter that the receiver keeps. Immutable.
 *
 * @param round what the answer is to name
 * @param of whose filter it is, or was
 * @param epoch in which it was
 * @param area its area
 * @param from the first word
 * @param words how many at most
 */
public record ChunkRequestFrame(
    long round, Endpoint of, int epoch, String area, long from, int words) implements Frame {
  /*
   *   0       8       10
   *   +-------+-------+------+--------+------+--------+--------+
   *   | round | slice | node | epoch  | area | from   | words  |
   *   | 8     | 2     | id   | varint | text | varint | varint |
   *   +-------+-------+------+--------+------+--------+--------+
   */

  public ChunkRequestFrame {
    requireNonNull(of, "of");
    Checks.notNegative(epoch, "epoch");
    Utf8.encode(area, "area", TreeIdentity.MAX_NAME_BYTES);
    Checks.notNegative(from, "from");
    Checks.notNegative(words, "words");
  }

  void write(WireWriter out) {
    out.writeLong(round);
    out.writeShort(of.slice());
    out.writeNodeId(of.node());
    out.writeVarint(epoch);
    out.writeShortText(Utf8.encode(area, "area", TreeIdentity.MAX_NAME_BYTES));
    out.writeVarint(from);
    out.writeVarint(words);
  }

  static ChunkRequestFrame read(WireReader in) {
    long round = in.readLong("round");
    int slice = in.readShort("slice");
    Endpoint of = new Endpoint(in.readNodeId("node"), slice);
    int epoch = in.readNotNegativeInt("epoch");
    String area = in.readShortText("area");
    long from = in.readNotNegative("from");
    return new ChunkRequestFrame(round, of, epoch, area, from, in.readNotNegativeInt("words"));
  }
}
