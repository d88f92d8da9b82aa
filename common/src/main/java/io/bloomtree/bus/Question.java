package io.bloomtree.bus;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.bloomtree.wire.SketchKind;

/**
 * Something that any process of the tree may ask a slice while it runs; nothing changes by it.
 * Immutable. Questions and answers travel as JSON: a component that is not there is null in an
 * answer of an older version, so only ever add some, and never an {@code Optional}.
 *
 * @param <A> what the answer is
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "question")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Question.Report.class, name = "report"),
  @JsonSubTypes.Type(value = Question.Sight.class, name = "sight"),
  @JsonSubTypes.Type(value = Question.Recent.class, name = "recent"),
  @JsonSubTypes.Type(value = Question.Count.class, name = "count"),
  @JsonSubTypes.Type(value = Question.Hot.class, name = "hot"),
  @JsonSubTypes.Type(value = Question.Skew.class, name = "skew"),
  @JsonSubTypes.Type(value = Question.Pairs.class, name = "pairs"),
  @JsonSubTypes.Type(value = Question.Lines.class, name = "lines"),
})
public sealed interface Question<A> {
  Class<A> answerType();

  /** What has it counted, and how is it? */
  record Report() implements Question<NodeReport> {
    @Override public Class<NodeReport> answerType() {
      return NodeReport.class;
    }
  }

  /** Does its filter have the event? */
  record Sight(long fingerprint) implements Question<Sighting> {
    @Override public Class<Sighting> answerType() {
      return Sighting.class;
    }
  }

  /**
   * Which verdicts has it told lately?
   *
   * @param after leaves out those of this sequence and before; 0: none
   */
  record Recent(long after) implements Question<RecentVerdicts> {
    @Override public Class<RecentVerdicts> answerType() {
      return RecentVerdicts.class;
    }
  }

  /** What only a slice with sketches can answer: the first of a node, or an agent. */
  sealed interface OfSketches<A> extends Question<A> {}

  /** How often was an event offered? */
  record Count(long fingerprint) implements OfSketches<CountAnswer> {
    @Override public Class<CountAnswer> answerType() {
      return CountAnswer.class;
    }
  }

  /** Which events were offered most often? */
  record Hot(int limit) implements OfSketches<HotEvents> {
    @Override public Class<HotEvents> answerType() {
      return HotEvents.class;
    }
  }

  /** How skewed is the stream of events? */
  record Skew() implements OfSketches<SkewAnswer> {
    @Override public Class<SkewAnswer> answerType() {
      return SkewAnswer.class;
    }
  }

  /** How many pairs of events are similar? */
  record Pairs() implements OfSketches<SimilarPairs> {
    @Override public Class<SimilarPairs> answerType() {
      return SimilarPairs.class;
    }
  }

  /** What do a sketch's counters hold, from a line on? */
  record Lines(SketchKind kind, int from, int maxBytes) implements OfSketches<LinesAnswer> {
    public Lines {
      if (kind == null || from < 0) {
        throw new IllegalArgumentException(
            "a kind of sketch, and from >= 0: kind=" + kind + ", from=" + from);
      }
    }

    @Override public Class<LinesAnswer> answerType() {
      return LinesAnswer.class;
    }
  }
}
