package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What a child says of hits put to it. Immutable. */
public record VerifyReplyFrame(List<VerifyReply> replies) implements BatchFrame {
  /*
   *   +--------+---------------+-------------+
   *   | count  | rounds        | testimonies |
   *   | varint | count x steps | byte column |
   *   +--------+---------------+-------------+
   */

  private static final int MIN_ENTRY_BYTES = 1;

  public VerifyReplyFrame {
    replies = List.copyOf(replies);
  }

  @Override public int size() {
    return replies.size();
  }

  @Override public VerifyReplyFrame part(int from, int to) {
    return new VerifyReplyFrame(replies.subList(from, to));
  }

  void write(WireWriter out) {
    int count = replies.size();
    var rounds = new long[count];
    var testimonies = new Column.Builder(count);
    for (int i = 0; i < count; i++) {
      VerifyReply reply = replies.get(i);
      rounds[i] = reply.round;
      testimonies.add(reply.testimony.code());
    }
    out.writeVarint(count);
    SequenceSteps.writeAll(out, rounds);
    ByteColumn.write(out, testimonies.build());
  }

  static VerifyReplyFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of testimonies");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    Column testimonies = ByteColumn.read(in, count, "testimony");
    var replies = new VerifyReply[count];
    for (int i = 0; i < count; i++) {
      replies[i] =
          new VerifyReply(rounds[i], Testimony.ofCode((int) testimonies.get(i)));
    }
    return new VerifyReplyFrame(List.of(replies));
  }

  /** One testimony, in one round of testing. */
  public record VerifyReply(long round, Testimony testimony) {
    public VerifyReply {
      requireNonNull(testimony, "testimony");
    }
  }
}
