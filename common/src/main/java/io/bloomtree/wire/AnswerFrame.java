package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What one node decided about events asked for. Immutable.
 *
 * @param decidedBy the node whose verdict this is, however many nodes passed it on
 * @param level that node's level; 0 is the root
 */
public record AnswerFrame(NodeId decidedBy, int level, List<Answer> answers)
    implements BatchFrame {
  /*
   *   +------------+--------+--------+---------+-------------+---------------+
   *   | decided by | level  | count  | origins | verdicts    | ages          |
   *   | id         | varint | varint | column  | byte column | number column |
   *   +------------+--------+--------+---------+-------------+---------------+
   *
   *   verdict:   7 6 5 4       3 2 1 0
   *            degradation  |  outcome
   *
   * An undegraded DISTINCT is zero: the batch that costs most elsewhere has no verdicts at all.
   */

  private static final int MIN_ENTRY_BYTES = 1;
  private static final int OUTCOME_MASK = 0x0f;
  private static final int DEGRADATION_SHIFT = 4;

  public AnswerFrame {
    requireNonNull(decidedBy, "decidedBy");
    Checks.notNegative(level, "level");
    answers = List.copyOf(answers);
  }

  @Override public int size() {
    return answers.size();
  }

  @Override public AnswerFrame part(int from, int to) {
    return new AnswerFrame(decidedBy, level, answers.subList(from, to));
  }

  void write(WireWriter out) {
    int count = answers.size();
    var origins = new Origin[count];
    var verdicts = new byte[count];
    var ages = new long[count];
    for (int i = 0; i < count; i++) {
      Answer answer = answers.get(i);
      origins[i] = answer.origin;
      verdicts[i] =
          (byte) (answer.outcome.code() | answer.degradation.code() << DEGRADATION_SHIFT);
      ages[i] = answer.ageMillis;
    }
    out.writeNodeId(decidedBy);
    out.writeVarint(level);
    out.writeVarint(count);
    OriginColumn.write(out, origins);
    ByteColumn.write(out, verdicts);
    NumberColumn.write(out, ages);
  }

  static AnswerFrame read(WireReader in) {
    NodeId decidedBy = in.readNodeId("decided by");
    int level = in.readNotNegativeInt("level");
    int count = in.readCount(MIN_ENTRY_BYTES, "number of answers");
    Origin[] origins = OriginColumn.read(in, count);
    byte[] verdicts = ByteColumn.read(in, count, "verdict");
    long[] ages = NumberColumn.read(in, count, "age");
    var answers = new Answer[count];
    for (int i = 0; i < count; i++) {
      int verdict = Byte.toUnsignedInt(verdicts[i]);
      answers[i] =
          new Answer(
              origins[i],
              Outcome.ofCode(verdict & OUTCOME_MASK),
              Degradation.ofCode(verdict >>> DEGRADATION_SHIFT),
              ages[i]);
    }
    return new AnswerFrame(decidedBy, level, List.of(answers));
  }

  /**
   * The answer to the ask of the same origin.
   *
   * @param ageMillis how long ago a duplicate was confirmed
   */
  public record Answer(Origin origin, Outcome outcome, Degradation degradation, long ageMillis) {
    public Answer {
      requireNonNull(origin, "origin");
      requireNonNull(outcome, "outcome");
      requireNonNull(degradation, "degradation");
      Checks.notNegative(ageMillis, "ageMillis");
    }
  }
}
