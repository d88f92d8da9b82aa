package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** Names one offer of one event for ever, whatever is retried. Immutable. */
public record Origin(NodeId agent, long incarnation, long sequence) {
  public Origin {
    requireNonNull(agent, "agent");
    Checks.notNegative(incarnation, "incarnation");
    Checks.notNegative(sequence, "sequence");
  }

  @Override public String toString() {
    return agent + ":" + incarnation + ":" + sequence;
  }
}
