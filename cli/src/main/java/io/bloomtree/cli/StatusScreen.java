package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.FilterReport;
import io.bloomtree.bus.TreeView;
import io.bloomtree.tree.Histogram;
import io.bloomtree.tree.Resolution.Decision;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** A running tree, for people. Owned by one thread. */
final class StatusScreen {
  private static final String NOTHING = "-";

  private final PrintWriter out;
  private final ColorScheme colors;
  private final Prose prose;

  StatusScreen(PrintWriter out, ColorScheme colors) {
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  /** {@code edgesMustRun}: whether an edge that is away is a reason to worry. */
  void print(TreeRows tree, boolean edgesMustRun) {
    TreeView view = tree.view();
    prose.title(String.format(Locale.ROOT, "Tree %s, epoch %d, %s, at %s",
        view.tree(), view.epoch(), view.mode(), seconds(view.at())));
    nodes(tree, edgesMustRun).print(out, colors);
    prose.title("Filters");
    filters(tree).print(out, colors);
    if (tree.edges().stream().anyMatch(edge -> edge.agent().isPresent())) {
      prose.title("Offers");
      offers(tree).print(out, colors);
    }
    out.println();
    List<NodeRow> ill = tree.ill(edgesMustRun);
    tree.rows().stream().filter(row -> !row.remarks().isEmpty()).forEach(row -> prose.note(
        row.node().id() + ": " + String.join("; ", row.remarks()), List.of(Style.fg_yellow)));
    prose.note((ill.isEmpty() ? "Well: " : "NOT WELL: ") + tree.summary() + ".",
        List.of(ill.isEmpty() ? Style.fg_green : Style.fg_red));
  }

  private static Table nodes(TreeRows tree, boolean edgesMustRun) {
    var table = new Table().left("node").left("state").right("slices").left("host")
        .left("running since").right("tests").right("hits").right("hit rate").right("claims")
        .right("held").right("degraded");
    tree.rows().forEach(row -> {
      boolean isThere = row.slicesUp() > 0;
      long tests = row.count("tests");
      table.row(
          name(row), state(row, edgesMustRun), row.slicesUp() + "/" + row.node().slices().size(),
          row.hosts().isEmpty() ? NOTHING : row.hosts(),
          row.since().isPresent() ? seconds(row.since().getAsLong()) : NOTHING,
          isThere ? Figures.full(tests) : NOTHING,
          isThere ? Figures.full(row.count("hits")) : NOTHING,
          tests == 0 ? NOTHING : Figures.rate((double) row.count("hits") / tests),
          figure(row.entries("claims")),
          isThere ? Figures.full(row.count("held")) : NOTHING,
          isThere ? Figures.full(row.count("degraded")) : NOTHING);
    });
    return table;
  }

  /** Loud where it is a reason to worry, so that it needs no colour to be seen. */
  static String state(NodeRow row, boolean edgesMustRun) {
    return row.isIll(edgesMustRun) ? row.condition().name() : Figures.word(row.condition());
  }

  private static Table filters(TreeRows tree) {
    var table = new Table().left("node").left("filter").right("memory").right("fill")
        .right("events").right("designed for").right("false positives").right("planned");
    tree.rows().forEach(row -> {
      String planned = Figures.rate(row.node().plan().fpp());
      if (row.filter().isEmpty()) {
        table.row(name(row), NOTHING, Figures.size(row.node().plan().memoryBytes()), NOTHING,
            NOTHING, NOTHING, NOTHING, planned);
        return;
      }
      FilterReport filter = row.filter().get();
      table.row(
          name(row),
          filter.kind() + (filter.subFilters() > 1 ? ", " + filter.subFilters() + " parts" : ""),
          Figures.size(filter.memoryBytes()), Figures.rate(filter.fill()),
          Figures.about(Math.round(filter.estimatedEvents())), Figures.count(filter.expected()),
          Figures.rate(filter.falsePositiveRate()), planned);
    });
    return table;
  }

  private static Table offers(TreeRows tree) {
    var table = new Table().left("edge").right("offers").right("open").right("distinct")
        .right("duplicate").right("failed").right("degraded").right("p50").right("p99")
        .right("p99.9");
    for (NodeRow edge : tree.edges()) {
      edge.agent().ifPresent(agent -> table.row(
          edge.node().id(), Figures.full(agent.offers()), Figures.full(agent.open()),
          Figures.full(decided(agent, Decision.DISTINCT)),
          Figures.full(decided(agent, Decision.DUPLICATE)),
          Figures.full(sum(agent.failures().values())),
          Figures.full(sum(agent.degraded().values())),
          quantile(agent.latency(), 0.5), quantile(agent.latency(), 0.99),
          quantile(agent.latency(), 0.999)));
    }
    return table;
  }

  static long decided(AgentReport agent, Decision decision) {
    return agent.verdicts().stream().filter(it -> it.decision() == decision)
        .mapToLong(AgentReport.VerdictCount::count).sum();
  }

  static long sum(Iterable<Long> counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  private static String quantile(Histogram latency, double share) {
    return latency.count() == 0 ? NOTHING : Figures.micros(latency.quantile(share));
  }

  private static String name(NodeRow row) {
    return "  ".repeat(row.depth()) + row.node().id();
  }

  private static String figure(OptionalLong count) {
    return count.isPresent() ? Figures.full(count.getAsLong()) : NOTHING;
  }

  private static String seconds(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
