package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.List;

/**
 * The state of an agent that ends with its machine: nothing is written down, as nobody could read
 * it. Owned by one event loop.
 */
public final class TransientAgentStore implements AgentStore {
  private final long born;
  private final FilterSlice leaf;

  /** {@code born}: the incarnation of the only machine that ever has it. */
  public TransientAgentStore(long born, FilterSlice leaf) {
    this.born = born;
    this.leaf = requireNonNull(leaf, "leaf");
  }

  @Override public long born() {
    return born;
  }

  @Override public Birth birth() {
    return Birth.FIRST;
  }

  @Override public FilterSlice leaf() {
    return leaf;
  }

  @Override public List<Unacknowledged> journal() {
    return List.of();
  }

  @Override public void journal(Unacknowledged confirm) {}

  @Override public void acknowledged(Origin origin) {}
}
