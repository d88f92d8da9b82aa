package io.bloomtree.wire;

import java.util.List;

/** Confirmed events whose positions another slice must set. Immutable. */
public record SetFrame(List<SliceSet> sets) implements BatchFrame {
  /*
   *   +--------+---------------+--------------+---------------+-------------+
   *   | count  | rounds        | fingerprints | ages          | importance  |
   *   | varint | count x steps | count x 8    | number column | byte column |
   *   +--------+---------------+--------------+---------------+-------------+
   */

  private static final int MIN_ENTRY_BYTES = 1 + Long.BYTES;

  public SetFrame {
    sets = List.copyOf(sets);
  }

  @Override public int size() {
    return sets.size();
  }

  @Override public SetFrame part(int from, int to) {
    return new SetFrame(sets.subList(from, to));
  }

  void write(WireWriter out) {
    int count = sets.size();
    var rounds = new long[count];
    var fingerprints = new long[count];
    var ages = new Column.Builder(count);
    var importance = new Column.Builder(count);
    for (int i = 0; i < count; i++) {
      SliceSet set = sets.get(i);
      rounds[i] = set.round;
      fingerprints[i] = set.fingerprint;
      ages.add(set.ageMillis);
      importance.add(set.importance);
    }
    out.writeVarint(count);
    SequenceSteps.writeAll(out, rounds);
    out.writeLongs(fingerprints, count);
    NumberColumn.write(out, ages.build());
    ByteColumn.write(out, importance.build());
  }

  static SetFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of sets");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    long[] fingerprints = in.readLongs(count, "fingerprints");
    Column ages = NumberColumn.read(in, count, "age");
    Column importance = ByteColumn.read(in, count, "importance");
    var sets = new SliceSet[count];
    for (int i = 0; i < count; i++) {
      sets[i] = new SliceSet(rounds[i], fingerprints[i], ages.get(i), (int) importance.get(i));
    }
    return new SetFrame(List.of(sets));
  }

  /**
   * One confirmed event.
   *
   * @param round what the acknowledgement is to name: the event may have been set, lost and
   *     confirmed once more, and an acknowledgement of the first time may be late
   * @param ageMillis how long ago it was delivered
   * @param importance 0 to 255; 0 where the tree's filters know no importance
   */
  public record SliceSet(long round, long fingerprint, long ageMillis, int importance) {
    public SliceSet {
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
    }
  }
}
