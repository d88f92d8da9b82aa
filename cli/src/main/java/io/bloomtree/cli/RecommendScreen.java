package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.Window.Unit;
import io.bloomtree.topology.Demand;
import io.bloomtree.topology.FilterKind;
import io.bloomtree.topology.Recommendation;
import io.bloomtree.topology.Recommendation.Fitting;
import io.bloomtree.topology.WindowSpec;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Help.ColorScheme;

/** A recommendation for people. Owned by one thread. */
final class RecommendScreen {
  /** What misses more of the copies is of little use, and that is better said. */
  private static final double MUCH = 0.1;

  private final Recommendation recommendation;
  private final Demand demand;
  private final Prose prose;
  private final PrintWriter out;
  private final ColorScheme colors;

  RecommendScreen(Recommendation recommendation, PrintWriter out, ColorScheme colors) {
    this.recommendation = requireNonNull(recommendation, "recommendation");
    this.demand = recommendation.demand();
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  void print() {
    prose.title("Filters in " + Figures.size(demand.memoryBytes()) + " with fpp "
        + Figures.rate(demand.fpp()));
    prose.text(wanted() + " Missed: how many of the latest copies are not recognised. Remembers: "
        + "the events it is sized for; of a kind that forgets, how many events back it still "
        + "knows half of the copies.");
    printFitting();
    printOthers();
    printBest();
  }

  private String wanted() {
    Optional<String> window = demand.window().map(WindowSpec::brief);
    if (window.isPresent()) {
      return "Wanted: " + window.get() + " are to be remembered"
          + demand.expected().map(it -> ", with " + events(it, "distinct event") + " in them")
              .orElse("") + ", and what is older is to be new again.";
    }
    String stream = demand.expected()
        .map(it -> events(it, "distinct event")).orElse("a stream without an end");
    return "Wanted: " + stream + ", with copies "
        + demand.gap().map(it -> "that are at most " + events(it, "event") + " late.")
            .orElse("however late.");
  }

  private static String events(long count, String noun) {
    return Figures.count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  private void printFitting() {
    if (recommendation.fitting().isEmpty()) {
      prose.note("No kind fits.");
      return;
    }
    var table = new Table().right("").left("kind").right("memory").right("false\npositives")
        .right("missed").right("remembers").right("bytes/\nevent");
    int rank = 1;
    for (Fitting fitting : recommendation.fitting()) {
      table.row(
          Integer.toString(rank++),
          fitting.kind().toString(),
          Figures.size(fitting.memoryBytes()),
          Figures.rate(fitting.falsePositives()),
          Figures.rate(fitting.falseNegatives()),
          Figures.about(fitting.remembers()),
          String.format(Locale.ROOT, "%.1f", fitting.bytesPerEvent()));
    }
    table.print(out, colors);
    recommendation.fitting().forEach(it -> prose.note(it.kind() + ": " + it.why()));
  }

  private void printOthers() {
    if (!recommendation.lacking().isEmpty()) {
      prose.title("Too large");
      recommendation.lacking().forEach(it -> prose.note(it.kind() + " would need "
          + Figures.size(it.neededBytes()) + ". " + it.why()));
    }
    if (!recommendation.unsuited().isEmpty()) {
      prose.title("Not for this");
      recommendation.unsuited().forEach(it -> prose.note(it.kind() + ": " + it.why()));
    }
  }

  /** Why the numbers of a tree may differ from those of one filter. */
  private static String shares(Fitting best) {
    if (best.kind() == FilterKind.BUFFER) {
      return "It needs no part of fpp.";
    }
    if (best.shape().remembers().filter(it -> it.unit() == Unit.EVENTS).isPresent()) {
      return "Every node counts its own events, so that in a tree each level has a part of fpp, "
          + "and takes more memory than one filter does: see bloomtree plan FILE.";
    }
    return best.kind().forgets()
        ? "No two filters of this kind err on the same events, so that in a tree each level has a "
            + "part of fpp, and misses more than one filter does: see bloomtree plan FILE."
        : "All of them err on the same events, and have fpp together.";
  }

  private void printBest() {
    recommendation.best().ifPresent(best -> {
      prose.title("The best: " + best.kind());
      if (best.falseNegatives() > MUCH) {
        prose.note("It misses " + Figures.rate(best.falseNegatives()) + " of the latest copies: "
            + "for this the memory is too small.");
      }
      prose.text("In a topology, for all nodes; the memory is that of each. " + shares(best));
      best.yaml().lines().forEach(line -> out.println("    " + line));
    });
  }
}
