package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What processes write to standard error. */
@Timeout(120)
class ProcessLogTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private static List<String> talk(ProcessLog.Format format) {
    try (var process = new ChildProcess("talkative",
        ChildJvm.likeThis().command(TalkativeProcess.class, format.name()))) {
      process.awaitExit();
      process.awaitLog("end");
      return process.log();
    }
  }

  /** Each line is an object that says at least when, who and what. */
  private static JsonNode parsed(String line) {
    try {
      JsonNode said = JSON.readTree(line);
      assertThat(Instant.parse(said.path("time").asText())).isBefore(Instant.now());
      assertThat(said.path("level").asText()).isIn("INFO", "WARN", "ERROR");
      assertThat(said.path("logger").asText()).isNotEmpty();
      assertThat(said.path("message").asText()).isNotEmpty();
      assertThat(said.path("thread").asText()).isNotEmpty();
      return said;
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  @Test
  void everyWayToSpeakEndsInAnObjectOnALine() {
    List<JsonNode> said =
        talk(ProcessLog.Format.JSON).stream().map(ProcessLogTest::parsed).toList();

    assertThat(said).extracting(it -> it.path("message").asText()).containsExactly(
        "parent root/1 'does' not {0} answer", "running root/0, é \"quoted\"\tand\nbroken",
        "cannot go on", "1 of 2", "3 of 4", "past the log", "thread failing ended by an error",
        "end");
    assertThat(said).extracting(it -> it.path("level").asText()).containsExactly(
        "WARN", "INFO", "ERROR", "INFO", "WARN", "ERROR", "ERROR", "INFO");
    assertThat(said).extracting(it -> it.path("logger").asText()).containsExactly(
        "io.bloomtree", "io.bloomtree", "io.bloomtree", "org.jdk", "org.slf", "stderr", "stderr",
        "io.bloomtree");
    assertThat(said.get(0).path("node").asText()).isEqualTo("eu");
    assertThat(said.get(1).has("node")).isFalse();
    assertThat(said.get(2).path("error").path("type").asText())
        .isEqualTo("java.lang.IllegalStateException");
    assertThat(said.get(2).path("error").path("message").asText()).isEqualTo("no\ndisk");
    assertThat(said.get(2).path("error").path("stack").asText())
        .contains("at io.bloomtree.cli.TalkativeProcess.main");
    assertThat(said.get(6).path("thread").asText()).isEqualTo("failing");
    assertThat(said.get(6).path("error").path("stack").asText()).contains("uncaught");
  }

  @Test
  void peopleReadTimeLevelAndMessage() {
    List<String> said = talk(ProcessLog.Format.TEXT);

    String time = "[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z ";
    assertThat(said.get(0)).matches(time + "WARN eu: parent root/1 'does' not \\{0\\} answer");
    assertThat(said).anyMatch(line -> line.matches(time + "ERROR cannot go on"))
        .anyMatch(line -> line.matches(time + "WARN 3 of 4"))
        .contains("past the log")
        .noneMatch(line -> line.contains("a library's"));
  }

  @Test
  void nodesLogInJsonAllThatTheySayAndWhyTheyEnd() {
    String shape = "root: { slices: { count: 2 }, hosts: [core-1, core-2] }\n";
    try (var tree = new ProcessTree(directory, shape, "30s")) {
      ChildProcess node = tree.launchWhole("--verbose", "--log-format", "json");
      node.awaitLog("\"running ");
      ChildProcess second = tree.launchWhole("--log-format", "json");
      assertThat(second.awaitExit()).isEqualTo(1);
      node.terminate();
      assertThat(node.awaitExit()).isZero();
      node.awaitLog("left the cluster");

      List<JsonNode> said = node.log().stream().map(ProcessLogTest::parsed).toList();
      assertThat(said).extracting(it -> it.path("logger").asText())
          .contains("io.bloomtree").anyMatch(logger -> logger.startsWith("com.hazelcast"));
      assertThat(said).anyMatch(it -> it.path("node").asText().equals("eu"));
      assertThat(node.out()).isEmpty();
      second.awaitLog("cannot listen on");
      assertThat(second.log()).allSatisfy(ProcessLogTest::parsed);
    }
  }

  @Test
  void aFormatThatDoesNotExistIsRefused() {
    var run = TopologyRun.of("up", "topology.yaml", "--log-format", "xml");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("Invalid value for option '--log-format'").contains("must be text or json");
  }
}
