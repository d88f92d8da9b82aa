package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Origin;
import java.util.List;

/** Passes everything on to another store, for those who want to see or spoil a part of it. */
class ForwardingAgentStore extends ForwardingMachineStore<AgentStore> implements AgentStore {
  ForwardingAgentStore(AgentStore real) {
    super(real);
  }

  @Override public FilterSlice leaf() {
    return real.leaf();
  }

  @Override public List<Unacknowledged> journal() {
    return real.journal();
  }

  @Override public void journal(Unacknowledged confirm) {
    real.journal(confirm);
  }

  @Override public void acknowledged(Origin origin) {
    real.acknowledged(origin);
  }
}
