package io.bloomtree.wire;

import java.util.List;

/** Claims that their owner has taken over. Immutable. */
public record HandoverAckFrame(List<Long> fingerprints) implements BatchFrame {
  /*
   *   +--------+--------------+
   *   | count  | fingerprints |
   *   | varint | count x 8    |
   *   +--------+--------------+
   */

  public HandoverAckFrame {
    fingerprints = List.copyOf(fingerprints);
  }

  @Override
  public int size() {
    return fingerprints.size();
  }

  @Override
  public HandoverAckFrame part(int from, int to) {
    return new HandoverAckFrame(fingerprints.subList(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(fingerprints.size());
    for (long fingerprint : fingerprints) {
      out.writeLong(fingerprint);
    }
  }

  static HandoverAckFrame read(WireReader in) {
    int count = in.readCount(Long.BYTES, "number of fingerprints");
    var fingerprints = new Long[count];
    for (int i = 0; i < count; i++) {
      fingerprints[i] = in.readLong("fingerprint");
    }
    return new HandoverAckFrame(List.of(fingerprints));
  }
}
