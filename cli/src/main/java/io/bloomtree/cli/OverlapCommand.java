package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.Overlap;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bloomtree overlap}: how much two nodes are offered of the same. */
@Command(
    name = "overlap",
    description = {
      "How much two nodes of a running tree were offered of the same.",
      "What was offered below a node counts as its own. Measured by the join size, the sum over "
          + "all events of how often each was offered here times how often there."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree overlap eu us --topology tree.yaml",
      "  bloomtree overlap athens-1 athens-2 --topology tree.yaml --output json | jq .cosine",
      "",
      "JSON is one object: a, b, totalA, totalB, joinSize, joinSizeAtMost, selfJoinSizeA,",
      "selfJoinSizeB, cosine and since.",
      "",
      "Exit codes: 0; 1 if the tree has no sketches.frequency, or a node does not answer; 2 if an",
      "option or the topology makes no sense."
    })
final class OverlapCommand implements Callable<Integer> {
  private static final double MUCH = 0.3;
  private static final double LITTLE = 0.05;

  @Parameters(index = "0", paramLabel = "A", description = "a region, an edge or the root")
  private String one;

  @Parameters(index = "1", paramLabel = "B", description = "another one")
  private String other;

  @Mixin private final SketchQuestion question;

  OverlapCommand(TopologyOption topology) {
    this.question = new SketchQuestion(requireNonNull(topology, "topology"));
  }

  @Override public Integer call() {
    Network network = question.counting();
    NodeId a = question.node(network, "A", one);
    NodeId b = question.node(network, "B", other);
    Overlap overlap = question.ask(network, sketches -> sketches.overlap(a, b));
    question.print(overlap, screen -> print(screen, network, a, b, overlap));
    return ExitCode.OK;
  }

  static void print(
      SketchScreen screen, Network network, NodeId a, NodeId b, Overlap overlap) {
    screen.prose().title("What " + a + " and " + b + " have in common");
    double pairs = (double) overlap.totalA() * overlap.totalB();
    screen.print(new Facts()
        .add("offers", Figures.full(overlap.totalA()), "to " + a)
        .add("", Figures.full(overlap.totalB()), "to " + b)
        .add("join size", SketchScreen.about(overlap.joinSize()),
            "about; at most " + SketchScreen.about(overlap.joinSizeAtMost())
                + ": pairs of an offer here and an equal one there")
        .add("same event", pairs == 0 ? "0" : Figures.rate(overlap.joinSize() / pairs),
            "how likely an offer here and one there are of the same event")
        .add("cosine", Figures.decimal(overlap.cosine()),
            "0: nothing in common; 1: the same events equally often"));
    screen.prose().note(meaning(network, a, b, overlap.cosine()));
    screen.printAge(overlap.since(), network, a);
  }

  private static String meaning(Network network, NodeId a, NodeId b, double cosine) {
    List<NodeId> aboveA = upward(network, a);
    List<NodeId> aboveB = upward(network, b);
    if (aboveA.contains(b) || aboveB.contains(a)) {
      return (a.equals(b) ? "They are the same node." : "One is below the other: what is offered "
          + "to the lower one counts at the upper one too.");
    }
    NodeId meeting = aboveA.stream().filter(aboveB::contains).findFirst().orElseThrow();
    if (cosine < LITTLE) {
      return "They have next to nothing in common: mode sparse and separate regions do no harm.";
    }
    boolean isRegionMissing = meeting.equals(network.topology().root().id());
    String amount = cosine < MUCH ? "They have some events in common" : "They have much in common";
    return amount + ", and copies between them meet at " + meeting + ". "
        + (network.topology().mode() == Mode.DENSE
            ? "In mode dense, as here, each of them asks there only once for such an event"
            : "In mode sparse, as here, every such copy goes that far up; mode dense would stop "
                + "all but the first at their own edge")
        + (isRegionMissing ? "; a common region below " + meeting + " would stop them nearer."
            : ".");
  }

  /** The node, and those above it. */
  private static List<NodeId> upward(Network network, NodeId node) {
    var way = new ArrayList<NodeId>();
    for (Optional<NodeId> at = Optional.of(node); at.isPresent();
        at = network.place(at.get()).parent().map(NodeRef::id)) {
      way.add(at.get());
    }
    return way;
  }
}
