package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What one node decided about events asked for. Immutable. */
public final class AnswerFrame implements BatchFrame {
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

  private final NodeId decidedBy;
  private final int level;
  private final Origins origins;
  private final Column verdicts;
  private final Column ages;

  private AnswerFrame(
      NodeId decidedBy, int level, Origins origins, Column verdicts, Column ages) {
    this.decidedBy = decidedBy;
    this.level = level;
    this.origins = origins;
    this.verdicts = verdicts;
    this.ages = ages;
  }

  public AnswerFrame(NodeId decidedBy, int level, List<Answer> answers) {
    this(new Builder(decidedBy, level, answers));
  }

  private AnswerFrame(Builder builder) {
    this(
        builder.decidedBy, builder.level, builder.origins.build(), builder.verdicts.build(),
        builder.ages.build());
  }

  /** The node whose verdict this is, however many nodes passed it on. */
  public NodeId decidedBy() {
    return decidedBy;
  }

  /** That node's level; 0 is the root. */
  public int level() {
    return level;
  }

  @Override public int size() {
    return origins.size();
  }

  public Origins origins() {
    return origins;
  }

  public Outcome outcome(int index) {
    return Outcome.ofCode((int) verdicts.get(index) & OUTCOME_MASK);
  }

  public Degradation degradation(int index) {
    return Degradation.ofCode((int) verdicts.get(index) >>> DEGRADATION_SHIFT);
  }

  public long ageMillis(int index) {
    return ages.get(index);
  }

  /** The entries as objects. */
  public List<Answer> answers() {
    return new View<>(size(), i ->
        new Answer(origins.get(i), outcome(i), degradation(i), ageMillis(i)));
  }

  @Override public AnswerFrame part(int from, int to) {
    return new AnswerFrame(
        decidedBy, level, origins.part(from, to), verdicts.part(from, to), ages.part(from, to));
  }

  void write(WireWriter out) {
    out.writeNodeId(decidedBy);
    out.writeVarint(level);
    out.writeVarint(size());
    OriginColumn.write(out, origins);
    ByteColumn.write(out, verdicts);
    NumberColumn.write(out, ages);
  }

  static AnswerFrame read(WireReader in) {
    NodeId decidedBy = in.readNodeId("decided by");
    int level = in.readNotNegativeInt("level");
    int count = in.readCount(MIN_ENTRY_BYTES, "number of answers");
    Origins origins = OriginColumn.read(in, count);
    Column verdicts = ByteColumn.read(in, count, "verdict");
    Column ages = NumberColumn.read(in, count, "age");
    var frame = new AnswerFrame(decidedBy, level, origins, verdicts, ages);
    for (int i = 0; i < count; i++) {
      frame.outcome(i);
      frame.degradation(i); // either refuses a code that has no meaning
    }
    return frame;
  }

  @Override public boolean equals(Object other) {
    return other instanceof AnswerFrame that
        && decidedBy.equals(that.decidedBy)
        && level == that.level
        && answers().equals(that.answers());
  }

  @Override public int hashCode() {
    return 31 * (31 * decidedBy.hashCode() + level) + answers().hashCode();
  }

  @Override public String toString() {
    return "AnswerFrame[decidedBy=" + decidedBy + ", level=" + level + ", answers=" + answers()
        + "]";
  }

  /** Gathers a frame. Not thread-safe. */
  public static final class Builder {
    private final NodeId decidedBy;
    private final int level;
    private final Origins.Builder origins;
    private final Column.Builder verdicts;
    private final Column.Builder ages;

    /** {@code capacity}: how many entries are expected. */
    public Builder(NodeId decidedBy, int level, int capacity) {
      this.decidedBy = requireNonNull(decidedBy, "decidedBy");
      this.level = level;
      Checks.notNegative(level, "level");
      origins = new Origins.Builder(capacity);
      verdicts = new Column.Builder(capacity);
      ages = new Column.Builder(capacity);
    }

    private Builder(NodeId decidedBy, int level, List<Answer> answers) {
      this(decidedBy, level, answers.size());
      var sources = new Origins.Sources();
      for (Answer answer : answers) {
        add(sources.of(answer.origin), answer.origin.sequence(), answer.outcome,
            answer.degradation, answer.ageMillis);
      }
    }

    public int size() {
      return origins.size();
    }

    /** Adds an entry: an {@link Answer} without the object. */
    public void add(
        Source source, long sequence, Outcome outcome, Degradation degradation, long ageMillis) {
      Checks.notNegative(ageMillis, "ageMillis");
      origins.add(source, sequence);
      verdicts.add(outcome.code() | degradation.code() << DEGRADATION_SHIFT);
      ages.add(ageMillis);
    }

    /** All that was added; nothing may be added afterwards. */
    public AnswerFrame build() {
      return new AnswerFrame(this);
    }
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
