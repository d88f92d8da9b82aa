package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events that were delivered. Immutable. */
public record ConfirmFrame(List<Confirm> confirms) implements BatchFrame {
  /*
   *   +--------+---------+--------------+---------------+-------------+
   *   | count  | origins | fingerprints | ages          | importance  |
   *   | varint | column  | count x 8    | number column | byte column |
   *   +--------+---------+--------------+---------------+-------------+
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  public ConfirmFrame {
    confirms = List.copyOf(confirms);
  }

  @Override public int size() {
    return confirms.size();
  }

  @Override public ConfirmFrame part(int from, int to) {
    return new ConfirmFrame(confirms.subList(from, to));
  }

  void write(WireWriter out) {
    int count = confirms.size();
    var origins = new Origin[count];
    var fingerprints = new long[count];
    var ages = new long[count];
    var importance = new byte[count];
    for (int i = 0; i < count; i++) {
      Confirm confirm = confirms.get(i);
      origins[i] = confirm.origin;
      fingerprints[i] = confirm.fingerprint;
      ages[i] = confirm.ageMillis;
      importance[i] = (byte) confirm.importance;
    }
    out.writeVarint(count);
    OriginColumn.write(out, origins);
    out.writeLongs(fingerprints);
    NumberColumn.write(out, ages);
    ByteColumn.write(out, importance);
  }

  static ConfirmFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of confirms");
    Origin[] origins = OriginColumn.read(in, count);
    long[] fingerprints = in.readLongs(count, "fingerprints");
    long[] ages = NumberColumn.read(in, count, "age");
    byte[] importance = ByteColumn.read(in, count, "importance");
    var confirms = new Confirm[count];
    for (int i = 0; i < count; i++) {
      confirms[i] =
          new Confirm(fingerprints[i], origins[i], ages[i], Byte.toUnsignedInt(importance[i]));
    }
    return new ConfirmFrame(List.of(confirms));
  }

  /**
   * One delivered event.
   *
   * @param ageMillis how long ago it was delivered
   * @param importance 0 to 255; 0 where the tree's filters know no importance
   */
  public record Confirm(long fingerprint, Origin origin, long ageMillis, int importance) {
    public Confirm {
      requireNonNull(origin, "origin");
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
    }
  }
}
