package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events on their way up: is this one distinct? Immutable. */
public record AskFrame(List<Ask> asks) implements BatchFrame {
  /*
   *   +--------+---------+--------------+-----------------+--------------+------------+
   *   | count  | origins | fingerprints | remaining times | ages         | importance |
   *   | varint | column  | count x 8    | number column   | number column| byte column|
   *   +--------+---------+--------------+-----------------+--------------+------------+
   *
   * Remaining times are exact: rounded up, an ask would outlive its asker (a zombie's claim);
   * rounded down, retries would end early.
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  public AskFrame {
    asks = List.copyOf(asks);
  }

  @Override public int size() {
    return asks.size();
  }

  @Override public AskFrame part(int from, int to) {
    return new AskFrame(asks.subList(from, to));
  }

  void write(WireWriter out) {
    int count = asks.size();
    var origins = new Origin[count];
    var fingerprints = new long[count];
    var remaining = new long[count];
    var ages = new long[count];
    var importance = new byte[count];
    for (int i = 0; i < count; i++) {
      Ask ask = asks.get(i);
      origins[i] = ask.origin;
      fingerprints[i] = ask.fingerprint;
      remaining[i] = ask.remainingMillis;
      ages[i] = ask.ageMillis;
      importance[i] = (byte) ask.importance;
    }
    out.writeVarint(count);
    OriginColumn.write(out, origins);
    out.writeLongs(fingerprints);
    NumberColumn.write(out, remaining);
    NumberColumn.write(out, ages);
    ByteColumn.write(out, importance);
  }

  static AskFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of asks");
    Origin[] origins = OriginColumn.read(in, count);
    long[] fingerprints = in.readLongs(count, "fingerprints");
    long[] remaining = NumberColumn.read(in, count, "remaining time");
    long[] ages = NumberColumn.read(in, count, "age");
    byte[] importance = ByteColumn.read(in, count, "importance");
    var asks = new Ask[count];
    for (int i = 0; i < count; i++) {
      asks[i] =
          new Ask(
              fingerprints[i],
              origins[i],
              remaining[i],
              ages[i],
              Byte.toUnsignedInt(importance[i]));
    }
    return new AskFrame(List.of(asks));
  }

  /**
   * One event.
   *
   * @param remainingMillis how long its asker still waits
   * @param ageMillis how long ago it was first asked for
   * @param importance 0 to 255; 0 where the tree's filters know no importance
   */
  public record Ask(
      long fingerprint, Origin origin, long remainingMillis, long ageMillis, int importance) {
    public Ask {
      requireNonNull(origin, "origin");
      Checks.notNegative(remainingMillis, "remainingMillis");
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
    }
  }
}
