package io.bloomtree.bus;

import io.bloomtree.state.AgentState;
import io.bloomtree.state.SliceState;
import io.bloomtree.state.StateDirectory;
import io.bloomtree.state.Tenant;
import io.bloomtree.topology.DataSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.AgentStore;
import io.bloomtree.tree.Former;
import io.bloomtree.tree.SliceStore;
import io.bloomtree.tree.TransientAgentStore;
import io.bloomtree.tree.TransientSliceStore;
import io.bloomtree.wire.Endpoint;
import java.nio.file.Path;

/** Finds what a slice or an agent kept, if its topology says where, or begins anew. Immutable. */
public final class StateOpener {
  private final Network network;
  private final Endpoint self;

  public StateOpener(Network network, Endpoint self) {
    this.network = network;
    this.self = self;
  }

  /**
   * The state of a slice of a region or of the root.
   *
   * @throws io.bloomtree.state.StateException if there is some that cannot be used, or none can be
   *     made
   */
  OpenState<SliceStore> slice() {
    if (network.topology().data().isEmpty()) {
      return new TransientState<>(
          born -> new TransientSliceStore(born, own(), network.seed(self.node())));
    }
    long began = System.nanoTime();
    DataSpec data = network.topology().data().get();
    SliceState state = directory(data).openSlice(tenant(data));
    return DurableState.of(state, state, data.directory(), state.filter().memoryBytes(),
        System.nanoTime() - began);
  }

  /** The state of an agent; throws as {@link #slice} does. */
  public OpenState<AgentStore> agent() {
    if (network.topology().data().isEmpty()) {
      return new TransientState<>(
          born -> new TransientAgentStore(born, own(), network.seed(self.node())));
    }
    long began = System.nanoTime();
    DataSpec data = network.topology().data().get();
    AgentState state = directory(data).openAgent(tenant(data));
    return DurableState.of(state, state, data.directory(), state.leaf().memoryBytes(),
        System.nanoTime() - began);
  }

  /** Its filter, of which those who lost theirs may have a copy. */
  private Former own() {
    return new Former(self, network.topology().epoch(), network.plan(self.node()));
  }

  private static StateDirectory directory(DataSpec data) {
    return StateDirectory.at(Path.of(data.directory()));
  }

  private Tenant tenant(DataSpec data) {
    return new Tenant(
        network.topology().identity().tree(), self, network.topology().epoch(),
        network.plan(self.node()), network.seed(self.node()), data.fsync(), Incarnation.next());
  }
}
