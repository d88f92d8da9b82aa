package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.util.Set;

/** Faults of processes in a sparse tree whose root slices have events of their own. */
class SparseHorizontalProcessesTest extends ProcessFaults {

  @Override String shape() {
    return """
        mode: sparse
        root: { slices: { count: 4, scheme: horizontal }, hosts: [core-1, core-2] }
        """;
  }

  @Override boolean concerns(Network network, Set<Integer> lost, long fingerprint) {
    return lost.contains(network.plan(new NodeId("root")).owner(fingerprint));
  }
}
