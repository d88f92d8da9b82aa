package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.Resolution.Decision;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
  private static final String TOPOLOGY = """
      tree: clicks
      filter: { expected: 10k, fpp: 0.001 }
      root: { slices: { count: 2, scheme: vertical } }
      regions: [{ id: eu, edges: [a, b] }]
      edges: [c]
      """;

  private static StreamCommandRun demo(String topology, String... options) {
    var args = new String[options.length + 3];
    args[0] = "demo";
    args[1] = "--topology";
    args[2] = "-";
    System.arraycopy(options, 0, args, 3, options.length);
    return StreamCommandRun.of(topology.getBytes(UTF_8), args);
  }

  @Test
  void aScreenTellsWhatTheTreeWasGoodFor() {
    var run = demo(TOPOLOGY, "--events", "5000");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("Demo of <stdin>")
        .contains("5,000 events from 12 producers at 3 edges.")
        .contains("a dense tree of 5 nodes in this process, took ")
        .containsPattern(" +2  a, b +[0-9,]+ +[0-9,]+ +[0-9.]+ % +[0-9,]+\\R")
        .containsPattern(" +1  eu, c +")
        .containsPattern(" +0  root +")
        .containsPattern("leaked duplicates +0 ")
        .containsPattern("lost +0 ")
        .containsPattern("filters +[0-9.]+ KiB  of all nodes; the fullest is root: [0-9,]+ of 10k")
        .doesNotContain("More than the design load");
    assertThat(run.out().lines()).hasSizeLessThanOrEqualTo(30)
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void jsonIsOneObject() {
    var run = demo(TOPOLOGY, "--events", "5000", "--seed", "7", "--output", "json");

    assertThat(run.exit()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out()).startsWith("{").contains(
        "\"tree\":\"clicks\"", "\"events\":5000,", "\"falseNegatives\":0,", "\"lost\":0,",
        "\"seed\":7", "\"levels\":[{\"level\":0,\"nodes\":[\"root\"],");
  }

  @Test
  void moreThanTheDesignLoadIsTold() {
    var run = demo("{ tree: small, filter: { expected: 100, fpp: 0.1 }, edges: [a] }",
        "--events", "5000");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("More than the design load at root, a: they err more often than fpp says.")
        .contains("Nothing was delivered twice, and nothing lost but to false positives.");
  }

  @Test
  void aTreeThatLosesEventsFails() {
    var run = StreamCommandRun.of(
        topology -> {
          var tree = new FakeTree(topology);
          tree.answer("/page/1", FakeTree.verdict(Decision.DUPLICATE));
          tree.answer("/page/2", FakeTree.verdict(Decision.DISTINCT));
          return tree;
        },
        false, TOPOLOGY.getBytes(UTF_8), "demo", "--topology", "-", "--events", "1000");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("WRONG: ").containsPattern("lost +1 ")
        .containsPattern("leaked duplicates +[1-9]");
  }

  @Test
  void aProgressBarIsForTerminals() {
    var run = StreamCommandRun.of(
        FakeTree::new, true, TOPOLOGY.getBytes(UTF_8), "demo", "--topology", "-", "--events", "9");

    assertThat(run.err()).contains("/9 events  ").endsWith("\r\u001b[K");
    assertThat(run.out()).doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--events 0", "--events -1", "--events 100000001", "--events many", "--seed x", "stray",
    "--output xml", "--no-such-option"})
  void badOptionsAreUsageErrorsWithoutStackTrace(String options) {
    var run = demo(TOPOLOGY, options.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: bloomtree demo").doesNotContain("\tat ");
  }

  @Test
  void aTopologyThatMakesNoSenseIsRefused() {
    var run = demo("tree: clicks\nedges: []\n");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("<stdin>:2:").doesNotContain("\tat ");
  }

  @Test
  void aTreeThatIsTooLargeForTheProcessIsRefused() {
    var run = demo("{ tree: huge, filter: { expected: 40G }, edges: [a] }");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("<stdin>: its nodes take ").contains("BLOOMTREE_OPTS=-Xmx");
  }

  @Test
  void whereThereIsNoTopologyItSaysWhatToDo() {
    var run = StreamCommandRun.of(new byte[0], "demo");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("there is no no-such-topology.yaml here: name a topology with --topology FILE");
  }

  @Test
  void aTopologyMayBeAFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("tree.yaml"), TOPOLOGY);

    var run = StreamCommandRun.of(
        new byte[0], "demo", "--topology", file.toString(), "--events", "10");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Demo of " + file);
  }
}
