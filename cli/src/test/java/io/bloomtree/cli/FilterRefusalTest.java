package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the filter refuses to do, and what it cannot do. */
class FilterRefusalTest {
  private static final String TOPOLOGY = """
      tree: clicks
      regions: [{ id: eu, edges: [athens-1, berlin-1] }]
      """;

  @TempDir Path directory;
  private Path topology;

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("topology.yaml"), TOPOLOGY);
  }

  private FilterRun run(String input, String... options) {
    return FilterRun.of(topology, input, options);
  }

  @Test
  void headingWithoutTheColumnIsRefusedBeforeAnythingIsWritten() {
    var run = run("id,url\n1,a\n", "--key", "csv:uri", "--malformed", "pass");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualToNormalizingNewlines(
        "<stdin>:1: no column 'uri' in the heading: id, url\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--key xml:id", "--key json:", "--key regex:(", "--key csv:0", "--max-line 0",
    "--max-line 2GiB", "--max-line many", "--malformed ignore", "--delimiter ;",
    "--key csv:1 --delimiter ;;",
    "--edge eu", "--edge athens", "--edge a/b", "--quiet --output json", "--duplicates -",
    "--duplicates /no/such/directory/file", "--log -", "--log /no/such/directory/file",
    "--log x --duplicates x", "stray",
  })
  void badOptionsAreUsageErrorsWithoutStackTrace(String options) {
    var run = run("a\n", options.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: bloomtree filter").doesNotContain("\tat ");
  }

  @Test
  void logDoesNotOverwriteTheTopology() {
    var run = run("a\n", "--log", directory.resolve(".").resolve("topology.yaml").toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("--log must be a file of its own: ");
    assertThat(topology).hasContent(TOPOLOGY);
  }

  @Test
  void logThatCannotBeWrittenIsToldAndTheLinesAreWritten() {
    assumeThat(Path.of("/dev/full")).exists();

    var run = run("a\nb\n", "--log", "/dev/full", "--quiet");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("a\nb\n");
    assertThat(run.err()).isEqualToNormalizingNewlines(
        "cannot write to /dev/full: No space left on device\n");
  }

  @Test
  void unknownEdgeIsToldWithThoseThereAre() {
    assertThat(run("", "--edge", "athens-2").err())
        .startsWith("--edge: no 'athens-2' in " + topology)
        .contains("athens-1, berlin-1");
    assertThat(run("a\n", "--edge", "berlin-1").out()).isEqualTo("a\n");
  }

  @Test
  void badTopologyIsToldAsValidateTellsIt() throws IOException {
    Files.writeString(topology, "tree: t\nedges: [a, a]\n");

    var run = run("a\n");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith(topology + ":2:12: id 'a' is used twice");
  }

  @Test
  void topologyThatDoesNotFitIntoMemoryIsToldBeforehand() throws IOException {
    Files.writeString(topology, "tree: t\nfilter: { expected: 50G }\nedges: [a]\n");

    var run = run("a\n");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("topology.yaml: its nodes take ")
        .contains("BLOOMTREE_OPTS=-Xmx");
  }

  @Test
  void duplicatesDoNotOverwriteTheTopology() throws IOException {
    var run = run("a\na\n", "--duplicates", topology.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(Files.readString(topology)).isEqualTo(TOPOLOGY);
  }

  @Test
  void readerThatGoesAwayEndsItWithoutAWord() {
    var closed = new OutputStream() {
      @Override public void write(int b) throws IOException {
        throw new IOException("Broken pipe");
      }
    };

    var run = FilterRun.of(
        topology, new ByteArrayInputStream("a\nb\n".getBytes(UTF_8)), closed, false);

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void fullDiskFailsTheRun() {
    var full = new OutputStream() {
      @Override public void write(int b) throws IOException {
        throw new IOException("No space left on device");
      }
    };

    var run = FilterRun.of(
        topology, new ByteArrayInputStream("a\nb\n".getBytes(UTF_8)), full, false);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("cannot write to standard output: No space left on device")
        .doesNotContain("\tat ");
  }

  @Test
  void duplicatesOnAFullDeviceFailTheRunWithoutStackTrace() {
    assumeThat(Path.of("/dev/full")).exists();

    var run = run("a\na\nb\n", "--duplicates", "/dev/full", "--quiet");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("a\nb\n");
    assertThat(run.err()).isEqualToNormalizingNewlines(
        "cannot write to /dev/full: No space left on device\n");
  }

  @Test
  void standardInputIsForTheLinesNotForTheTopology() {
    var run = FilterRun.of(Path.of("-"), "tree: t\nedges: [a]\n");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("--topology must be a file");
  }
}
