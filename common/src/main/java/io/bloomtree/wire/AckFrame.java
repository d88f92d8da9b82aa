package io.bloomtree.wire;

import java.util.List;

/** Confirms and releases that have arrived at the root. Immutable. */
public record AckFrame(List<Origin> confirmed, List<Origin> released) implements BatchFrame {
  /*
   *   +--------+-----------+--------+----------+
   *   | count  | confirmed | count  | released |
   *   | varint | column    | varint | column   |
   *   +--------+-----------+--------+----------+
   */

  private static final int MIN_ENTRY_BYTES = 1;

  public AckFrame {
    confirmed = List.copyOf(confirmed);
    released = List.copyOf(released);
  }

  @Override public int size() {
    return confirmed.size() + released.size();
  }

  /** Counts the confirmed first, then the released. */
  @Override public AckFrame part(int from, int to) {
    int border = confirmed.size();
    return new AckFrame(
        confirmed.subList(Math.min(from, border), Math.min(to, border)),
        released.subList(Math.max(from - border, 0), Math.max(to - border, 0)));
  }

  void write(WireWriter out) {
    write(out, confirmed);
    write(out, released);
  }

  private static void write(WireWriter out, List<Origin> origins) {
    out.writeVarint(origins.size());
    OriginColumn.write(out, origins.toArray(new Origin[0]));
  }

  static AckFrame read(WireReader in) {
    return new AckFrame(
        readOrigins(in, "number of confirmed"), readOrigins(in, "number of released"));
  }

  private static List<Origin> readOrigins(WireReader in, String what) {
    return List.of(OriginColumn.read(in, in.readCount(MIN_ENTRY_BYTES, what)));
  }
}
