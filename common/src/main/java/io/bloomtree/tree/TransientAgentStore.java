package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.List;

/**
 * The state of an agent that ends with its machine: nothing is written down, as nobody could read
 * it. Owned by one event loop.
 */
public final class TransientAgentStore extends StateInMemory implements AgentStore {
  private final FilterSlice leaf;

  /** {@code born}: the incarnation of the only machine that ever has it. */
  public TransientAgentStore(long born, FilterSlice leaf) {
    super(born, Birth.FIRST);
    this.leaf = requireNonNull(leaf, "leaf");
  }

  @Override public boolean isDurable() {
    return false;
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
