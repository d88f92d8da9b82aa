package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.Storage;
import io.bloomtree.wire.Origin;
import java.util.Comparator;
import java.util.List;

/** A store in memory: it survives its machine, not its process. Owned by one event loop. */
public final class HeapAgentStore extends StateInMemory implements AgentStore {
  private static final Comparator<Unacknowledged> OLDEST_FIRST =
      Comparator.comparingLong((Unacknowledged confirm) -> confirm.origin().incarnation())
          .thenComparingLong(confirm -> confirm.origin().sequence());

  private final OriginTable<Unacknowledged> journal = new OriginTable<>();

  /** One of whose filter nobody can have a copy, and that is settled in every epoch. */
  public HeapAgentStore(long born, Birth birth, FilterSlice leaf) {
    super(born, birth, leaf);
    settled(Integer.MAX_VALUE);
  }

  /** One of which others may have a copy, and whose machine has not settled in any epoch. */
  public HeapAgentStore(long born, Birth birth, Former self, long seed) {
    super(born, birth, self, seed, Storage.onHeap());
  }

  /** What an agent of a new topology finds. */
  static HeapAgentStore after(HeapAgentStore former, Former self, long seed) {
    Birth birth = former.birth() == Birth.LOST ? Birth.LOST : Birth.RECOVERED;
    var next = new HeapAgentStore(former.born(), birth, self, seed);
    next.inherit(former);
    former.journal().forEach(next::journal);
    return next;
  }

  @Override public FilterSlice leaf() {
    return layers();
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
