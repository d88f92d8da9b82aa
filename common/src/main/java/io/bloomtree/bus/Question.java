package io.bloomtree.bus;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

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
}
