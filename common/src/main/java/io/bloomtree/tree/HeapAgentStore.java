package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store in memory: it survives its machine, not its process. Owned by one event loop. */
public final class HeapAgentStore implements AgentStore {
  private final long born;
  private final FilterSlice leaf;
  private Birth birth;
  private final Map<Origin, Unacknowledged> journal = new LinkedHashMap<>();

  public HeapAgentStore(long born, Birth birth, FilterSlice leaf) {
    this.born = born;
    this.birth = requireNonNull(birth, "birth");
    this.leaf = requireNonNull(leaf, "leaf");
  }

  /** Hands the state to the next incarnation of its machine. */
  public void recovered() {
    if (birth == Birth.FIRST) {
      birth = Birth.RECOVERED;
    }
  }

  @Override public long born() {
    return born;
  }

  @Override public Birth birth() {
    return birth;
  }

  @Override public FilterSlice leaf() {
    return leaf;
  }

  @Override public List<Unacknowledged> journal() {
    return List.copyOf(journal.values());
  }

  @Override public void journal(Unacknowledged confirm) {
    journal.put(confirm.origin(), confirm);
  }

  @Override public void acknowledged(Origin origin) {
    journal.remove(origin);
  }
}
