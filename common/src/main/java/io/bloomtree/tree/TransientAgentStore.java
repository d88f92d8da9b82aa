package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Origin;
import java.util.List;

/**
 * The state of an agent that ends with its machine: nothing is written down, as nobody could read
 * it. Owned by one event loop.
 */
public final class TransientAgentStore extends StateInMemory implements AgentStore {
  /**
   * A new filter of which others may have a copy.
   *
   * @param born the incarnation of the only machine that ever has it
   * @param self whose it is
   * @param seed of its random numbers
   */
  public TransientAgentStore(long born, Former self, long seed) {
    super(born, Birth.FIRST, self, seed, Storage.onHeap());
  }

  @Override public boolean isDurable() {
    return false;
  }

  @Override public FilterSlice leaf() {
    return layers();
  }

  @Override public List<Unacknowledged> journal() {
    return List.of();
  }

  @Override public void journal(Unacknowledged confirm) {}

  @Override public void acknowledged(Origin origin) {}
}
