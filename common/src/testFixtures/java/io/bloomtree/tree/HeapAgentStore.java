package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.Comparator;
import java.util.List;

/** A store in memory: it survives its machine, not its process. Owned by one event loop. */
public final class HeapAgentStore extends StateInMemory implements AgentStore {
  private static final Comparator<Unacknowledged> OLDEST_FIRST =
      Comparator.comparingLong((Unacknowledged confirm) -> confirm.origin().incarnation())
          .thenComparingLong(confirm -> confirm.origin().sequence());

  private final FilterSlice leaf;
  private final OriginTable<Unacknowledged> journal = new OriginTable<>();

  public HeapAgentStore(long born, Birth birth, FilterSlice leaf) {
    super(born, birth);
    this.leaf = requireNonNull(leaf, "leaf");
  }

  @Override public FilterSlice leaf() {
    return leaf;
  }

  @Override public List<Unacknowledged> journal() {
    return journal.values().stream().sorted(OLDEST_FIRST).toList();
  }

  @Override public void journal(Unacknowledged confirm) {
    journal.put(confirm.origin(), confirm);
  }

  @Override public void acknowledged(Origin origin) {
    journal.remove(origin);
  }
}
