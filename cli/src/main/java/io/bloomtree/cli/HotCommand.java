package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.HotEvents;
import io.bloomtree.bus.HotEvents.HotEvent;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bloomtree hot}: what is offered most often. */
@Command(
    name = "hot",
    description = {
      "The events that were offered most often to a running tree.",
      "With --node those that were offered to a node and what is below it. Agents keep the text "
          + "of such events only if the topology says sketches: { frequency: { keep-keys: true } "
          + "}; otherwise fingerprints are shown."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree hot --topology tree.yaml",
      "  bloomtree hot --node eu --limit 5 --topology tree.yaml",
      "  bloomtree hot --topology tree.yaml --output json | jq -r '.events[].key'",
      "",
      "JSON is one object: node, events (fingerprint, key or null, atMost, estimate),",
      "guaranteedAbove, candidates, total and since.",
      "",
      "Exit codes: 0; 1 if the tree has no sketches.frequency, or the node does not answer; 2 if",
      "an option or the topology makes no sense."
    })
final class HotCommand implements Callable<Integer> {
  private static final int MOST = 1_000;

  @Option(names = "--node", paramLabel = "ID", defaultValue = "root",
      description = "a region, an edge or the root (default: ${DEFAULT-VALUE})")
  private String node;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "20",
      description = "how many to show (default: ${DEFAULT-VALUE})")
  private int limit;

  @Mixin private final SketchQuestion question;

  @Spec private CommandSpec spec;

  HotCommand(TopologyOption topology) {
    this.question = new SketchQuestion(requireNonNull(topology, "topology"));
  }

  @Override public Integer call() {
    if (limit < 1 || limit > MOST) {
      throw new ParameterException(
          spec.commandLine(), "--limit must be 1 to " + MOST + ": " + limit);
    }
    Network network = question.counting();
    NodeId id = question.node(network, "--node", node);
    HotEvents hot = question.ask(network, sketches -> sketches.hot(id, limit));
    question.print(hot, screen -> print(screen, network, id, hot));
    return ExitCode.OK;
  }

  static void print(SketchScreen screen, Network network, NodeId id, HotEvents hot) {
    screen.prose().title("Offered most often to " + SketchScreen.place(network, id));
    boolean hasTexts = hot.events().stream().anyMatch(event -> event.key() != null);
    var table = new Table().right("").left(hasTexts ? "key" : "fingerprint").right("about")
        .right("at most").right("share");
    int rank = 1;
    for (HotEvent event : hot.events()) {
      table.row(
          Integer.toString(rank++),
          event.key() == null ? event.fingerprint() : Figures.printable(event.key()),
          SketchScreen.whole(event.estimate()),
          Figures.full(event.atMost()),
          Figures.rate(event.estimate() / hot.total()));
    }
    screen.print(table);
    screen.prose().note("Of " + Figures.full(hot.total()) + " offers. "
        + (hot.guaranteedAbove() == 0 ? "Every event is known that was offered."
            : "Whatever was offered more than " + Figures.full(hot.guaranteedAbove())
                + " times is among the " + Figures.full(hot.candidates())
                + " candidates, of which these are the first."));
    if (!hasTexts && !hot.events().isEmpty()) {
      screen.prose().note("Texts are kept only with sketches: { frequency: { keep-keys: true } }. "
          + "Where an event was offered: bloomtree count --as fingerprint "
          + hot.events().get(0).fingerprint() + ".");
    }
    screen.printAge(hot.since(), network, id);
  }
}
