package io.bloomtree.wire;

import java.util.List;

/** How many of each probed event's positions on this slice are set. Immutable. */
public record ProbeReplyFrame(List<ProbeReply> replies) implements BatchFrame {
  /*
   *   +--------+---------------+-------------+-------------+-------------+
   *   | count  | rounds        | set         | probes      | unreliable  |
   *   | varint | count x steps | byte column | byte column | byte column |
   *   +--------+---------------+-------------+-------------+-------------+
   *
   * The last column says 1 for a reply that is not reliable, so that it is empty in good times.
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
    var set = new byte[count];
    var probes = new byte[count];
    var unreliable = new byte[count];
    for (int i = 0; i < count; i++) {
      ProbeReply reply = replies.get(i);
      rounds[i] = reply.round;
      set[i] = (byte) reply.set;
      probes[i] = (byte) reply.probes;
      unreliable[i] = (byte) (reply.reliable ? RELIABLE : UNRELIABLE);
    }
    out.writeVarint(count);
    SequenceSteps.writeAll(out, rounds);
    ByteColumn.write(out, set);
    ByteColumn.write(out, probes);
    ByteColumn.write(out, unreliable);
  }

  static ProbeReplyFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of probe replies");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    byte[] set = ByteColumn.read(in, count, "set");
    byte[] probes = ByteColumn.read(in, count, "probes");
    int offset = in.position();
    byte[] unreliable = ByteColumn.read(in, count, "unreliable");
    var replies = new ProbeReply[count];
    for (int i = 0; i < count; i++) {
      if (unreliable[i] != RELIABLE && unreliable[i] != UNRELIABLE) {
        throw in.malformed(
            offset, "unreliable must be 0 or 1: " + Byte.toUnsignedInt(unreliable[i]));
      }
      replies[i] =
          new ProbeReply(
              rounds[i],
              Byte.toUnsignedInt(set[i]),
              Byte.toUnsignedInt(probes[i]),
              unreliable[i] == RELIABLE);
    }
    return new ProbeReplyFrame(List.of(replies));
  }

  /**
   * The reply to one test.
   *
   * @param probes how many of the event's positions are on this slice, at most 255
   * @param set how many of those are set
   * @param reliable false if this slice lost its state: what it lacks may have been there
   */
  public record ProbeReply(long round, int set, int probes, boolean reliable) {
    public ProbeReply {
      Checks.unsignedByte(probes, "probes");
      if (set < 0 || set > probes) {
        throw new IllegalArgumentException("set must be in 0.." + probes + ": " + set);
      }
    }
  }
}
