package io.bloomtree.cluster;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How one process takes part in a cluster. Immutable.
 *
 * @param nodes what it runs: for others to see
 * @param listen where it takes connections; empty: on the address from which it reaches the
 *     cluster, on free ports
 * @param advertisedBus where others reach its event bus, if not where it listens
 * @param isAgent whether it comes and goes with a producer: it keeps nothing for the cluster
 * @param patience how long it tries; empty: as long as the topology says
 */
public record Joining(
    List<NodeId> nodes,
    Optional<HostPort> listen,
    Optional<HostPort> advertisedBus,
    boolean isAgent,
    Optional<Duration> patience) {
  public Joining {
    nodes = List.copyOf(nodes);
    requireNonNull(listen, "listen");
    requireNonNull(advertisedBus, "advertisedBus");
    requireNonNull(patience, "patience");
  }

  /** A process that runs regions and slices of the root. */
  public static Joining nodes(List<NodeId> nodes, HostPort listen) {
    return new Joining(nodes, Optional.of(listen), Optional.empty(), false, Optional.empty());
  }

  /** A producer with one agent, which listens where the topology says, if it does. */
  public static Joining agent(Network network, NodeId edge) {
    return agents(List.of(edge), network.topology().cluster().flatMap(
        cluster -> network.node(edge).hosts().stream().findFirst().map(cluster::address)));
  }

  /** A producer with its agents. */
  public static Joining agents(List<NodeId> edges, Optional<HostPort> listen) {
    return new Joining(edges, listen, Optional.empty(), true, Optional.empty());
  }

  /** A process that runs nothing of the tree, to ask those that do. */
  public static Joining observer() {
    return agents(List.of(), Optional.empty());
  }

  /** The same, trying no longer than that. */
  public Joining within(Duration patience) {
    return new Joining(nodes, listen, advertisedBus, isAgent, Optional.of(patience));
  }

  /** The same, reached by others through a forwarded port. */
  public Joining advertising(HostPort bus) {
    return new Joining(nodes, listen, Optional.of(bus), isAgent, patience);
  }
}
