package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import java.util.Set;
import org.junit.jupiter.api.Order;

/** Faults of processes in a dense tree whose root slices have a part of every event. */
@Order(6)
class DenseVerticalProcessesTest extends ProcessFaults {

  @Override String shape() {
    return """
        mode: dense
        root: { slices: { count: 4, scheme: vertical }, hosts: [core-1, core-2] }
        """;
  }

  @Override boolean concerns(Network network, Set<Integer> lost, long fingerprint) {
    return true;
  }
}
