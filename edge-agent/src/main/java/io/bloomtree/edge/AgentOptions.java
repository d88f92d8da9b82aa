package io.bloomtree.edge;

import java.util.OptionalInt;

/**
 * What an agent leaves to its producer to choose. Immutable.
 *
 * @param failFastAbove with so many offers open, a further one fails at once rather than waiting
 *     for room; at most the topology's {@code limits.offers}, which it is if empty
 */
public record AgentOptions(OptionalInt failFastAbove) {
  public AgentOptions {
    if (failFastAbove.isPresent() && failFastAbove.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "failFastAbove must be >= 1: " + failFastAbove.getAsInt());
    }
  }

  public static AgentOptions defaults() {
    return new AgentOptions(OptionalInt.empty());
  }

  public AgentOptions withFailFastAbove(int offers) {
    return new AgentOptions(OptionalInt.of(offers));
  }
}
