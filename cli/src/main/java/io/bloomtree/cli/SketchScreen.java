package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.topology.SketchSpec;
import io.bloomtree.tree.Place;
import io.bloomtree.wire.NodeId;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Help.ColorScheme;

/** What answers of sketches look like for people. Owned by one thread. */
final class SketchScreen {
  private final PrintWriter out;
  private final ColorScheme colors;
  private final Prose prose;

  SketchScreen(PrintWriter out, ColorScheme colors) {
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  Prose prose() {
    return prose;
  }

  void print(Table table) {
    table.print(out, colors);
  }

  void print(Facts facts) {
    facts.print(out);
  }

  /** Since when there are counts, and how late the latest ones are. */
  void printAge(long since, Network network, NodeId node) {
    SketchSpec spec = network.topology().sketches().orElseThrow();
    int levels = levelsBelow(network, network.place(node));
    prose.note("Counted since " + Instant.ofEpochMilli(since).truncatedTo(ChronoUnit.SECONDS)
        + (levels == 0 ? ", up to now." : "; nodes report every " + Figures.time(spec.every())
            + ", so what was offered in the last "
            + Figures.time(spec.every().multipliedBy(levels)) + " may be missing."));
  }

  private static int levelsBelow(Network network, Place place) {
    return place.children().stream()
        .mapToInt(child -> 1 + levelsBelow(network, network.place(child.id())))
        .max().orElse(0);
  }

  /** A node, with what its answers are about: {@code eu and below}. */
  static String place(Network network, NodeId id) {
    return network.place(id).children().isEmpty() ? id.value() : id + " and below";
  }

  /** A number that is an estimate: {@code 1,234}. */
  static String whole(double estimate) {
    return Figures.full(Math.round(estimate));
  }

  /** A number of which nobody wants all digits: {@code 1.23M}. */
  static String about(double estimate) {
    return Figures.about(Math.round(estimate));
  }

  /** {@code 0.3s ago}. */
  static String ago(long millis) {
    return Figures.time(Duration.ofMillis(Math.max(0, (millis + 50) / 100 * 100))) + " ago";
  }
}
