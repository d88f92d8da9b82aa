package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Confirms and releases that have arrived at the root. Immutable. */
public record AckFrame(Origins confirmed, Origins released) implements BatchFrame {
  /*
   *   +--------+-----------+--------+----------+
   *   | count  | confirmed | count  | released |
   *   | varint | column    | varint | column   |
   *   +--------+-----------+--------+----------+
   */

  private static final int MIN_ENTRY_BYTES = 1;

  public AckFrame {
    requireNonNull(confirmed, "confirmed");
    requireNonNull(released, "released");
  }

  public AckFrame(List<Origin> confirmed, List<Origin> released) {
    this(Origins.copyOf(confirmed), Origins.copyOf(released));
  }

  @Override public int size() {
    return confirmed.size() + released.size();
  }

  /** Counts the confirmed first, then the released. */
  @Override public AckFrame part(int from, int to) {
    int border = confirmed.size();
    return new AckFrame(
        confirmed.part(Math.min(from, border), Math.min(to, border)),
        released.part(Math.max(from - border, 0), Math.max(to - border, 0)));
  }

  void write(WireWriter out) {
    write(out, confirmed);
    write(out, released);
  }

  private static void write(WireWriter out, Origins origins) {
    out.writeVarint(origins.size());
    OriginColumn.write(out, origins);
  }

  static AckFrame read(WireReader in) {
    return new AckFrame(
        readOrigins(in, "number of confirmed"), readOrigins(in, "number of released"));
  }

  private static Origins readOrigins(WireReader in, String what) {
    return OriginColumn.read(in, in.readCount(MIN_ENTRY_BYTES, what));
  }
}
