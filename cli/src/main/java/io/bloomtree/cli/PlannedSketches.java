package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.SketchPlan;
import io.bloomtree.topology.SketchPlan.Frequency;
import io.bloomtree.topology.SketchPlan.NodeSketches;
import io.bloomtree.topology.SketchPlan.Similarity;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Help.ColorScheme;

/** What the sketches of a tree will cost, and how far they will err. Immutable. */
final class PlannedSketches {
  private final SketchPlan plan;

  PlannedSketches(SketchPlan plan) {
    this.plan = requireNonNull(plan, "plan");
  }

  void print(Prose prose, PrintWriter out, ColorScheme colors) {
    prose.title("Sketches");
    prose.text("What operators may ask is counted beside the filters. A node has a copy of each "
        + "sketch for what is offered here and below, one for each region below it, and up to two "
        + "for each edge: what an agent counted that was started again stays. Every "
        + Figures.time(plan.spec().every()) + " it tells its parent what changed, at most "
        + Figures.size(plan.spec().bytes()) + ": " + rate() + " on each link.");
    var table = new Table().left("node").right("copies").right("memory");
    plan.nodes().forEach(node -> table.row(
        node.id().value(), Figures.full(node.copies()), Figures.size(node.memoryBytes())));
    table.total(Figures.counted(plan.nodes().size(), "node"), "",
        Figures.size(plan.memoryBytes()));
    table.print(out, colors);
    plan.frequency().ifPresent(it -> prose.note(
        "Frequency: " + it.shape().depth() + " rows of " + Figures.full(it.shape().width())
            + " counters, " + Figures.size(it.shape().memoryBytes())
            + ". Bounds are never below the truth, and above it by at most "
            + Figures.rate(it.error()) + " of all events (e/w) in " + Figures.rate(it.confidence())
            + " of the cases. Estimates are off by about the root of (the sum of the squares / "
            + Figures.full(it.shape().width()) + ")."));
    plan.similarity().ifPresent(it -> prose.note(
        "Similarity: " + it.shape().pairs().fields() + " fields, pairs with "
            + it.shape().pairs().threshold() + " or more alike; "
            + Figures.size(it.shape().memoryBytes()) + ". " + Figures.rate(it.sample())
            + " of the events are looked at. Of n events that passed, a count of pairs is off by "
            + Figures.decimal(it.deviation()) + " n (one standard deviation), and by more where "
            + "there are far more pairs than events."));
  }

  private String rate() {
    return Figures.size((long) Math.ceil(plan.bytesPerSecond())) + "/s";
  }

  Map<String, Object> json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("everyMillis", plan.spec().every().toMillis());
    json.put("reportBytes", plan.spec().bytes());
    json.put("linkBytesPerSecond", plan.bytesPerSecond());
    json.put("memoryBytes", plan.memoryBytes());
    json.put("frequency", plan.frequency().map(PlannedSketches::frequency));
    json.put("similarity", plan.similarity().map(PlannedSketches::similarity));
    json.put("nodes", plan.nodes().stream().map(PlannedSketches::node).toList());
    return json;
  }

  private static Map<String, Object> frequency(Frequency frequency) {
    var json = new LinkedHashMap<String, Object>();
    json.put("depth", frequency.shape().depth());
    json.put("width", frequency.shape().width());
    json.put("memoryBytes", frequency.shape().memoryBytes());
    json.put("error", frequency.error());
    json.put("confidence", frequency.confidence());
    json.put("selfJoinDeviation", frequency.selfJoinDeviation());
    return json;
  }

  private static Map<String, Object> similarity(Similarity similarity) {
    var json = new LinkedHashMap<String, Object>();
    json.put("fields", similarity.shape().pairs().fields());
    json.put("alike", similarity.shape().pairs().threshold());
    json.put("width", similarity.shape().rows().width());
    json.put("memoryBytes", similarity.shape().memoryBytes());
    json.put("sample", similarity.sample());
    json.put("deviation", similarity.deviation());
    return json;
  }

  private static Map<String, Object> node(NodeSketches node) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", node.id().value());
    json.put("copies", node.copies());
    json.put("memoryBytes", node.memoryBytes());
    return json;
  }
}
