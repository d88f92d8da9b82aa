package io.bloomtree.wire;

import java.util.List;

/** What one node decided about events asked for. Immutable. */
public record AnswerFrame(NodeId decidedBy, int level, List<Answer> answers) implements Frame {
  /** The answer to the ask of the same origin; {@code ageMillis} is how long ago a duplicate was confirmed. */
  public record Answer(Origin origin, Outcome outcome, Degradation degradation, long ageMillis) {}
}
