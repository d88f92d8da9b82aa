package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.WindowSpec;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help.ColorScheme;

/** How long nodes remember an event, and how far their filters grow. Owned by one thread. */
final class Lifetimes {
  private static final int NAMES = 3;

  private final Plan plan;

  Lifetimes(Plan plan) {
    this.plan = requireNonNull(plan, "plan");
  }

  void print(Prose prose, PrintWriter out, ColorScheme colors) {
    List<NodePlan> windowed = plan.nodes().stream()
        .filter(node -> node.filter().shape().remembers().isPresent())
        .toList();
    if (!windowed.isEmpty()) {
      prose.title("Windows");
      windowed.stream()
          .collect(groupingBy(Lifetimes::remembered, LinkedHashMap::new, toList()))
          .forEach((sentence, nodes) -> prose.note(names(nodes) + ": " + sentence));
    }
    List<NodePlan> growing = plan.nodes().stream()
        .filter(node -> growing(node.filter()).isPresent())
        .toList();
    if (!growing.isEmpty()) {
      printGrowth(prose, out, colors, growing);
    }
  }

  private static String names(List<NodePlan> nodes) {
    return Figures.names(nodes.stream().map(NodePlan::id).toList(), NAMES);
  }

  private static String remembered(NodePlan node) {
    FilterShape shape = node.filter().shape();
    Window window = shape.remembers().orElseThrow();
    String span = new WindowSpec(window.unit(), window.span()).brief()
        + (window.unit() == Window.Unit.EVENTS ? " that its node records" : "");
    if (shape instanceof TimedBufferShape timed) {
      return "an event is remembered for " + span + ", or until "
          + Figures.count(timed.buffer().capacity()) + " others have come, if that is earlier.";
    }
    // rounded up: less than it is true all the same
    var slot = new WindowSpec(
        window.unit(), (window.span() + window.slots() - 1) / window.slots());
    return "an event is remembered for " + span + " and less than one slot, " + slot.brief()
        + ", longer. " + Figures.counted(window.slots(), "slot") + ", which a timer of "
        + timerBits(shape) + " bits in each cell tells apart.";
  }

  /** Of a filter that slides. */
  static int timerBits(FilterShape shape) {
    return shape instanceof GrowingShape growing
        ? timerBits(growing.first())
        : ((SlidingShape) shape).timerBits();
  }

  /** The shape of each slice of a filter that grows. */
  static Optional<GrowingShape> growing(SlicePlan filter) {
    return filter.sliceShape() instanceof GrowingShape growing
        ? Optional.of(growing)
        : Optional.empty();
  }

  /** How many filters grow by themselves. */
  static int growers(SlicePlan filter) {
    return filter.scheme() == Scheme.HORIZONTAL ? filter.count() : 1;
  }

  private static void printGrowth(
      Prose prose, PrintWriter out, ColorScheme colors, List<NodePlan> growing) {
    prose.title("Growth");
    prose.text("When a filter is full it gets another one beside it, up to limits.sub-filters of "
        + "them and limits.filter-memory a slice. The rate is kept: each sub-filter has a share "
        + "of it. At the limit it errs more, and says so.");
    var table = new Table().left("nodes").left("full by").right("starts\nwith")
        .right("for\nevents").right("sub-\nfilters").right("at most\nmemory")
        .right("for\nevents").right("rate kept");
    growing.stream()
        .collect(groupingBy(Lifetimes::alike, LinkedHashMap::new, toList()))
        .values()
        .forEach(nodes -> {
          NodePlan node = nodes.get(0);
          GrowingShape slice = growing(node.filter()).orElseThrow();
          table.row(
              names(nodes),
              Figures.word(slice.trigger()),
              Figures.size(node.memoryBytes()),
              Figures.count(node.expected()),
              Integer.toString(slice.parts()),
              Figures.size(growers(node.filter()) * slice.grownBytes()),
              Figures.count(slice.parts() * node.expected()),
              Figures.rate(node.falsePositives()));
        });
    table.print(out, colors);
    if (growing.stream().map(node -> growing(node.filter()).orElseThrow())
        .anyMatch(slice -> slice.parts() < slice.mostFilters())) {
      prose.note("Fewer sub-filters than limits.sub-filters: more do not fit into "
          + "limits.filter-memory.");
    }
  }

  private static Object alike(NodePlan node) {
    record Alike(SlicePlan filter, long expected, double falsePositives) {}

    return new Alike(node.filter(), node.expected(), node.falsePositives());
  }
}
