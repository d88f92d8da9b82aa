package io.bloomtree.wire;

import java.util.Arrays;
import java.util.List;

/** Sets that this slice has carried out, by their rounds. Immutable. */
public record SetAckFrame(List<Long> rounds) implements BatchFrame {
  /*
   *   +--------+---------------+
   *   | count  | rounds        |
   *   | varint | count x steps |
   *   +--------+---------------+
   */

  public SetAckFrame {
    rounds = List.copyOf(rounds);
  }

  @Override public int size() {
    return rounds.size();
  }

  @Override public SetAckFrame part(int from, int to) {
    return new SetAckFrame(rounds.subList(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(rounds.size());
    SequenceSteps.writeAll(out, rounds.stream().mapToLong(Long::longValue).toArray());
  }

  static SetAckFrame read(WireReader in) {
    int count = in.readCount(1, "number of rounds");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    return new SetAckFrame(Arrays.stream(rounds).boxed().toList());
  }
}
