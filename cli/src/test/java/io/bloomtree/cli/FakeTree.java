package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A tree that is always right and decides at the root, unless it was told what to answer. */
class FakeTree implements OfferedTree {
  static final NodeId ROOT = new NodeId("root");

  private final Network network;
  private final List<NodeId> edges;
  private final Set<String> known = new HashSet<>();
  private final Map<String, Resolution> answers = new HashMap<>();
  private final List<List<String>> offered = new ArrayList<>();

  FakeTree(Topology topology) {
    this.network = topology.network();
    this.edges = topology.nodes().stream()
        .filter(node -> node.role() == Role.EDGE).map(node -> node.id()).toList();
    edges.forEach(edge -> offered.add(new ArrayList<>()));
  }

  /** From now on every copy of a key ends so. */
  void answer(String key, Resolution resolution) {
    answers.put(key, resolution);
  }

  static Verdict verdict(Decision decision) {
    return new Verdict(decision, ROOT, 0, Degradation.NONE);
  }

  /** The keys that were offered at an edge. */
  List<String> offered(int edge) {
    return offered.get(edge);
  }

  @Override public Network network() {
    return network;
  }

  @Override public List<NodeId> edges() {
    return edges;
  }

  @Override public synchronized CompletableFuture<List<Resolution>> offerAll(
      NodeId edge, byte[][] keys) {
    var resolutions = new ArrayList<Resolution>();
    for (byte[] bytes : keys) {
      String key = new String(bytes, UTF_8);
      offered.get(edges.indexOf(edge)).add(key);
      boolean isNew = known.add(key);
      resolutions.add(answers.getOrDefault(
          key, verdict(isNew ? Decision.DISTINCT : Decision.DUPLICATE)));
    }
    return CompletableFuture.completedFuture(resolutions);
  }

  @Override public List<NodeReport> report() {
    return List.of();
  }

  @Override public void close() {}
}
