package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.cli.TopKey.Kind;
import io.bloomtree.cli.TopScreen.Line;
import io.bloomtree.cli.TopScreen.Style;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopScreenTest {
  private static final int FIRST_NODE = 5;

  private static SeenTree seen;
  private static TreeRows tree;

  private final TopScreen screen = new TopScreen(Duration.ofSeconds(1));

  @BeforeAll
  static void lookAtATree() {
    seen = SeenTree.withEvents(100);
    tree = TreeRows.of(seen.after(), Optional.of(seen.beforeBy(2000)));
  }

  private List<String> text(TreeRows rows, int width, int height) {
    return screen.lines(rows, "", width, height).stream().map(Line::text).toList();
  }

  private void press(char letter) {
    assertThat(screen.press(new TopKey(Kind.LETTER, letter), 24)).isTrue();
  }

  private void press(Kind kind, int height) {
    assertThat(screen.press(new TopKey(kind, ' '), height)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 60", "40, 10", "20, 7", "10, 3", "1, 1"})
  void everyTerminalIsFilledAndNoLineIsLonger(int width, int height) {
    assertThat(text(tree, width, height)).hasSize(height)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width)
            .matches("[\\x20-\\x7e]*"));
  }

  @Test
  void anUsualTerminalShowsWhatMatters() {
    List<String> lines = text(tree, 80, 24);

    assertThat(lines.get(0)).startsWith("bloomtree top: seen, epoch 0, dense")
        .matches(".* \\d\\d:\\d\\d:\\d\\d UTC, every 1s");
    assertThat(lines.get(1)).isEqualTo("3 nodes: 3 up; 3 edges: 3 up");
    assertThat(lines.get(2)).startsWith("offers 100/s: 50 distinct, 50 duplicate  p50 ");
    assertThat(lines.get(3)).isEqualTo("all is well");
    assertThat(lines.get(4)).containsSubsequence(
        "NODE", "STATE", "UP", "TEST/S", "HIT/S", "FILL", "LOAD", "FPP", "P99");
    assertThat(lines.get(FIRST_NODE)).matches("  root +up +2/2 +50 .*");
    assertThat(lines.get(FIRST_NODE + 2)).matches("      athens +up +1/1 +100 +50 .*s");
    assertThat(lines.get(23)).startsWith("q quit").contains("[tree] name");
  }

  @Test
  void wideTerminalsShowMore() {
    assertThat(text(tree, 160, 24).get(4)).contains("P50", "MEMORY", "CLAIMS", "SENT/S", "HOST");
    assertThat(text(tree, 160, 24).get(23)).contains("arrows scroll");
  }

  @Test
  void lettersSort() {
    press('h');
    List<String> byHits = text(tree, 80, 24);
    press('R');
    List<String> reversed = text(tree, 80, 24);
    press('n');
    List<String> byName = text(tree, 80, 24);

    assertThat(byHits.get(FIRST_NODE)).startsWith("  athens");
    assertThat(byHits.get(23)).contains("[hits]");
    assertThat(reversed.get(FIRST_NODE + 5)).startsWith("  athens");
    assertThat(byName.subList(FIRST_NODE, FIRST_NODE + 6))
        .extracting(line -> line.trim().split(" ")[0])
        .containsExactly("athens", "berlin", "boston", "eu", "root", "us");
    assertThat(screen.press(new TopKey(Kind.LETTER, 'x'), 24)).isFalse();
  }

  @Test
  void theOrderIsShownOnNarrowTerminalsTooAndThatItIsTurnedRound() {
    press('m');
    assertThat(text(tree, 60, 24).get(23)).isEqualTo("q quit  sort: t n s r h f e l [m]");
    press('R');

    assertThat(text(tree, 60, 24).get(23)).isEqualTo("q quit  sort: t n s r h f e l [m R]");
    assertThat(text(tree, 80, 24).get(23)).endsWith(" latency [memory R]");
  }

  @ParameterizedTest
  @CsvSource({"80", "60", "20", "5", "1"})
  void whyThereIsNothingToShowIsSaidInFull(int width) {
    String trouble = "https://127.0.0.1:8080/v1/tree does not tell: it wants a token that it knows";

    List<String> lines =
        TopScreen.nothing(trouble, width).stream().map(Line::text).toList();

    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    assertThat(String.join("", lines).replace(" ", ""))
        .startsWith(("! " + trouble).replace(" ", ""));
  }

  @Test
  void whatDoesNotFitIsScrolledTo() {
    int height = 9;
    assertThat(text(tree, 80, height).get(4)).startsWith("  NODE 1-3/6");
    press(Kind.DOWN, height);
    assertThat(text(tree, 80, height).get(FIRST_NODE)).contains("eu ");
    press(Kind.UP, height);
    press(Kind.UP, height);
    assertThat(text(tree, 80, height).get(FIRST_NODE)).contains("root ");
    press(Kind.PAGE_DOWN, height);
    assertThat(text(tree, 80, height).get(FIRST_NODE)).contains("berlin ");
    press(Kind.HOME, height);
    assertThat(text(tree, 80, height).get(FIRST_NODE)).contains("root ");
    press(Kind.END, height);
    assertThat(text(tree, 80, height).get(FIRST_NODE + 2)).contains("boston ");
    press(Kind.DOWN, height);
    assertThat(text(tree, 80, height).get(4)).startsWith("  NODE 4-6/6");
  }

  @Test
  void whatIsWrongIsObviousWithoutColour() {
    var dead = TreeRows.of(seen.afterBut("us", SeenTree::away));

    List<Line> lines = screen.lines(dead, "", 80, 24);
    press('s');

    assertThat(lines.get(1).text()).contains("1 AWAY");
    assertThat(lines.get(3)).isEqualTo(new Line("! us: does not answer", Style.BAD));
    assertThat(lines.get(FIRST_NODE + 4).text()).matches("!   us +AWAY +0/1 .*");
    assertThat(lines.get(FIRST_NODE + 4).style()).isEqualTo(Style.BAD);
    assertThat(text(dead, 80, 24).get(FIRST_NODE)).startsWith("! us");
  }

  @Test
  void troubleAndPausesAreShown() {
    press('p');

    List<Line> lines = screen.lines(tree, "cannot reach it\u001b[2J", 80, 24);

    assertThat(screen.isPaused()).isTrue();
    assertThat(lines.get(0).text()).contains("PAUSED at");
    assertThat(lines.get(3).text()).isEqualTo("! cannot reach it?[2J");
  }
}
