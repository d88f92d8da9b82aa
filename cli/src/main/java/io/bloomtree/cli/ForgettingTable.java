package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.topology.Forgetting;
import io.bloomtree.topology.Forgetting.ByImportance;
import io.bloomtree.topology.Forgetting.Missed;
import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.TopologyNode.Role;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Help.ColorScheme;

/** Which copies the nodes of a tree miss, and what of that leaks. Owned by one thread. */
final class ForgettingTable {
  /*
   * Misses of a node go up, and the root has the last word. So only what the root forgets is
   * delivered again; what the others forget costs messages.
   */

  private static final int NAMES = 3;
  private static final int USUAL = 4;
  private static final double MILLION = 1e6;

  private final Plan plan;

  ForgettingTable(Plan plan) {
    this.plan = requireNonNull(plan, "plan");
  }

  void print(Prose prose, PrintWriter out, ColorScheme colors) {
    List<NodePlan> forgetting = plan.nodes().stream().filter(NodePlan::forgets).toList();
    boolean hasGaps = forgetting.stream()
        .anyMatch(node -> node.forgetting().orElseThrow().atGap().isPresent());
    prose.title("What is forgotten");
    prose.text("The share of copies that a node does not recognise, if their event came a "
        + "hundredth, a tenth, once and ten times the expected events before them"
        + (hasGaps ? ", and with as many events between them as the topology's gap says" : "")
        + ". The events between them are all different.");
    var table = new Table().left("nodes").left("kind").right("expected")
        .right("/ 100").right("/ 10").right("x 1").right("x 10").right("gap").right("missed");
    forgetting.stream()
        .collect(groupingBy(ForgettingTable::alike, LinkedHashMap::new, toList()))
        .values()
        .forEach(nodes -> addRows(table, nodes));
    if (!hasGaps) {
      table.without("gap").without("missed");
    }
    table.print(out, colors);
    if (forgetting.stream().anyMatch(
        node -> node.forgetting().orElseThrow().usual().size() < USUAL)) {
      prose.note("-: its window has passed, and it is to forget.");
    }
    explainLeak(prose, forgetting);
  }

  private static Object alike(NodePlan node) {
    record Alike(boolean root, Object filter, long expected, Forgetting forgetting) {}

    return new Alike(node.role() == Role.ROOT, node.filter(), node.expected(),
        node.forgetting().orElseThrow());
  }

  private static void addRows(Table table, List<NodePlan> alike) {
    NodePlan node = alike.get(0);
    Forgetting forgetting = node.forgetting().orElseThrow();
    String names = Figures.names(alike.stream().map(NodePlan::id).toList(), NAMES);
    addRow(table, names, node.kind().toString(), Figures.count(node.expected()), forgetting,
        Missed::falseNegatives);
    if (forgetting.telling().flatMap(Missed::byImportance).isPresent()) {
      addRow(table, "", "  least (0)", "", forgetting, of(ByImportance::least));
      addRow(table, "", "  middle (" + ImportanceShape.DEFAULT_IMPORTANCE + ")", "", forgetting,
          of(ByImportance::middle));
      addRow(table, "", "  most (" + ImportanceShape.MAX_IMPORTANCE + ")", "", forgetting,
          of(ByImportance::most));
    }
  }

  private static ToDoubleFunction<Missed> of(ToDoubleFunction<ByImportance> importance) {
    return missed -> importance.applyAsDouble(missed.byImportance().orElseThrow());
  }

  private static void addRow(
      Table table, String names, String kind, String expected, Forgetting forgetting,
      ToDoubleFunction<Missed> rate) {
    String[] usual = new String[USUAL];
    for (int i = 0; i < USUAL; i++) {
      usual[i] = i < forgetting.usual().size()
          ? Figures.rate(rate.applyAsDouble(forgetting.usual().get(i)))
          : "-";
    }
    table.row(names, kind, expected, usual[0], usual[1], usual[2], usual[3],
        expected.isEmpty() ? "" : forgetting.atGap()
            .map(missed -> Figures.count(missed.gap())).orElse(""),
        forgetting.atGap().map(missed -> Figures.rate(rate.applyAsDouble(missed))).orElse(""));
  }

  private void explainLeak(Prose prose, List<NodePlan> forgetting) {
    NodePlan root = plan.nodes().get(0);
    if (!root.forgets()) {
      prose.note("The root does not forget" + (root.window().isPresent() ? " before its window "
          + "has passed" : "") + ", so nothing leaks: what the nodes below it forget only sends "
          + "more asks up.");
      return;
    }
    Optional<Missed> telling = root.forgetting().orElseThrow().telling();
    telling.ifPresent(missed -> prose.note("The root forgets: of a million duplicates that reach "
        + "it, whose event came " + before(root, missed) + " events before, "
        + delivered(missed.falseNegatives())
        + missed.byImportance().map(ForgettingTable::delivered).orElse("") + "."));
    if (forgetting.size() > 1) {
      prose.note("What the nodes below it forget leaks nothing more: it only sends more asks up.");
    }
  }

  /** The gap as the topology says it; one event more or less would be pedantry. */
  private static String before(NodePlan root, Missed missed) {
    boolean isGap = root.forgetting().orElseThrow().atGap().isPresent();
    return Figures.count(isGap ? missed.gap() : missed.before());
  }

  private static String delivered(double rate) {
    return rate == 0 ? "none is delivered again"
        : "about " + ofAMillion(rate) + " are delivered again";
  }

  private static String delivered(ByImportance rates) {
    return ": " + ofAMillion(rates.least()) + " if they matter least, " + ofAMillion(rates.middle())
        + " in the middle, " + ofAMillion(rates.most()) + " if they matter most";
  }

  private static String ofAMillion(double rate) {
    long count = Math.round(rate * MILLION);
    return count == 0 && rate > 0 ? "less than 1" : Figures.full(count);
  }
}
