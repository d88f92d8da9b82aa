package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/** One agent in one incarnation: where the sequence numbers of origins count. Immutable. */
public record Source(NodeId agent, long incarnation) {
  public Source {
    requireNonNull(agent, "agent");
    Checks.notNegative(incarnation, "incarnation");
  }

  public static Source of(Origin origin) {
    return new Source(origin.agent(), origin.incarnation());
  }

  /** Whether the origin is one of this source's. */
  public boolean isOf(Origin origin) {
    return incarnation == origin.incarnation()
        && (agent == origin.agent() || agent.equals(origin.agent()));
  }

  @Override public String toString() {
    return agent + " in incarnation " + incarnation;
  }
}
