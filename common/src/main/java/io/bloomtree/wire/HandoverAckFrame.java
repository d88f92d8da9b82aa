package io.bloomtree.wire;

import java.util.List;

/** Claims that their owner has taken over, by their origins. Immutable. */
public record HandoverAckFrame(List<Origin> origins) implements BatchFrame {
  /*
   *   +--------+---------+
   *   | count  | origins |
   *   | varint | column  |
   *   +--------+---------+
   */

  public HandoverAckFrame {
    origins = List.copyOf(origins);
  }

  @Override public int size() {
    return origins.size();
  }

  @Override public HandoverAckFrame part(int from, int to) {
    return new HandoverAckFrame(origins.subList(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(origins.size());
    OriginColumn.write(out, Origins.copyOf(origins));
  }

  static HandoverAckFrame read(WireReader in) {
    int count = in.readCount(1, "number of origins");
    return new HandoverAckFrame(OriginColumn.read(in, count));
  }
}
