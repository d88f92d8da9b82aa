package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** Names one offer of one event for ever, whatever is retried. Immutable. */
public record Origin(NodeId agent, long incarnation, long sequence) {
  public Origin {
    requireNonNull(agent, "agent");
    if (incarnation < 0) {
      throw new IllegalArgumentException("incarnation must be >= 0: " + incarnation);
    }
    if (sequence < 0) {
      throw new IllegalArgumentException("sequence must be >= 0: " + sequence);
    }
  }

  @Override
  public String toString() {
    return agent + ":" + incarnation + ":" + sequence;
  }
}
