package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** Titles and paragraphs between tables, broken into lines. Owned by one thread. */
final class Prose {
  private static final int WIDTH = 100;
  private static final String INDENT = "  ";

  private final PrintWriter out;
  private final ColorScheme colors;
  private boolean begun;

  Prose(PrintWriter out, ColorScheme colors) {
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
  }

  /** A title, after an empty line unless it is the first. */
  void title(String title) {
    if (begun) {
      out.println();
    }
    begun = true;
    out.println(colors.apply(title, List.of(Style.bold, Style.underline)));
  }

  /** What a newcomer would ask for, and an empty line. */
  void text(String text) {
    note(text);
    out.println();
  }

  /** A remark on the table above. */
  void note(String text) {
    note(text, List.of());
  }

  /** A remark that stands out. */
  void note(String text, List<IStyle> styles) {
    var line = new StringBuilder(INDENT);
    // a number stays with its unit
    for (String word : text.split(" (?!%)")) {
      if (line.length() + word.length() > WIDTH) {
        print(line, styles);
        line = new StringBuilder(INDENT);
      }
      line.append(word).append(' ');
    }
    print(line, styles);
  }

  private void print(StringBuilder line, List<IStyle> styles) {
    String text = line.toString().stripTrailing();
    out.println(styles.isEmpty() ? text : colors.apply(text, styles));
  }
}
