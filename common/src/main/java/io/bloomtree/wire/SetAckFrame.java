package io.bloomtree.wire;

import java.util.List;

/** Events whose positions on this slice are set. Immutable. */
public record SetAckFrame(List<Long> fingerprints) implements BatchFrame {
  /*
   *   +--------+--------------+
   *   | count  | fingerprints |
   *   | varint | count x 8    |
   *   +--------+--------------+
   */

  public SetAckFrame {
    fingerprints = List.copyOf(fingerprints);
  }

  @Override public int size() {
    return fingerprints.size();
  }

  @Override public SetAckFrame part(int from, int to) {
    return new SetAckFrame(fingerprints.subList(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(fingerprints.size());
    for (long fingerprint : fingerprints) {
      out.writeLong(fingerprint);
    }
  }

  static SetAckFrame read(WireReader in) {
    int count = in.readCount(Long.BYTES, "number of fingerprints");
    var fingerprints = new Long[count];
    for (int i = 0; i < count; i++) {
      fingerprints[i] = in.readLong("fingerprint");
    }
    return new SetAckFrame(List.of(fingerprints));
  }
}
