package io.bloomtree.state;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.tree.AgentStore;
import io.bloomtree.wire.Origin;
import java.util.List;

/** What an edge agent keeps, in files. Owned by one event loop. */
public final class AgentState extends MachineState implements AgentStore {

  AgentState(Opening opening, Forcer forcer) {
    super(opening, forcer);
  }

  @Override public FilterSlice leaf() {
    return layered();
  }

  @Override public List<Unacknowledged> journal() {
    return records().confirms.all();
  }

  @Override public void journal(Unacknowledged confirm) {
    records().confirms.put(confirm);
  }

  @Override public void acknowledged(Origin origin) {
    records().confirms.remove(origin);
  }
}
