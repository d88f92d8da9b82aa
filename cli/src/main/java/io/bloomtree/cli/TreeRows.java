package io.bloomtree.cli;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.NodeView;
import io.bloomtree.bus.TreeView;
import io.bloomtree.cli.NodeRow.Condition;
import io.bloomtree.tree.Histogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * A running tree as rows, each node before its children, compared with what it was a while ago.
 * Immutable.
 */
final class TreeRows {
  private final TreeView view;
  private final Optional<TreeView> before;
  private final List<NodeRow> rows = new ArrayList<>();

  private TreeRows(TreeView view, Optional<TreeView> before) {
    this.view = view;
    this.before = before;
    Map<String, NodeView> nodes = new HashMap<>();
    view.nodes().forEach(node -> nodes.put(node.id(), node));
    view.nodes().stream().filter(node -> node.parent() == null)
        .forEach(root -> add(root, 0, nodes));
  }

  static TreeRows of(TreeView view) {
    return new TreeRows(view, Optional.empty());
  }

  /** {@code before}: the same tree a while ago. */
  static TreeRows of(TreeView view, Optional<TreeView> before) {
    return new TreeRows(view, before);
  }

  private void add(NodeView node, int depth, Map<String, NodeView> nodes) {
    rows.add(new NodeRow(node, depth, before.flatMap(it -> it.node(node.id())), seconds()));
    // each once, whatever somebody's JSON says
    node.children().stream().map(nodes::remove).filter(Objects::nonNull)
        .forEach(child -> add(child, depth + 1, nodes));
  }

  private double seconds() {
    return before.map(it -> (view.at() - it.at()) / 1e3).orElse(0.0);
  }

  TreeView view() {
    return view;
  }

  List<NodeRow> rows() {
    return List.copyOf(rows);
  }

  List<NodeRow> edges() {
    return rows.stream().filter(NodeRow::isEdge).toList();
  }

  /** Those that are a reason to worry. */
  List<NodeRow> ill(boolean edgesMustRun) {
    return rows.stream().filter(row -> row.isIll(edgesMustRun)).toList();
  }

  /** {@code 4 nodes: 2 up, 1 degraded, 1 AWAY; 3 edges: 1 up, 2 away}. */
  String summary() {
    return summary("node", rows.stream().filter(row -> !row.isEdge()).toList()) + "; "
        + summary("edge", edges());
  }

  private static String summary(String noun, List<NodeRow> rows) {
    var parts = new ArrayList<String>();
    for (Condition condition : Condition.values()) {
      long count = rows.stream().filter(row -> row.condition() == condition).count();
      if (count > 0 || condition == Condition.UP) {
        boolean isLoud = rows.stream()
            .anyMatch(row -> row.condition() == condition && row.isIll(false));
        parts.add(count + " " + (isLoud ? condition.name() : Figures.word(condition)));
      }
    }
    return Figures.counted(rows.size(), noun) + ": " + String.join(", ", parts);
  }

  /** What a second has brought to all agents together. */
  OptionalDouble perSecond(ToLongFunction<AgentReport> counted) {
    long sum = 0;
    boolean isKnown = false;
    for (NodeRow edge : edges()) {
      Optional<AgentReport> then = edge.agentBefore();
      if (edge.agent().isPresent() && then.isPresent()) {
        sum += counted.applyAsLong(edge.agent().get()) - counted.applyAsLong(then.get());
        isKnown = true;
      }
    }
    return isKnown && seconds() > 0 ? OptionalDouble.of(sum / seconds()) : OptionalDouble.empty();
  }

  /** Of the agents together, as {@link NodeRow#latency} has it of one. */
  Optional<Histogram> latency() {
    return edges().stream().flatMap(edge -> edge.latency().stream()).reduce(Histogram::plus);
  }
}
