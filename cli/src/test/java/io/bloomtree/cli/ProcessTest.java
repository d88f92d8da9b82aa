package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show. */
@Timeout(120)
class ProcessTest {

  @TempDir Path directory;
  private Path topology;
  private Path err;

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("topology.yaml"), "tree: t\nedges: [a]\n");
    err = directory.resolve("err.txt");
  }

  private ProcessBuilder filter(String... options) {
    var args = new ArrayList<>(List.of("filter", "--topology", topology.toString()));
    args.addAll(List.of(options));
    return bloomtree(args);
  }

  private ProcessBuilder bloomtree(List<String> args) {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
        Main.class.getName()));
    command.addAll(args);
    return new ProcessBuilder(command).redirectError(err.toFile());
  }

  private static int exit(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void readerThatHasEnoughEndsItQuietlyThoughTheInputGoesOn() throws Exception {
    Process process = filter().start();
    try (var input = process.getOutputStream()) {
      input.write("1\n".getBytes(UTF_8));
      input.flush();
      var output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      assertThat(output.readLine()).isEqualTo("1");
      output.close();
      input.write("2\n".getBytes(UTF_8));
      input.flush();

      // the input is still open: nothing but the closed output can have ended it
      assertThat(exit(process)).isZero();
      assertThat(err).hasContent("");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void ownInputAndOutputAreNotOverwrittenByDuplicates() throws Exception {
    assumeThat(Path.of("/dev/stdin")).exists();
    Path input = Files.writeString(directory.resolve("in.txt"), "a\na\n");

    Process process = filter("--duplicates", input.toString())
        .redirectInput(input.toFile())
        .redirectOutput(Redirect.DISCARD)
        .start();

    assertThat(exit(process)).isEqualTo(2);
    assertThat(err).content().startsWith("--duplicates must be another file");
    assertThat(input).hasContent("a\na\n");
  }

  @Test
  void fullDeviceIsToldWithoutStackTrace() throws Exception {
    assumeThat(Path.of("/dev/full")).exists();
    Path input = Files.writeString(directory.resolve("in.txt"), "a\nb\n");

    Process process = filter("--quiet")
        .redirectInput(input.toFile())
        .redirectOutput(Path.of("/dev/full").toFile())
        .start();

    assertThat(exit(process)).isEqualTo(1);
    assertThat(err).content()
        .isEqualToNormalizingNewlines(
            "cannot write to standard output: No space left on device\n");
  }

  @Test
  void resultsOfOtherCommandsThatDoNotFitAreToldToo() throws Exception {
    assumeThat(Path.of("/dev/full")).exists();

    Process process = bloomtree(List.of("plan", topology.toString(), "--output", "json"))
        .redirectOutput(Path.of("/dev/full").toFile())
        .start();

    assertThat(exit(process)).isEqualTo(1);
    assertThat(err).content()
        .isEqualToNormalizingNewlines(
            "cannot write to standard output: No space left on device\n");
  }
}
