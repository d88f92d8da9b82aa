package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code node} and {@code up} refuse before they join anything. */
class NodeCommandTest {
  @TempDir Path directory;
  private String clustered;
  private String alone;

  @BeforeEach
  void writeFiles() throws IOException {
    clustered = Files.writeString(directory.resolve("tree.yaml"), """
        tree: clicks
        filter: { expected: 1k }
        cluster: { members: ['127.0.0.1:7000'], hosts: { core-1: '127.0.0.1:7000' } }
        root: { slices: { count: 2 }, hosts: [core-1, core-2] }
        regions: [{ id: eu, host: ath-1, edges: [a] }]
        """).toString();
    alone = Files.writeString(directory.resolve("alone.yaml"), "{ tree: t, edges: [a] }")
        .toString();
  }

  @ParameterizedTest(name = "node {0}: {1}")
  @CsvSource(delimiter = '|', value = {
    "'' | there must be a --host NAME or an --id ID",
    "--host core-9 | --host: no 'core-9' in",
    "--host core-9 | which has core-1, core-2, ath-1",
    "--id a | --id: no region 'a' in",
    "--id nobody | edges run in their producers",
    "--id eu --host core-1 | --id: nothing of 'eu' runs on host core-1",
    "--id root | 'root' has several hosts: say where to listen, --listen HOST:PORT",
    "--host core-1 --listen 7000 | --listen must be host:port or [address]:port: 7000"
  })
  void whatMakesNoSenseIsRefused(String arguments, String message) {
    var run = TopologyRun.of(
        ("node --topology " + clustered + " " + arguments).trim().split(" +"));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message).contains("Usage: bloomtree node");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aTreeWithoutAClusterHasNoNodesToRun() {
    var node = TopologyRun.of("node", "--topology", alone, "--host", "a");
    var up = TopologyRun.of("up", alone);

    assertThat(node.exit()).isEqualTo(2);
    assertThat(node.err()).contains("has no cluster: it runs in one process");
    assertThat(up.exit()).isEqualTo(2);
    assertThat(up.err())
        .contains("has no cluster, so nobody could join").contains("cluster: { members:");
  }

  @Test
  void aHostWhoseNameIsUnknownToTheNetworkIsTold() throws IOException {
    String file = Files.writeString(directory.resolve("names.yaml"), """
        tree: clicks
        filter: { expected: 1k }
        cluster: { members: ['no-such-host.invalid:7000'] }
        root: { hosts: [no-such-host.invalid] }
        edges: [a]
        """).toString();

    var run = TopologyRun.of("node", "--topology", file, "--host", "no-such-host.invalid");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).isEqualToNormalizingNewlines("no address of this name is known: "
        + "no-such-host.invalid; give it in cluster.hosts, or with --listen\n");
  }

  @Test
  void anAddressThatOthersReachIsRefusedWithoutTls() throws IOException {
    String file = Files.writeString(directory.resolve("open.yaml"), """
        tree: clicks
        filter: { expected: 1k }
        cluster: { members: ['10.9.8.7:7000'] }
        edges: [a]
        """).toString();

    var run = TopologyRun.of("up", file);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("without cluster.tls a process listens on loopback only");
  }
}
