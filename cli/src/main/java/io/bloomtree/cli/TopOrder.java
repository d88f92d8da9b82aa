package io.bloomtree.cli;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import io.bloomtree.bus.FilterReport;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** In which order {@code top} shows nodes, each chosen by the first letter of its name. */
enum TopOrder {
  TREE("tree", (one, other) -> 0),
  NAME("name", comparing(row -> row.node().id())),
  STATE("state", largest(row -> row.isIll(false) ? row.condition().ordinal() : 0)),
  RATE("rate", largest(row -> row.perSecond("tests").orElse(-1))),
  HITS("hits", largest(row -> row.perSecond("hits").orElse(-1))),
  FILL("fill", largest(row -> row.filter().map(FilterReport::fill).orElse(-1.0))),
  ERRORS("errors",
      largest(row -> row.filter().map(FilterReport::falsePositiveRate).orElse(-1.0))),
  LATENCY("latency",
      largest(row -> row.latency().map(it -> it.quantile(0.99)).orElse(-1.0))),
  MEMORY("memory",
      largest(row -> row.filter().map(it -> (double) it.memoryBytes()).orElse(-1.0)));

  private final String word;
  private final Comparator<NodeRow> comparator;

  TopOrder(String word, Comparator<NodeRow> comparator) {
    this.word = word;
    this.comparator = comparator;
  }

  private static Comparator<NodeRow> largest(ToDoubleFunction<NodeRow> value) {
    return comparingDouble(value).reversed();
  }

  char key() {
    return word.charAt(0);
  }

  String word() {
    return word;
  }

  /** Rows that are equal in it stay in the order of the tree. */
  Comparator<NodeRow> comparator() {
    return comparator;
  }
}
