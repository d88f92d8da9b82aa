package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Mode;
import io.bloomtree.wire.NodeId;

/** How skewed a stream is, and what fits it, for people. Immutable. */
final class SkewScreen {
  private final Network network;
  private final NodeId node;
  private final SkewReport report;

  SkewScreen(Network network, NodeId node, SkewReport report) {
    this.network = requireNonNull(network, "network");
    this.node = requireNonNull(node, "node");
    this.report = requireNonNull(report, "report");
  }

  void print(SketchScreen screen) {
    SkewAnswer skew = report.skew();
    screen.prose().title("Skew of what was offered to " + SketchScreen.place(network, node));
    screen.print(new Facts()
        .add("offers", Figures.full(skew.total()), "")
        .add("different events", skew.distinct() == null ? "unknown"
            : SketchScreen.about(skew.distinct()),
            skew.distinct() == null ? "too many for the sketch to tell" : "about")
        .add("self-join size", SketchScreen.about(skew.selfJoinSize()),
            "about; at most " + SketchScreen.about(skew.selfJoinSizeAtMost())
                + ": all events' counts, squared and added up")
        .add("same event", Figures.rate(report.sameEvent()),
            "how likely two offers are of the same event")
        .add("Zipf exponent", skew.zipfExponent() == null ? "unknown"
            : Figures.decimal(skew.zipfExponent()), skew.zipfExponent() == null
            ? "it follows from how many different events there are"
            : "0: all are as frequent; 1: the second is half as frequent as the first"));
    screen.prose().title("What fits");
    screen.prose().note(slices());
    screen.prose().note(mode());
    screen.printAge(skew.since(), network, node);
  }

  private String slices() {
    SlicePlan plan = network.plan(node);
    String load = "with " + report.slices() + " slices the fairness of their load would be "
        + Figures.decimal(report.horizontalFairness()) + " if horizontal and "
        + Figures.decimal(report.verticalFairness()) + " if vertical (k " + report.probes()
        + "; 1 is even)";
    String advice = report.fittingScheme().equals("horizontal")
        ? "Slices: either scheme fits; " + load + ", so horizontal ones, which ask one slice for "
            + "an event, are as good."
        : "Slices: vertical; " + load + ": a frequent event is on one horizontal slice, but on "
            + "many vertical ones.";
    return advice + (plan.count() == 1 ? " " + node + " is not cut."
        : " " + node + " has " + plan.count() + " " + PlanJson.word(plan.scheme()) + " ones.")
        + " Copies that die below a node are no load of its slices.";
  }

  private String mode() {
    Mode now = network.topology().mode();
    String here = "The tree is " + PlanJson.word(now) + ".";
    if (network.place(node).children().isEmpty()) {
      return "Mode: ask the root or a region, which know whether copies come at another edge than "
          + "their event.";
    }
    if (report.lacksEdges()) {
      return "Mode: not known, since edges that answer now were offered only "
          + Figures.rate(report.heardEdges()) + " of all that: it depends on how many copies come "
          + "at another edge than their event. " + here;
    }
    if (report.acrossEdges() == null) {
      return "Mode: either fits, since hardly any event was offered twice. " + here;
    }
    String share = Figures.rate(report.acrossEdges())
        + " of the pairs of equal offers came at two different edges";
    return (report.fittingMode().equals("dense")
        ? "Mode: dense; " + share + ", and dense stops such copies at their own edge from the "
            + "second one on, sparse where their ways meet."
        : "Mode: sparse; only " + share + ". The others die at their edge in either mode, and "
            + "sparse filters hold no copies of what other edges were offered.") + " " + here;
  }
}
