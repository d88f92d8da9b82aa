package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.SliceTolerance;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.SlicePolicy;
import io.bloomtree.wire.NodeId;
import java.util.Map;

/** What {@code bloomtree plan} is about: a topology, its plan, and a tolerance. Immutable. */
final class PlannedTree {

  /** How many slices may be away at once, and the rates to put up with meanwhile. */
  record Tolerance(int failed, double maxFalsePositives, double maxFalseNegatives) {}

  private final String file;
  private final Topology topology;
  private final Plan plan;
  private final Tolerance tolerance;
  private final Map<NodeId, TopologyNode> nodes;

  PlannedTree(String file, Topology topology, Tolerance tolerance) {
    this.file = requireNonNull(file, "file");
    this.topology = requireNonNull(topology, "topology");
    this.tolerance = requireNonNull(tolerance, "tolerance");
    this.plan = topology.plan();
    this.nodes = topology.nodes().stream().collect(toMap(TopologyNode::id, node -> node));
  }

  String file() {
    return file;
  }

  Topology topology() {
    return topology;
  }

  Plan plan() {
    return plan;
  }

  Tolerance tolerance() {
    return tolerance;
  }

  SliceTolerance tolerance(NodePlan node) {
    return node.tolerating(
        tolerance.failed(), tolerance.maxFalsePositives(), tolerance.maxFalseNegatives());
  }

  /**
   * What becomes of an event whose slices are away. Only the root decides by policy: below it such
   * an event counts as a miss and goes up, whatever the topology says, since the parent knows.
   */
  SlicePolicy policy(NodePlan node) {
    return node.role() == Role.ROOT
        ? nodes.get(node.id()).failure().slices()
        : new SlicePolicy.Distinct();
  }

  /** As a topology says it: {@code distinct}, {@code quorum 3}. */
  static String written(SlicePolicy policy) {
    if (policy instanceof SlicePolicy.Quorum quorum) {
      return "quorum " + quorum.least();
    }
    return policy instanceof SlicePolicy.Duplicate ? "duplicate" : "distinct";
  }
}
