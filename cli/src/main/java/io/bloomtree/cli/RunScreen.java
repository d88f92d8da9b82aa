package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Mode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
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
        "%s, a %s tree of %d nodes in this process, decided them in %.1f s: %,.0f events/s.",
        Figures.printable(topology.tree()), topology.mode() == Mode.DENSE ? "dense" : "sparse",
        result.network().places().size(), result.seconds(), result.eventsPerSecond()));
    prose.note("The time includes making or reading the events, and judging the verdicts.");
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
          Figures.full(result.accesses(level.level())));
    }
    table.print(out, colors);
    prose.note("Events climb until a filter knows them. Access: one test or set of one slice.");
  }

  private void printEdges() {
    var atEdge = judgement.atEdge();
    prose.title("What never left the edge");
    new Facts()
        .add("decided at the edge", Figures.full(atEdge.events()),
            share(atEdge.events(), result.events()) + " of all events: no message, no waiting")
        .add("their keys", Figures.size(atEdge.keyBytes()), "that were not sent anywhere")
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
            "new events dropped: " + share(errors.falsePositives(), judgement.keys())
                + " of the keys; at design load fpp allows "
                + Figures.rate(result.network().topology().fpp()))
        .add("leaked duplicates", Figures.full(errors.falseNegatives()),
            errors.falseNegatives() == errors.unexcused() ? "delivered twice"
                : Figures.full(errors.falseNegatives() - errors.unexcused())
                    + " of them were marked degraded")
        .add("lost", Figures.full(errors.lost()),
            "never delivered although no filter erred");
    if (told.degraded() > 0) {
      facts.add("degraded", Figures.full(told.degraded()), "decided by a failure policy");
    }
    if (told.failed() > 0) {
      facts.add("failed", Figures.full(told.failed()), told.failures().entrySet().stream()
          .map(it -> it.getKey() + " " + Figures.full(it.getValue())).sorted()
          .collect(Collectors.joining(", ")));
    }
    facts.print(out);
  }

  private void printMemory() {
    prose.title("Memory");
    new Facts()
        .add("filters", Figures.size(result.filterBytes()),
            "of all nodes, full or not; " + load())
        .add("exact sets", Figures.size(result.recorded() * FINGERPRINT_BYTES),
            "if a node kept 8 bytes of each event; " + Figures.size(
                result.recorded() * HASH_SET_BYTES) + " as HashSet<Long>")
        .print(out);
    if (!result.overloaded().isEmpty()) {
      prose.note("More than the design load at " + Figures.names(result.overloaded(), NAMES)
          + ": filters err more often than fpp says. Raise filter.expected.");
    }
  }

  private String load() {
    var fullest = judgement.loads().stream()
        .max((a, b) -> Double.compare(
            (double) a.recorded() / a.expected(), (double) b.recorded() / b.expected()))
        .orElseThrow();
    return "the fullest is " + fullest.node() + ": " + Figures.full(fullest.recorded()) + " of "
        + Figures.count(fullest.expected());
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : Figures.rate((double) part / whole);
  }
}
