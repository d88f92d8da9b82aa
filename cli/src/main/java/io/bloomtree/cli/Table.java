package io.bloomtree.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/**
 * Columns that line up, for people. Adds nothing but ASCII, which every locale can show. Owned by
 * one thread.
 */
final class Table {
  private static final String INDENT = "  ";
  private static final String GAP = "  ";
  private static final String CLIPPED = "..";
  /** Names may have 255 characters; a table full of them would be no table. */
  private static final int WIDEST_CELL = 40;

  private record Column(List<String> title, boolean right) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private int totals;

  /** A column of words. The title may have several lines, or none. */
  Table left(String title) {
    columns.add(new Column(title.lines().toList(), false));
    return this;
  }

  /** A column of numbers. The title may have several lines, or none. */
  Table right(String title) {
    columns.add(new Column(title.lines().toList(), true));
    return this;
  }

  Table row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row must have " + columns.size() + " cells: " + Arrays.toString(cells));
    }
    rows.add(Arrays.stream(cells).map(Table::clipped).toList());
    return this;
  }

  /** A last row, below a line. */
  Table total(String... cells) {
    row(cells);
    totals = 1;
    return this;
  }

  /** Leaves a column out, with its cells. */
  Table without(String title) {
    int index = IntStream.range(0, columns.size())
        .filter(i -> columns.get(i).title().equals(title.lines().toList()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such column: title=" + title));
    columns.remove(index);
    rows.replaceAll(row -> IntStream.range(0, row.size())
        .filter(i -> i != index)
        .mapToObj(row::get)
        .toList());
    return this;
  }

  void print(PrintWriter out, ColorScheme colors) {
    int[] widths = widths();
    int titleLines = columns.stream().mapToInt(it -> it.title().size()).max().orElse(0);
    for (int i = titleLines; i > 0; i--) {
      int fromBottom = i;
      out.println(colors.apply(
          line(widths, columns.stream().map(it -> titleLine(it, fromBottom)).toList()),
          List.of(Style.bold)));
    }
    List<String> rule = IntStream.range(0, widths.length)
        .mapToObj(i -> columns.get(i).title().isEmpty() ? "" : "-".repeat(widths[i]))
        .toList();
    out.println(line(widths, rule));
    rows.subList(0, rows.size() - totals).forEach(row -> out.println(line(widths, row)));
    if (totals > 0) {
      out.println(line(widths, rule));
      out.println(line(widths, rows.get(rows.size() - 1)));
    }
  }

  private int[] widths() {
    return IntStream.range(0, columns.size())
        .map(i -> Math.max(
            columns.get(i).title().stream().mapToInt(String::length).max().orElse(0),
            rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0)))
        .toArray();
  }

  private static String titleLine(Column column, int fromBottom) {
    int index = column.title().size() - fromBottom;
    return index < 0 ? "" : column.title().get(index);
  }

  private String line(int[] widths, List<String> cells) {
    var line = new StringBuilder(INDENT);
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(columns.get(i).right() ? padding + cells.get(i) : cells.get(i) + padding)
          .append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private static String clipped(String cell) {
    return cell.length() <= WIDEST_CELL
        ? cell
        : cell.substring(0, WIDEST_CELL - CLIPPED.length()) + CLIPPED;
  }
}
