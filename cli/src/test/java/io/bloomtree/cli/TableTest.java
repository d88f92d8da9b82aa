package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

class TableTest {

  private static String printed(Table table, Ansi ansi) {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    table.print(writer, Help.defaultColorScheme(ansi));
    writer.flush();
    return out.toString();
  }

  private static String printed(Table table) {
    return printed(table, Ansi.OFF);
  }

  @Test
  void aColumnThatSaysNothingIsLeftOut() {
    var table = new Table().left("node").left("slices").right("k")
        .row("root", "none", "8")
        .total("1 node", "", "");

    assertThat(printed(table.without("slices"))).isEqualTo(printed(
        new Table().left("node").right("k").row("root", "8").total("1 node", "")));
    assertThatThrownBy(() -> table.without("slices")).hasMessageContaining("title=slices");
  }

  @Test
  void wordsAreAlignedLeftAndNumbersRight() {
    var table = new Table().left("node").right("all\nbits").left("")
        .row("root", "1,024", "<-")
        .row("a", "8", "")
        .total("2 nodes", "1,032", "");

    assertThat(printed(table)).isEqualToNormalizingNewlines("""
                     all
          node      bits
          -------  -----
          root     1,024  <-
          a            8
          -------  -----
          2 nodes  1,032
        """);
  }

  @Test
  void aVeryLongNameIsClipped() {
    assertThat(printed(new Table().left("node").row("x".repeat(255))).lines())
        .allMatch(line -> line.length() <= 42)
        .last().asString().endsWith("x..");
  }

  @Test
  void escapeSequencesAreForTerminals() {
    var table = new Table().left("node").row("root");

    assertThat(printed(table)).doesNotContain("\u001b");
    assertThat(printed(table, Ansi.ON)).contains("\u001b[1m");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> new Table().left("node").row("a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row must have 1 cells: [a, b]");
  }
}
