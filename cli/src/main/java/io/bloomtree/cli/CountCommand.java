package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.EventCounts;
import io.bloomtree.bus.EventCounts.AtNode;
import io.bloomtree.bus.SketchCount;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.topology.Network;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bloomtree count}: how often an event was offered, and where. */
@Command(
    name = "count",
    description = {
      "How often an event was offered to a running tree, and where.",
      "Agents count what they are offered, also what they drop as a duplicate at once. Counts are "
          + "sketches: at most so often for sure, about so often most likely."
    },
    mixinStandardHelpOptions = true,
    versionProvider = BloomtreeCommand.BuildVersion.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bloomtree count 'click 4711' --topology tree.yaml",
      "  bloomtree count --as escaped 'a\\tb\\x00' --topology tree.yaml",
      "  bloomtree count --as fingerprint 9a3f00c2d17be845 --topology tree.yaml --output json",
      "      A fingerprint is what bloomtree hot shows where texts are not kept.",
      "",
      "JSON is one object: fingerprint, nodes (node, level, count, ageMillis) and unknown; a count",
      "has atMost, estimate, total, errorAtMost, confidence and since.",
      "",
      "Exit codes: 0; 1 if the tree has no sketches.frequency, or does not answer; 2 if an option",
      "or the topology makes no sense."
    })
final class CountCommand implements Callable<Integer> {
  private static final int MOST_INDENTED = 8;

  /** How a key is written. */
  enum Form { TEXT, ESCAPED, FINGERPRINT }

  @Parameters(paramLabel = "KEY", description = "the event's key")
  private String key;

  @Option(names = "--as", paramLabel = "FORM", defaultValue = "text",
      description = "text: KEY is the key, in UTF-8; escaped: with \\t, \\n, \\x00, as verdict "
          + "logs have it; fingerprint: 16 hexadecimal digits (default: ${DEFAULT-VALUE})")
  private Form form;

  @Mixin private final SketchQuestion question;

  @Spec private CommandSpec spec;

  CountCommand(TopologyOption topology) {
    this.question = new SketchQuestion(requireNonNull(topology, "topology"));
  }

  @Override public Integer call() {
    Network network = question.counting();
    long fingerprint = fingerprint(network.topology().keyHash());
    EventCounts counts = question.ask(network, sketches -> sketches.count(fingerprint));
    question.print(counts, screen -> print(screen, network, counts));
    return ExitCode.OK;
  }

  private long fingerprint(KeyHash hash) {
    try {
      return switch (form) {
        case TEXT -> hash.fingerprint(key.getBytes(UTF_8));
        case ESCAPED -> {
          byte[] escaped = key.getBytes(UTF_8);
          yield hash.fingerprint(EscapedKey.parse(escaped, 0, escaped.length));
        }
        case FINGERPRINT -> {
          if (!key.matches("[0-9a-fA-F]{16}")) {
            throw new IllegalArgumentException("a fingerprint must be 16 hexadecimal digits");
          }
          yield Long.parseUnsignedLong(key, 16);
        }
      };
    } catch (IllegalArgumentException | MalformedLineException e) {
      throw new ParameterException(
          spec.commandLine(), "KEY: " + e.getMessage() + ": " + Figures.printable(key), e);
    }
  }

  private void print(SketchScreen screen, Network network, EventCounts counts) {
    SketchCount all = counts.nodes().get(0).count();
    screen.prose().title("How often '" + Figures.printable(key) + "' was offered");
    screen.prose().text("About " + times(Math.round(all.estimate())) + ", and at most "
        + times(all.atMost()) + ", of " + Figures.full(all.total())
        + " offers in all. A row is about a node and what is below it.");
    var table = new Table().left("node").right("about").right("at most").right("of offers")
        .left("heard");
    counts.nodes().forEach(node -> table.row(
        "  ".repeat(Math.min(node.level(), MOST_INDENTED)) + node.node(),
        SketchScreen.whole(node.count().estimate()),
        Figures.full(node.count().atMost()),
        Figures.full(node.count().total()),
        heard(node)));
    screen.print(table);
    if (!counts.unknown().isEmpty()) {
      screen.prose().note("Nothing is known of " + String.join(", ", counts.unknown())
          + ": away, or has not reported yet.");
    }
    screen.prose().note("At most: never less than the truth of what was heard. In "
        + Figures.rate(all.confidence()) + " of the cases it is more by no more than "
        + SketchScreen.whole(Math.ceil(all.errorAtMost())) + " in the whole tree. Heard: when a "
        + "node's parent last heard something new of it.");
    screen.printAge(all.since(), network, network.topology().root().id());
  }

  private static String times(long count) {
    return count == 1 ? "once" : Figures.full(count) + " times";
  }

  private static String heard(AtNode node) {
    return node.ageMillis() == 0 ? "now" : SketchScreen.ago(node.ageMillis());
  }
}
