package io.bloomtree.cli;

import io.bloomtree.bus.FilterReport;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What {@code top} shows of each node, the most wanted first; those that do not fit are left out. */
enum TopColumn {
  STATE("STATE", 8, row -> StatusScreen.state(row, false)),
  SLICES("UP", 5, row -> row.slicesUp() + "/" + row.node().slices().size()),
  TESTS("TEST/S", 7, row -> rate(row.perSecond("tests"))),
  HITS("HIT/S", 7, row -> rate(row.perSecond("hits"))),
  FILL("FILL", 6, row -> of(row, FilterReport::fill, TopColumn::share)),
  LOAD("LOAD", 6,
      row -> of(row, it -> it.estimatedEvents() / Math.max(1, it.expected()), TopColumn::share)),
  ERRORS("FPP", 8, row -> of(row, FilterReport::falsePositiveRate, TopColumn::share)),
  SLOWEST("P99", 7, row -> quantile(row, 0.99)),
  MEDIAN("P50", 7, row -> quantile(row, 0.5)),
  MEMORY("MEMORY", 8, row -> of(row, FilterReport::memoryBytes, it -> Figures.size(Math.round(it)))),
  CLAIMS("CLAIMS", 7, row -> row.entries("claims").isPresent()
      ? Figures.about(row.entries("claims").getAsLong()) : "-"),
  HELD("HELD/S", 7, row -> rate(row.perSecond("held"))),
  SENT("SENT/S", 8, row -> row.bytesPerSecond().isPresent()
      ? Figures.size(Math.round(row.bytesPerSecond().getAsDouble())) : "-"),
  EVENTS("EVENTS", 7,
      row -> of(row, FilterReport::estimatedEvents, it -> Figures.about(Math.round(it)))),
  HOST("HOST", 16, NodeRow::hosts);

  private final String title;
  private final int width;
  private final Function<NodeRow, String> cell;

  TopColumn(String title, int width, Function<NodeRow, String> cell) {
    this.title = title;
    this.width = width;
    this.cell = cell;
  }

  int width() {
    return width;
  }

  String title() {
    return fitted(title);
  }

  String cell(NodeRow row) {
    return fitted(cell.apply(row));
  }

  /** Words from the left, numbers from the right. */
  private String fitted(String text) {
    String clipped = text.length() > width ? text.substring(0, width) : text;
    String padding = " ".repeat(width - clipped.length());
    return this == STATE || this == HOST ? clipped + padding : padding + clipped;
  }

  private static String rate(OptionalDouble rate) {
    return rate.isPresent() ? Figures.about(Math.round(rate.getAsDouble())) : "-";
  }

  private static String share(double share) {
    return Figures.rate(share).replace(" ", "");
  }

  private static String quantile(NodeRow row, double share) {
    return row.latency().map(it -> Figures.micros(it.quantile(share)).replace(" ", ""))
        .orElse("-");
  }

  private static String of(
      NodeRow row, ToDoubleFunction<FilterReport> value, Function<Double, String> text) {
    return row.filter().map(it -> text.apply(value.applyAsDouble(it))).orElse("-");
  }
}
