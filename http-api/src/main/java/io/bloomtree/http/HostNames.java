package io.bloomtree.http;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What the hosts of a tree are called. Immutable. */
record HostNames(Set<String> names) {
  /*
   * All of the topology, not this host's alone: which of them a process listens for is not known
   * where it listens everywhere. Whoever could put a page of his own behind one of these names runs
   * a host of the tree.
   */

  HostNames {
    names = names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT)).collect(toUnmodifiableSet());
  }

  /** Where the topology says that nodes run, processes listen, and HTTP is spoken. */
  static HostNames of(Network network) {
    Topology topology = network.topology();
    Stream<String> ofNodes = topology.nodes().stream().flatMap(node ->
        Stream.concat(node.hosts().stream(), node.http().map(HostPort::host).stream()));
    Stream<String> ofCluster = topology.cluster().stream().flatMap(cluster ->
        Stream.concat(cluster.members().stream(), cluster.hosts().values().stream())
            .map(HostPort::host));
    return new HostNames(Stream.concat(ofNodes, ofCluster).collect(toUnmodifiableSet()));
  }

  boolean contains(String name) {
    return names.contains(name.toLowerCase(Locale.ROOT));
  }
}
