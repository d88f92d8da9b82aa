package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.SimilarPairs;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.SketchPlan;
import io.bloomtree.topology.SketchSpec.Similarity;
import io.bloomtree.wire.NodeId;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bloomtree similar}: how much of what passes as distinct is nearly alike. */
@Command(
    name = "similar",
    description = {
      "How many pairs of events passed as distinct though they are nearly alike.",
      "Pairs are of events of a node and what is below it, or of events of two nodes. Keys are "
          + "cut into shingles, whose sets are hashed into a few fields (min-wise). The share of "
          + "fields alike is on average the Jaccard similarity of the sets."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree similar --topology tree.yaml",
      "  bloomtree similar eu --topology tree.yaml",
      "  bloomtree similar eu us --topology tree.yaml --output json",
      "",
      "Many near-duplicates often mean that a key has something in it that it should not, a time",
      "or a counter: then the same event is delivered again and again.",
      "JSON is one object: node, other or null, sample, records, otherRecords, fields, pairs",
      "(alike, similarity, pairs) and since.",
      "",
      "Exit codes: 0; 1 if the tree has no sketches.similarity, or a node does not answer; 2 if an",
      "option or the topology makes no sense."
    })
final class SimilarCommand implements Callable<Integer> {
  @Parameters(paramLabel = "A", arity = "0..1", defaultValue = "root",
      description = "a region, an edge or the root (default: ${DEFAULT-VALUE})")
  private String one;

  @Parameters(paramLabel = "B", arity = "0..1",
      description = "another one, neither above nor below: pairs of an event here and one there")
  private Optional<String> other;

  @Mixin private final SketchQuestion question;

  SimilarCommand(TopologyOption topology) {
    this.question = new SketchQuestion(requireNonNull(topology, "topology"));
  }

  @Override public Integer call() {
    Network network = question.comparing();
    NodeId a = question.node(network, "A", one);
    Optional<NodeId> b = other.map(id -> question.node(network, "B", id));
    b.ifPresent(id -> question.requireApart(network, a, id));
    SimilarPairs pairs = question.ask(network, sketches ->
        b.map(id -> sketches.similar(a, id)).orElseGet(() -> sketches.similar(a)));
    question.print(pairs, screen -> print(screen, network, a, b, pairs));
    return ExitCode.OK;
  }

  static void print(
      SketchScreen screen, Network network, NodeId a, Optional<NodeId> b, SimilarPairs pairs) {
    Similarity spec = network.topology().sketches().orElseThrow().similarity().orElseThrow();
    double events = pairs.records() + (pairs.otherRecords() == null ? 0 : pairs.otherRecords());
    screen.prose().title("Similar events that passed as distinct, "
        + b.map(it -> "one of " + a + " and one of " + it)
            .orElseGet(() -> SketchScreen.place(network, a)));
    screen.prose().text("About " + SketchScreen.whole(events) + " events passed; "
        + Figures.rate(pairs.sample()) + " of them were looked at. Shingles are runs of "
        + spec.shingle() + ".");
    SketchPlan.Similarity plan = network.topology().plan().sketches().orElseThrow()
        .similarity().orElseThrow();
    var table = new Table().left("fields alike").right("similarity").right("pairs, about")
        .right("+-").right("for each\nevent");
    pairs.pairs().forEach(row -> table.row(
        row.alike() == pairs.fields() ? "all " + row.alike()
            : row.alike() + " of " + pairs.fields() + " or more",
        Figures.rate(row.similarity()),
        SketchScreen.whole(Math.max(0, row.pairs())),
        SketchScreen.about(pairs.otherRecords() == null ? plan.deviation(row.pairs(), events)
            : plan.deviation(row.pairs(), pairs.records(), pairs.otherRecords())),
        events == 0 ? "0" : Figures.decimal(Math.max(0, row.pairs()) / events)));
    screen.print(table);
    // what would be counted if there were none
    double noise = events * plan.deviation();
    boolean isNoise = pairs.pairs().stream().allMatch(row -> row.pairs() < noise);
    screen.prose().note("+-: about one standard deviation, of the sketch and of the sample; if "
        + "some events have far more similar ones than others, it is more."
        + (isNoise ? " There are not more pairs than chance makes of none: perhaps there are none."
            : "")
        + " More memory, or a larger sample, tells more.");
    screen.printAge(pairs.since(), network, a);
  }
}
