package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.topology.Plan.PathPlan;
import io.bloomtree.topology.Plan.Share;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.ColorScheme;

/** A plan for people: tables, each with the sentence that a newcomer would ask for. */
final class PlanScreen {
  private static final int MOST_INDENTED = 8;
  private static final int MOST_PATHS = 20;
  private static final int LONGEST_PATH = 40;
  private static final int NAMES = 3;
  private static final int MOST_SHAPES = 10;

  private final PlannedTree tree;
  private final Plan plan;
  private final Prose prose;
  private final PrintWriter out;
  private final ColorScheme colors;

  PlanScreen(PlannedTree tree, PrintWriter out, ColorScheme colors) {
    this.tree = requireNonNull(tree, "tree");
    this.plan = tree.plan();
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  void print() {
    printNodes();
    if (!plan.hosts().isEmpty()) {
      printHosts();
    }
    plan.sketches().ifPresent(it -> new PlannedSketches(it).print(prose, out, colors));
    new Lifetimes(plan).print(prose, out, colors);
    printBudget();
    printPaths();
    if (plan.nodes().stream().anyMatch(NodePlan::forgets)) {
      new ForgettingTable(plan).print(prose, out, colors);
    }
    slicedAlike().forEach(alike -> new FailureTable(tree, alike).print(prose, out, colors));
    new ToleranceTable(tree).print(prose, out, colors);
  }

  private void printNodes() {
    prose.title("Filters of " + Figures.printable(plan.tree()) + " (" + tree.file() + ")");
    prose.text("Each node has a filter, sized for the distinct events it expects: its design load. "
        + "An event sets k bits or cells of it. Rate: how many new events it takes for duplicates "
        + "once that load is in it"
        + (plan.nodes().stream().anyMatch(node -> node.kind().forgets())
            ? "; kinds that forget keep to it whatever comes." : "."));
    var table = new Table().left("node").right("level").right("expected").left("slices")
        .right("memory").right("bits/\nevent").right("k").left("kind").left("built")
        .right("rate");
    plan.nodes().forEach(node -> table.row(
        "  ".repeat(Math.min(node.level(), MOST_INDENTED)) + node.id(),
        Integer.toString(node.level()),
        Figures.count(node.expected()),
        slices(node),
        Figures.size(node.memoryBytes()),
        String.format(Locale.ROOT, "%.1f", (double) node.bits() / node.expected()),
        Integer.toString(node.probes()),
        node.kind() + node.window().map(window -> " " + window.brief()).orElse(""),
        node.built(),
        Figures.rate(node.falsePositives())));
    table.total(Figures.counted(plan.nodes().size(), "node"), "", "", "",
        Figures.size(plan.memoryBytes()), "", "", "", "", "");
    if (isUncut()) {
      table.without("slices");
    }
    table.print(out, colors);
  }

  /** Then a column for slices would say nothing. */
  private boolean isUncut() {
    return plan.nodes().stream().allMatch(node -> node.filter().count() == 1);
  }

  private void printHosts() {
    prose.title("Hosts");
    prose.text("Where the slices of the root and the regions run, and the memory of their filters. "
        + "Edges run in their producers. Members meet at the address, their event bus is "
        + Figures.full(ClusterSpec.BUS_PORT_OFFSET) + " ports above it."
        + (isKept() ? " Disk: the most that is kept there, with every table of limits full; after "
            + "a change of the topology old filters are there too. The memory is then for the "
            + "system's file cache, not on the heap." : ""));
    Map<NodeId, Integer> counts =
        plan.nodes().stream().collect(toMap(NodePlan::id, node -> node.filter().count()));
    var table = new Table().left("host").left("address").right("slices").left("nodes")
        .right("memory").right("disk");
    plan.hosts().forEach(host -> table.row(
        host.host(),
        host.address().toString(),
        Figures.full(host.slices().size()),
        Figures.names(parts(host.slices(), counts), NAMES),
        Figures.size(host.memoryBytes()),
        Figures.size(host.diskBytes())));
    table.total(Figures.counted(plan.hosts().size(), "host"), "",
        Figures.full(plan.hosts().stream().mapToInt(host -> host.slices().size()).sum()), "",
        Figures.size(plan.hosts().stream().mapToLong(HostPlan::memoryBytes).sum()),
        Figures.size(plan.hosts().stream().mapToLong(HostPlan::diskBytes).sum()));
    if (!isKept()) {
      table.without("disk");
    }
    table.print(out, colors);
  }

  private boolean isKept() {
    return plan.hosts().stream().anyMatch(host -> host.diskBytes() > 0);
  }

  /** Whole nodes by their id, others with how many of their slices there are: root (2 of 4). */
  private static List<String> parts(List<Endpoint> slices, Map<NodeId, Integer> counts) {
    Map<NodeId, Long> here = slices.stream()
        .collect(groupingBy(Endpoint::node, LinkedHashMap::new, counting()));
    return here.entrySet().stream()
        .map(part -> part.getValue() == (long) counts.get(part.getKey())
            ? part.getKey().value()
            : part.getKey() + " (" + part.getValue() + " of " + counts.get(part.getKey()) + ")")
        .toList();
  }

  private static String slices(NodePlan node) {
    return node.filter().count() == 1
        ? "none"
        : node.filter().count() + " " + PlanJson.word(node.filter().scheme());
  }

  private void printBudget() {
    prose.title("How fpp is split");
    prose.text("fpp " + Figures.rate(plan.fpp()) + " is for the whole tree. Filters of one shape "
        + "err on the same events, so together they cost their rate once; the rates of different "
        + "shapes on the way from an edge to the root add up.");
    var table = new Table().right("shape").right("share\nof fpp").right("used").right("expected")
        .right("k").left("kind").left("built").left("slices").left("nodes");
    Map<NodeId, String> cuts =
        plan.nodes().stream().collect(toMap(NodePlan::id, PlanScreen::slices));
    for (int i = 0; i < plan.shares().size(); i++) {
      Share share = plan.shares().get(i);
      table.row(
          Integer.toString(i + 1),
          Figures.rate(share.fpp()),
          Figures.rate(share.falsePositives()),
          Figures.count(share.expected()),
          Integer.toString(share.probes()),
          share.kind().toString(),
          share.built(),
          Figures.names(share.nodes().stream().map(cuts::get).distinct().toList(), NAMES),
          Figures.names(share.nodes(), NAMES));
    }
    if (isUncut()) {
      table.without("slices");
    }
    table.print(out, colors);
    IntStream.range(0, plan.shares().size()).boxed()
        .collect(groupingBy(i -> plan.shares().get(i).why(), LinkedHashMap::new, toList()))
        .forEach((why, shapes) -> prose.note((shapes.size() == 1 ? "Shape " : "Shapes ")
            + Figures.names(shapes.stream().map(i -> i + 1).toList(), MOST_SHAPES) + ": " + why));
  }

  private void printPaths() {
    prose.title("What producers observe");
    prose.text("At most, at design load: the sum over the shapes between their edge and the root. "
        + "The worst is " + Figures.rate(plan.worstFalsePositives()) + ", within fpp "
        + Figures.rate(plan.fpp()) + ".");
    var table = new Table().left("edge").left("way to the root").right("rate");
    plan.paths().stream()
        .sorted(Comparator.comparingDouble(PathPlan::falsePositives).reversed())
        .limit(MOST_PATHS)
        .forEach(path -> table.row(
            path.nodes().get(0).value(), way(path.nodes()), Figures.rate(path.falsePositives())));
    table.print(out, colors);
    if (plan.paths().size() > MOST_PATHS) {
      prose.note(Figures.full(plan.paths().size() - MOST_PATHS)
          + " more edges, none of them worse: --output json has all.");
    }
  }

  private static String way(List<NodeId> path) {
    List<NodeId> above = path.subList(1, path.size());
    String way = above.stream().map(NodeId::value).collect(joining(" > "));
    return way.length() <= LONGEST_PATH ? way : above.get(0) + " > .. > root";
  }

  /** Sliced nodes whose tables would be the same; the root is always by itself. */
  private List<List<NodePlan>> slicedAlike() {
    record Kind(Role role, Object filter) {}

    return List.copyOf(plan.nodes().stream()
        .filter(node -> node.failures().isPresent())
        .collect(groupingBy(
            node -> new Kind(node.role(), node.filter()), LinkedHashMap::new,
            toList()))
        .values());
  }
}
