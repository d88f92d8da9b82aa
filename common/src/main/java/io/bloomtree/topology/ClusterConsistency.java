package io.bloomtree.topology;

import io.bloomtree.topology.TopologyNode.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What must fit together about hosts and where they listen. Used once. */
final class ClusterConsistency {
  private final Topology topology;
  private final Origins origins;
  private final Findings findings;
  /** Each host that a node names, and where it is named first. */
  private final Map<String, Position> named = new LinkedHashMap<>();

  ClusterConsistency(Topology topology, Origins origins, Findings findings) {
    this.topology = topology;
    this.origins = origins;
    this.findings = findings;
  }

  void check() {
    boolean isBroken = topology.cluster().isEmpty() && findings.isWritten("/cluster");
    if (isBroken || findings.anyBroken("root", "regions", "edges", "id", "host", "hosts")) {
      return;
    }
    topology.root().nodes().forEach(node -> {
      for (int i = 0; i < node.hosts().size(); i++) {
        named.putIfAbsent(node.hosts().get(i), origins.of(node.id(), hostPath(node, i)));
      }
    });
    checkRootHosts(topology.root());
    topology.cluster().ifPresentOrElse(cluster -> {
      checkAllHaveHosts();
      checkMembers(cluster.members());
      checkUse(cluster);
      checkAddresses(cluster);
    }, this::checkNoHosts);
  }

  private static String hostPath(TopologyNode node, int index) {
    return node.role() == Role.ROOT ? "/hosts/" + index : "/host";
  }

  private void checkRootHosts(TopologyNode root) {
    List<String> hosts = root.hosts();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < hosts.size(); i++) {
      if (!seen.add(hosts.get(i))) {
        problem("/root/hosts/" + i, "host '" + hosts.get(i) + "' is listed twice, must be once");
      }
    }
    int slices = root.slices().count();
    if (hosts.size() > slices && !findings.anyBroken("slices", "count")) {
      problem("/root/hosts/" + slices, "hosts of the root are " + hosts.size()
          + ", must be at most " + slices + ", its slices: the others would run nothing");
    }
  }

  private void checkNoHosts() {
    topology.root().nodes().filter(node -> !node.hosts().isEmpty()).forEach(node -> {
      String key = node.role() == Role.ROOT ? "hosts" : "host";
      findings.problem(origins.of(node.id(), "/" + key), key
          + " found without a cluster, must be left out: the whole tree runs in one process");
    });
  }

  private void checkAllHaveHosts() {
    List<TopologyNode> nodes =
        topology.root().nodes().filter(node -> node.role() != Role.EDGE).toList();
    Optional<TopologyNode> one = nodes.stream().filter(it -> !it.hosts().isEmpty()).findFirst();
    if (one.isPresent()) {
      nodes.stream().filter(node -> node.hosts().isEmpty()).forEach(node ->
          findings.problem(origins.of(node.id(), ""), "'" + node.id() + "' has no host, must have "
              + "one since '" + one.get().id() + "' has: the root and all regions, or none"));
    }
  }

  private void checkMembers(List<HostPort> members) {
    Set<HostPort> seen = new HashSet<>();
    for (int i = 0; i < members.size(); i++) {
      if (!seen.add(members.get(i))) {
        problem("/cluster/members/" + i,
            "member " + members.get(i) + " is listed twice, must be once");
      }
    }
  }

  private void checkUse(ClusterSpec cluster) {
    List<String> withoutEntry =
        named.keySet().stream().filter(host -> !cluster.hosts().containsKey(host)).toList();
    cluster.hosts().keySet().stream().filter(host -> !named.containsKey(host)).forEach(host -> {
      String hint = findings.hint(host, withoutEntry);
      problem("/cluster/hosts/" + host, "host '" + host + "' is named by no node"
          + (hint.isEmpty() ? "," : hint) + " must be a host of the root, a region or an edge");
    });
  }

  /** Two processes at one address: the second would not start, or be taken for the first. */
  private void checkAddresses(ClusterSpec cluster) {
    Set<String> hosts = new LinkedHashSet<>(cluster.hosts().keySet());
    hosts.addAll(named.keySet());
    Map<HostPort, String> members = new HashMap<>();
    Map<HostPort, String> buses = new HashMap<>();
    for (String host : hosts) {
      HostPort member = cluster.address(host);
      HostPort bus = ClusterSpec.busAddress(member);
      Position at = cluster.hosts().containsKey(host)
          ? findings.position("/cluster/hosts/" + host) : named.get(host);
      if (members.containsKey(member)) {
        findings.problem(at, "address of '" + host + "' is " + member + ", must not be that of '"
            + members.get(member) + "'");
      } else if (buses.containsKey(member)) {
        findings.problem(at, "address of '" + host + "' is " + member
            + ", must not be where the event bus of '" + buses.get(member) + "' listens, "
            + ClusterSpec.BUS_PORT_OFFSET + " above it");
      } else if (members.containsKey(bus)) {
        findings.problem(at, "address of '" + host + "' is " + member + ", must not be "
            + ClusterSpec.BUS_PORT_OFFSET + " below that of '" + members.get(bus)
            + "': its own event bus would listen there");
      }
      members.putIfAbsent(member, host);
      buses.putIfAbsent(bus, host);
    }
  }

  private void problem(String pointer, String message) {
    findings.problem(findings.position(pointer), message);
  }
}
