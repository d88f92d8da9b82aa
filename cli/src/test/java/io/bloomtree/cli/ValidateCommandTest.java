package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
  private static final String GOOD = """
      tree: clicks
      filter: { expected: 1k, fpp: 0.01 }
      regions: [{ id: eu, edges: [a, b] }]
      """;
  private static final String HOSTS = """
      tree: clicks
      filter: { expected: 1k, fpp: 0.01 }
      cluster: { members: ['10.0.0.1:7000'], hosts: { core-1: '10.0.0.1:7000' } }
      root: { slices: { count: 2, scheme: vertical }, hosts: [core-1, core-2] }
      regions: [{ id: eu, host: core-2, edges: [a] }]
      """;
  private static final String BAD = """
      tree: clicks
      mod: dense
      edges: [a, a]
      """;

  @TempDir Path directory;
  private String good;
  private String bad;

  @BeforeEach
  void writeFiles() throws IOException {
    good = Files.writeString(directory.resolve("good.yaml"), GOOD).toString();
    bad = Files.writeString(directory.resolve("bad.yaml"), BAD).toString();
  }

  @Test
  void oneLineTellsWhatAGoodFileDescribes() {
    var run = TopologyRun.of("validate", good);

    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualToNormalizingNewlines(good
        + ": ok, 4 nodes on 3 levels (root, 1 region, 2 edges), filters of 5 KiB in all, "
        + "fpp 1 %\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void allProblemsOfABadFileAreToldWithTheirPlaces() {
    var run = TopologyRun.of("validate", bad);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2).satisfiesExactly(
        line -> assertThat(line).startsWith(bad + ":2:1: unknown key 'mod', did you mean 'mode'?"),
        line -> assertThat(line).startsWith(bad + ":3:12: id 'a' is used twice"));
  }

  @Test
  void oneBadFileAmongGoodOnesFailsAndTheOthersAreStillChecked() {
    var run = TopologyRun.of("validate", good, bad, good);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out().lines()).hasSize(2).allMatch(line -> line.startsWith(good + ": ok"));
    assertThat(run.err()).contains(bad + ":2:1: ");
  }

  @Test
  void jsonIsOneObjectAFile() {
    var run = TopologyRun.of("validate", "--output", "json", good, bad);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).hasSize(2).satisfiesExactly(
        line -> assertThat(line)
            .startsWith("{\"file\":" + Json.of(good) + ",\"valid\":true,\"problems\":[],"
                + "\"tree\":\"clicks\",\"nodes\":4,\"levels\":3,\"regions\":1,\"edges\":2,"
                + "\"memoryBytes\":")
            .endsWith(",\"fpp\":0.01,\"hosts\":[]}"),
        line -> assertThat(line)
            .startsWith("{\"file\":" + Json.of(bad) + ",\"valid\":false,\"problems\":["
                + "{\"line\":2,\"column\":1,\"message\":\"unknown key 'mod', ")
            .contains("{\"line\":3,\"column\":12,\"message\":\"id 'a' is used twice"));
  }

  @Test
  void ofHostsTheLargestIsTold() {
    assertThat(TopologyRun.withInput(HOSTS, "validate", "-").out()).isEqualToNormalizingNewlines(
        "<stdin>: ok, 3 nodes on 3 levels (root, 1 region, 1 edge), filters of 3.55 KiB in all, "
            + "fpp 1 %, 2 hosts with at most 1.77 KiB on one (core-2)\n");
  }

  @Test
  void jsonTellsWhereSlicesRun() {
    assertThat(TopologyRun.withInput(HOSTS, "validate", "-", "--output", "json").out())
        .contains("\"hosts\":[{\"host\":\"core-1\",\"address\":\"10.0.0.1:7000\","
            + "\"bus\":\"10.0.0.1:8000\",\"slices\":[\"root/0\"],\"memoryBytes\":608},"
            + "{\"host\":\"core-2\",\"address\":\"core-2:5701\",\"bus\":\"core-2:6701\","
            + "\"slices\":[\"root/1\",\"eu/0\"],\"memoryBytes\":1816}]}");
  }

  @Test
  void aDashIsStandardInput() {
    assertThat(TopologyRun.withInput(GOOD, "validate", "-").out()).startsWith("<stdin>: ok, 4 ");
    assertThat(TopologyRun.withInput(BAD, "validate", "-").err())
        .startsWith("<stdin>:2:1: unknown key");
  }

  @Test
  void whatIsNoTopologyIsRefusedWithoutAStackTrace() {
    var missing = directory.resolve("missing.yaml").toString();
    var run = TopologyRun.of("validate", missing, directory.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEqualToNormalizingNewlines(
        missing + ":1:1: there is no such file\n"
            + directory + ":1:1: this is a directory, must be a topology file\n");
    assertThat(TopologyRun.withInput(new byte[(1 << 20) + 1], "validate", "-").err())
        .isEqualToNormalizingNewlines(
            "<stdin>:1:1: the file is too large, must have at most 1MiB\n");
    assertThat(TopologyRun.withInput(new byte[] {'a', (byte) 0xC3}, "validate", "-").err())
        .isEqualToNormalizingNewlines("<stdin>:1:2: this is not text in UTF-8\n");
    assertThat(TopologyRun.withInput("\u0000".getBytes(UTF_8), "validate", "-").exit())
        .isEqualTo(2);
  }

  @Test
  void noFileIsAUsageErrorThatPointsToTheHelp() {
    var run = TopologyRun.of("validate");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("Missing required parameter: 'FILE'", "Try 'bloomtree validate --help'.");
  }

  @Test
  void helpTeachesByExamples() {
    var run = TopologyRun.of("validate", "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: bloomtree validate", "Examples:", "Exit codes:");
  }
}
