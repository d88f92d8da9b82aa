package io.bloomtree.wire;

import java.util.List;

/** How many of each probed event's positions on this slice are set. Immutable. */
public record ProbeReplyFrame(List<ProbeReply> replies) implements BatchFrame {
  /*
   *   +--------+---------------+-------------+-------------+-------------+---------------+
   *   | count  | rounds        | set         | probes      | unreliable  | ages          |
   *   | varint | count x steps | byte column | byte column | byte column | number column |
   *   +--------+---------------+-------------+-------------+-------------+---------------+
   *
   * The last column but one says 1 for a reply that is not reliable, so that it is empty in good
   * times.
   */

  private static final int MIN_ENTRY_BYTES = 1;
  private static final int RELIABLE = 0;
  private static final int UNRELIABLE = 1;

  public ProbeReplyFrame {
    replies = List.copyOf(replies);
  }

  @Override public int size() {
    return replies.size();
  }

  @Override public ProbeReplyFrame part(int from, int to) {
    return new ProbeReplyFrame(replies.subList(from, to));
  }

  void write(WireWriter out) {
    int count = replies.size();
    var rounds = new long[count];
    var set = new Column.Builder(count);
    var probes = new Column.Builder(count);
    var unreliable = new Column.Builder(count);
    var ages = new Column.Builder(count);
    for (int i = 0; i < count; i++) {
      ProbeReply reply = replies.get(i);
      rounds[i] = reply.round;
      set.add(reply.set);
      probes.add(reply.probes);
      unreliable.add(reply.reliable ? RELIABLE : UNRELIABLE);
      ages.add(reply.ageMillis);
    }
    out.writeVarint(count);
    SequenceSteps.writeAll(out, rounds);
    ByteColumn.write(out, set.build());
    ByteColumn.write(out, probes.build());
    ByteColumn.write(out, unreliable.build());
    NumberColumn.write(out, ages.build());
  }

  static ProbeReplyFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of probe replies");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    Column set = ByteColumn.read(in, count, "set");
    Column probes = ByteColumn.read(in, count, "probes");
    int offset = in.position();
    Column unreliable = ByteColumn.read(in, count, "unreliable");
    Column ages = NumberColumn.read(in, count, "age");
    var replies = new ProbeReply[count];
    for (int i = 0; i < count; i++) {
      if (unreliable.get(i) != RELIABLE && unreliable.get(i) != UNRELIABLE) {
        throw in.malformed(offset, "unreliable must be 0 or 1: " + unreliable.get(i));
      }
      replies[i] =
          new ProbeReply(
              rounds[i],
              (int) set.get(i),
              (int) probes.get(i),
              unreliable.get(i) == RELIABLE,
              ages.get(i));
    }
    return new ProbeReplyFrame(List.of(replies));
  }

  /**
   * The reply to one test.
   *
   * @param probes how many of the event's positions are on this slice, at most 255
   * @param set how many of those are set
   * @param reliable false if this slice lost its state: what it lacks may have been there
   * @param ageMillis how long ago those that are set were, the oldest of them; 0 without a window
   */
  public record ProbeReply(long round, int set, int probes, boolean reliable, long ageMillis) {
    public ProbeReply {
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(probes, "probes");
      if (set < 0 || set > probes) {
        throw new IllegalArgumentException("set must be in 0.." + probes + ": " + set);
      }
    }
  }
}
