package io.bloomtree.topology;

import io.bloomtree.topology.TopologyNode.Role;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What must fit together about where processes speak HTTP. Used once. */
final class HttpConsistency {
  private final Topology topology;
  private final Origins origins;
  private final Findings findings;

  HttpConsistency(Topology topology, Origins origins, Findings findings) {
    this.topology = topology;
    this.origins = origins;
    this.findings = findings;
  }

  void check() {
    if (findings.anyBroken("http", "tls", "cert", "key", "insecure", "root", "regions", "edges",
        "id", "host", "hosts", "cluster", "members")) {
      return;
    }
    List<TopologyNode> listening =
        topology.root().nodes().filter(node -> node.http().isPresent()).toList();
    listening.forEach(this::checkExposure);
    listening.forEach(this::checkCluster);
    checkProcesses(listening);
  }

  /** Tokens are no part of it: a process may have them from elsewhere, and says so if not. */
  private void checkExposure(TopologyNode node) {
    HostPort http = node.http().orElseThrow();
    if (!http.isLoopback() && topology.http().tls().isEmpty() && !topology.http().insecure()) {
      problem(node, "must be on loopback without tls: add http: { tls: { cert: FILE, key: FILE } }"
          + " to the tree, or insecure: true if nobody else can reach this network");
    }
    if (node.hosts().size() > 1 && !http.isLoopback() && !isEverywhere(http)) {
      problem(node, "must be a port alone, or one of 0.0.0.0: the root has several hosts");
    }
  }

  private void checkCluster(TopologyNode node) {
    HostPort http = node.http().orElseThrow();
    topology.cluster().ifPresent(cluster -> cluster.hosts().forEach((host, member) -> {
      if (http.equals(member) || http.equals(ClusterSpec.busAddress(member))) {
        problem(node, "must not be where '" + host + "' listens for "
            + (http.equals(member) ? "members" : "its event bus"));
      }
    }));
  }

  /** Each host is a process, and each edge another; a process speaks HTTP at one address. */
  private void checkProcesses(List<TopologyNode> listening) {
    Map<String, TopologyNode> byHost = new LinkedHashMap<>();
    Map<HostPort, String> taken = new HashMap<>();
    for (TopologyNode node : listening) {
      HostPort http = node.http().orElseThrow();
      for (String host : node.role() == Role.EDGE ? List.<String>of() : node.hosts()) {
        TopologyNode first = byHost.putIfAbsent(host, node);
        if (first != null && !first.http().equals(node.http())) {
          problem(node, "must be " + first.http().orElseThrow() + " as for '" + first.id()
              + "': both run on '" + host + "', whose process listens once");
        }
      }
      String process = process(node);
      if (!http.isLoopback() && !isEverywhere(http)) {
        String other = taken.putIfAbsent(http, process);
        if (other != null && !other.equals(process)) {
          problem(node, "must not be where " + other + " listens");
        }
      }
    }
    listening.stream().filter(node -> node.role() == Role.EDGE).forEach(edge ->
        edge.hosts().stream().map(byHost::get)
            .filter(node -> node != null && node.http().equals(edge.http()))
            .forEach(node -> problem(edge, "must not be that of '" + node.id()
                + "', which runs on the same host in another process")));
  }

  private static String process(TopologyNode node) {
    return node.role() == Role.EDGE || node.hosts().isEmpty()
        ? "'" + node.id() + "'" : "host '" + node.hosts().get(0) + "'";
  }

  private static boolean isEverywhere(HostPort http) {
    return http.host().matches("0\\.0\\.0\\.0|::");
  }

  private void problem(TopologyNode node, String message) {
    findings.problem(origins.of(node.id(), "/http"),
        "http of '" + node.id() + "' is " + node.http().orElseThrow() + ", " + message);
  }
}
