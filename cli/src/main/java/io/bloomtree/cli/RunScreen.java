package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Mode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** What became of a stream, for people. Owned by one thread. */
final class RunScreen {
  static final int FINGERPRINT_BYTES = 8;
  /** On a 64-bit JVM: an entry of 32, a Long of 24, and a good slot of the table. */
  static final int HASH_SET_BYTES = 64;

  private static final int NAMES = 3;

  private final RunResult result;
  private final Judgement judgement;
  private final PrintWriter out;
  private final ColorScheme colors;
  private final Prose prose;

  RunScreen(RunResult result, PrintWriter out, ColorScheme colors) {
    this.result = requireNonNull(result, "result");
    this.judgement = result.judgement();
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  /** {@code stream}: a sentence or two on where the events came from. */
  void print(String title, String stream) {
    var topology = result.network().topology();
    prose.title(title);
    prose.note(stream);
    prose.note(String.format(Locale.ROOT,
        "%s, a %s tree of %s %s, took %.1f s: %,.0f events/s, judging included.",
        Figures.printable(topology.tree()), topology.mode() == Mode.DENSE ? "dense" : "sparse",
        Figures.counted(result.network().places().size(), "node"),
        result.isJoined() ? "in its cluster" : "in this process", result.seconds(),
        result.eventsPerSecond()));
    printLevels();
    printEdges();
    printErrors();
    printMemory();
  }

  private void printLevels() {
    prose.title("Where duplicates were found");
    var table = new Table().right("level").left("nodes").right("events").right("hits")
        .right("hit rate").right("accesses");
    for (int i = judgement.levels().size() - 1; i >= 0; i--) {
      var level = judgement.levels().get(i);
      table.row(
          Integer.toString(level.level()),
          Figures.names(result.nodes(level.level()), NAMES),
          Figures.full(level.events()),
          Figures.full(level.hits()),
          share(level.hits(), level.events()),
          result.isReported(level.level())
              ? Figures.full(result.accesses(level.level())) : "-");
    }
    table.print(out, colors);
    prose.note(
        "Events climb until a filter knows them. Access: one test or set of a node's filter.");
  }

  private void printEdges() {
    var atEdge = judgement.atEdge();
    prose.title("What never left the edge");
    new Facts()
        .add("decided at the edge", Figures.full(atEdge.events()),
            share(atEdge.events(), result.events()) + " of all events, without a message: "
                + Figures.size(atEdge.keyBytes()) + " of keys")
        .add("sent by the edges", Figures.size(result.bytesOfEdges()),
            "in " + Figures.counted(result.packetsOfEdges(), "packet") + ", for all the others")
        .add("to one central place", Figures.size(atEdge.allKeyBytes()),
            "in " + Figures.counted(result.events(), "request")
                + ": every key by itself, framing not counted")
        .print(out);
  }

  private void printErrors() {
    var told = judgement.told();
    var errors = judgement.errors();
    prose.title("Compared with an exact set of " + Figures.counted(judgement.keys(), "key"));
    var facts = new Facts()
        .add("duplicates removed", Figures.full(told.duplicates()),
            share(told.duplicates(), result.events()) + " of all events")
        .add("false positives", Figures.full(errors.falsePositives()),
            "new events dropped, "
                + (errors.falsePositives() == 0 ? "none"
                    : share(errors.falsePositives(), judgement.keys()))
                + " of the keys; fpp allows " + Figures.rate(result.network().topology().fpp()))
        .add("leaked duplicates", Figures.full(errors.falseNegatives()), leaks(errors))
        .add("lost", Figures.full(errors.lost()),
            "keys that were never delivered although no filter erred");
    if (errors.afterWindow() > 0) {
      facts.add("delivered again", Figures.full(errors.afterWindow()),
          "after the window of " + window());
    }
    if (told.degraded() > 0) {
      facts.add("degraded", Figures.full(told.degraded()), "decided by a failure policy");
    }
    if (told.failed() > 0) {
      facts.add("failed", Figures.full(told.failed()), told.failures().entrySet().stream()
          .map(it -> it.getKey() + " " + Figures.full(it.getValue())).sorted()
          .collect(Collectors.joining(", ")));
    }
    facts.print(out);
    if (result.isJoined()) {
      prose.note("The tree ran before: what it knew then counts as false positives here.");
    }
    prose.note(colors.apply(
        summary(told, errors), List.of(errors.isBroken() ? Style.fg_red : Style.bold)).toString());
  }

  private static String leaks(Judgement.Errors errors) {
    if (errors.expectedLeaks().isPresent()) {
      return "delivered: the root forgets by design; about "
          + Figures.full(Math.round(errors.expectedLeaks().getAsDouble())) + " were expected";
    }
    return errors.falseNegatives() == errors.unexcused() ? "duplicates that were delivered"
        : Figures.full(errors.falseNegatives() - errors.unexcused())
            + " of them were marked degraded";
  }

  private String window() {
    return result.network().topology().root().window().map(Object::toString).orElse("the root");
  }

  private static String summary(Judgement.Told told, Judgement.Errors errors) {
    if (errors.isBroken()) {
      return told.failed() + told.degraded() > 0
          ? "Not exact: offers failed, or a failure policy decided about them."
          : "WRONG: Bloomtree broke a promise. Please report it, with the stream if you can.";
    }
    if (errors.falseNegatives() > 0 && errors.expectedLeaks().isPresent()) {
      return "The root forgot some events, as its kind of filter does; nothing was lost but to "
          + "false positives.";
    }
    if (errors.falseNegatives() > 0) {
      return "What was delivered twice was marked degraded; nothing was lost but to false "
          + "positives.";
    }
    return errors.falsePositives() > 0
        ? "Nothing was delivered twice, and nothing lost but to false positives."
        : "Exact: of every key one copy was delivered, and no more.";
  }

  private void printMemory() {
    prose.title("Memory");
    new Facts()
        .add("filters", Figures.size(result.filterBytes()),
            "of all nodes" + load())
        .add("exact sets now", Figures.size(result.recorded() * FINGERPRINT_BYTES),
            "if the nodes kept 8 bytes of each event that they recorded")
        .add("at design load", Figures.size(result.expected() * FINGERPRINT_BYTES),
            "and as HashSet<Long>, of " + HASH_SET_BYTES + " bytes an event, "
                + Figures.size(result.expected() * HASH_SET_BYTES))
        .print(out);
    if (!result.overloaded().isEmpty()) {
      prose.note("More than the design load at " + Figures.names(result.overloaded(), NAMES)
          + ": they err more often than fpp says.");
    }
  }

  private String load() {
    var fullest = judgement.loads().stream()
        .filter(Judgement.NodeLoad::holdsAll)
        .max((a, b) -> Double.compare(
            (double) a.recorded() / a.expected(), (double) b.recorded() / b.expected()));
    return fullest.map(it -> "; the fullest is " + it.node() + ": " + Figures.full(it.recorded())
        + " of " + Figures.count(it.expected())).orElse("");
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : Figures.rate((double) part / whole);
  }
}
