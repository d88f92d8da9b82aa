package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.Residents;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import java.util.Optional;

/**
 * What a server speaks for. Immutable.
 *
 * @param residents what its process runs
 * @param agent which takes what is offered; empty: nothing can be offered here
 */
public record ServedProcess(Network network, Residents residents, Optional<EdgeAgent> agent) {
  public ServedProcess {
    requireNonNull(network, "network");
    requireNonNull(residents, "residents");
    requireNonNull(agent, "agent");
  }

  /** A process that runs slices of root and regions. */
  public static ServedProcess of(Network network, Residents residents) {
    return new ServedProcess(network, residents, Optional.empty());
  }

  /** A process whose agent takes offers. */
  public ServedProcess offeringTo(EdgeAgent edge) {
    return new ServedProcess(network, residents, Optional.of(edge));
  }
}
