package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.SliceSpec;
import io.bloomtree.topology.SliceTolerance;
import io.bloomtree.topology.TopologyNode.Role;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.Help.ColorScheme;

/** How many slices the root, and nodes that are sliced already, would need. Owned by one thread. */
final class ToleranceTable {
  private static final int NAMES = 3;

  private final PlannedTree tree;
  private final List<NodePlan> listed;
  private final boolean anyVertical;

  ToleranceTable(PlannedTree tree) {
    this.tree = requireNonNull(tree, "tree");
    this.listed = tree.plan().nodes().stream()
        .filter(node -> node.role() == Role.ROOT || node.failures().isPresent())
        .toList();
    this.anyVertical = listed.stream().anyMatch(NodePlan::isVerticallyCuttable);
  }

  void print(Prose prose, PrintWriter out, ColorScheme colors) {
    var limits = tree.tolerance();
    prose.title("Fewest slices that tolerate " + limits.failed() + " failed");
    prose.text("With that many slices, and " + limits.failed() + " of them away, false positives "
        + "stay within --max-fpp if what cannot be tested counts as duplicate, or false negatives "
        + "within --max-fnp if it counts as distinct (Definition 3 of the paper)."
        + (listed.stream().anyMatch(NodePlan::forgets)
            ? " What a filter forgets of itself comes on top." : ""));
    table().print(out, colors);
    if (listed.stream().anyMatch(
        node -> tree.tolerance(node).horizontalByFalsePositives().isEmpty())) {
      prose.note("-: without any failure the filter errs that often.");
    }
    if (!anyVertical) {
      prose.note("Horizontal slices only: "
          + (listed.size() == 1 ? "this filter" : "none of these filters")
          + (listed.size() == 1 ? " cannot" : " can") + " be cut vertically.");
    } else if (!listed.stream().allMatch(NodePlan::isVerticallyCuttable)) {
      prose.note("Empty: a filter that cannot be cut vertically.");
    }
  }

  private Table table() {
    record Kind(int probes, double falsePositives, boolean vertical) {}

    var limits = tree.tolerance();
    var table = new Table().left("nodes").right("k").right("rate")
        .right("fp <= " + Figures.rate(limits.maxFalsePositives()) + "\nhorizontal");
    if (anyVertical) {
      table.right("\nvertical");
    }
    table.right("fn <= " + Figures.rate(limits.maxFalseNegatives()) + "\nhorizontal");
    if (anyVertical) {
      table.right("\nvertical");
    }
    listed.stream()
        .collect(groupingBy(
            node -> new Kind(node.probes(), node.falsePositives(), node.isVerticallyCuttable()),
            LinkedHashMap::new, toList()))
        .values()
        .forEach(alike -> table.row(row(alike).toArray(String[]::new)));
    return table;
  }

  private List<String> row(List<NodePlan> alike) {
    NodePlan node = alike.get(0);
    SliceTolerance fewest = tree.tolerance(node);
    List<String> row = new ArrayList<>(List.of(
        Figures.names(alike.stream().map(NodePlan::id).toList(), NAMES),
        Integer.toString(node.probes()),
        Figures.rate(node.falsePositives())));
    row.add(slices(fewest.horizontalByFalsePositives()));
    if (anyVertical) {
      row.add(vertical(node, fewest.verticalByFalsePositives()));
    }
    row.add(slices(fewest.horizontalByFalseNegatives()));
    if (anyVertical) {
      row.add(vertical(node, fewest.verticalByFalseNegatives()));
    }
    return row;
  }

  private static String vertical(NodePlan node, OptionalLong fewest) {
    return node.isVerticallyCuttable() ? slices(fewest) : "";
  }

  private static String slices(OptionalLong fewest) {
    if (fewest.isEmpty()) {
      return "-";
    }
    return fewest.getAsLong() > SliceSpec.MAX_COUNT
        ? "> " + Figures.full(SliceSpec.MAX_COUNT)
        : Figures.full(fewest.getAsLong());
  }
}
