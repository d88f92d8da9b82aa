package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code edge} refuses, and where it says so. */
class EdgeCommandTest {
  @TempDir Path directory;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(directory.resolve("tree.yaml"),
        "{ tree: t, filter: { expected: 1k }, edges: [a, b] }").toString();
  }

  private TopologyRun edge(String arguments) {
    return TopologyRun.of(("edge --topology " + file + " " + arguments).trim().split(" +"));
  }

  @ParameterizedTest(name = "edge {0}: {1}")
  @CsvSource(delimiter = '|', value = {
    "'' | Missing required option: '--id=ID'",
    "--id c --http 0 | --id: no edge 'c' in",
    "--id root --http 0 | which has a, b",
    "--id a | nobody could reach it: say where to speak HTTP, --http PORT",
    "--id a --http 70000 | port must be in 0..65535: 70000",
    "--id a --http here | --http: must be host:port or [address]:port: here",
    "--id a --http 0.0.0.0:0 | without tokens HTTP is spoken on loopback only: host=0.0.0.0",
    "--id a --http 0 --http-tokens /nowhere | cannot read tokens",
  })
  void whatMakesNoSenseIsRefused(String arguments, String message) {
    TopologyRun run = edge(arguments);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message).contains("Usage: bloomtree edge");
  }

  @Test
  void tokensThatOthersCanReadAreRefused() throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens"), "viewer 0123456789abcdef\n");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-rw-rw-"));

    TopologyRun run = edge("--id a --http 0 --http-tokens " + tokens);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("is open to others, must be its owner's: chmod 600");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      TopologyRun run = edge("--id a --http " + taken.getLocalPort());

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err())
          .contains("cannot speak HTTP at 127.0.0.1:" + taken.getLocalPort() + ": ");
    }
  }
}
