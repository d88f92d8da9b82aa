package io.bloomtree.topology;

import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who may stand in for the parent of a node: what stands beside the parent. Used once. */
final class FallbackConsistency {
  private final Topology topology;
  private final Origins origins;
  private final Findings findings;
  private final Map<NodeId, Role> roles = new HashMap<>();
  private final Map<NodeId, Integer> levels = new HashMap<>();
  private final Map<Integer, List<String>> regions = new HashMap<>();

  FallbackConsistency(Topology topology, Origins origins, Findings findings) {
    this.topology = topology;
    this.origins = origins;
    this.findings = findings;
  }

  void check() {
    if (!findings.anyBroken("regions", "edges", "id", "fallback")) {
      learn(topology.root(), 0);
      topology.root().children().forEach(this::checkBelowRoot);
      topology.root().children().forEach(this::checkChildren);
    }
  }

  private void learn(TopologyNode node, int level) {
    roles.put(node.id(), node.role());
    levels.put(node.id(), level);
    if (node.role() == Role.REGION) {
      regions.computeIfAbsent(level, it -> new ArrayList<>()).add(node.id().value());
    }
    node.children().forEach(child -> learn(child, level + 1));
  }

  private void checkBelowRoot(TopologyNode node) {
    if (!node.fallback().isEmpty()) {
      findings.problem(origins.of(node.id(), "/fallback"), "fallback of '" + node.id()
          + "' found, must be left out: its parent is the root, and nothing is beside the root");
    }
  }

  private void checkChildren(TopologyNode parent) {
    for (TopologyNode child : parent.children()) {
      checkVerification(child);
      Set<NodeId> seen = new HashSet<>();
      for (int i = 0; i < child.fallback().size(); i++) {
        NodeId standIn = child.fallback().get(i);
        Optional<String> wrong = seen.add(standIn)
            ? wrong(standIn, child, parent)
            : Optional.of("'" + standIn + "' is listed twice, must be once");
        Position at = origins.of(child.id(), "/fallback/" + i);
        wrong.ifPresent(message -> findings.problem(at, "fallback " + message));
      }
      checkChildren(child);
    }
  }

  private void checkVerification(TopologyNode node) {
    if (!node.fallback().isEmpty() && topology.verifyAbove() > 0) {
      findings.problem(origins.of(node.id(), "/fallback"), "fallback of '" + node.id()
          + "' found with verification, must be left out: a hit would be put to nodes that the "
          + "event has not passed, and be refuted");
    }
  }

  private Optional<String> wrong(NodeId standIn, TopologyNode child, TopologyNode parent) {
    int level = levels.get(parent.id());
    String must = " must be a region beside '" + parent.id() + "', on level " + level;
    if (!roles.containsKey(standIn)) {
      String hint = findings.hint(standIn.value(), regionsBeside(parent));
      return Optional.of(
          "'" + standIn + "' is no node of the tree" + (hint.isEmpty() ? "," : hint) + must);
    }
    if (standIn.equals(child.id())) {
      return Optional.of("'" + standIn + "' is the node itself," + must);
    }
    if (standIn.equals(parent.id())) {
      return Optional.of("'" + standIn + "' is the parent itself," + must);
    }
    if (roles.get(standIn) == Role.EDGE) {
      return Optional.of("'" + standIn + "' is an edge," + must);
    }
    return levels.get(standIn) == level
        ? Optional.empty()
        : Optional.of("'" + standIn + "' is on level " + levels.get(standIn) + "," + must);
  }

  private List<String> regionsBeside(TopologyNode parent) {
    return regions.get(levels.get(parent.id())).stream()
        .filter(id -> !id.equals(parent.id().value()))
        .toList();
  }
}
