package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where commands keep state: {@code --data}, {@code BLOOMTREE_DATA}, or what the topology says. */
class DataOptionTest {
  @TempDir Path directory;
  private Path topology;
  private Path own;
  private Path other;

  @BeforeEach
  void writeTopology() throws IOException {
    own = directory.resolve("own");
    other = directory.resolve("other");
    topology = Files.writeString(directory.resolve("tree.yaml"),
        "{ tree: t, filter: { expected: 1k }, data: " + own + ", edges: [a] }");
  }

  @Test
  void topologySaysWhere() {
    var first = FilterRun.of(topology, "x\ny\n");

    assertThat(first.out()).as(first.err()).isEqualTo("x\ny\n");
    assertThat(FilterRun.of(topology, "x\nz\n").out()).isEqualTo("z\n");

    assertThat(own.resolve("t/root.0")).isDirectory();
  }

  @Test
  void optionComesBeforeTheTopology() {
    assertThat(FilterRun.of(topology, "x\ny\n", "--data", other.toString()).out())
        .isEqualTo("x\ny\n");
    assertThat(FilterRun.of(topology, "x\nz\n", "--data", other.toString()).out())
        .isEqualTo("z\n");

    assertThat(other.resolve("t/root.0")).isDirectory();
    assertThat(own).doesNotExist();
  }

  @Test
  void environmentComesBeforeTheTopology() throws Exception {
    assertThat(filterWithEnvironment("x\ny\n")).isEqualTo("x\ny\n");
    assertThat(FilterRun.of(topology, "x\nz\n", "--data", other.toString()).out())
        .isEqualTo("z\n");

    assertThat(own).doesNotExist();
  }

  private String filterWithEnvironment(String lines) throws Exception {
    var command = ChildJvm.likeThis()
        .command(Main.class, "filter", "--topology", topology.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    command.environment().put("BLOOMTREE_DATA", other.toString());
    Process process = command.start();
    try (var input = process.getOutputStream()) {
      input.write(lines.getBytes(UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return out;
  }
}
