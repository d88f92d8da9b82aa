package io.bloomtree.topology;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are too much, too deep, or no text at all. */
@Timeout(60)
class HostileFilesTest {
  @TempDir Path directory;

  private Path file(byte[] content) throws IOException {
    return Files.write(directory.resolve("t.yaml"), content);
  }

  private String refusal(String text) throws IOException {
    return refusal(file(text.getBytes(UTF_8)));
  }

  private String refusal(Path file) {
    return catchThrowableOfType(InvalidTopologyException.class, () -> Topology.read(file))
        .getMessage().replace(directory.toString() + file.getFileSystem().getSeparator(), "");
  }

  @Test void aFileThatIsNotThere() {
    assertThat(refusal(directory.resolve("no.yaml")))
        .isEqualTo("no.yaml:1:1: there is no such file");
  }

  @Test void aDirectory() {
    assertThat(refusal(directory)).endsWith(":1:1: this is a directory, must be a topology file");
  }

  @Test void aFileThatMayNotBeRead() throws IOException {
    Path secret = file(new byte[0]);
    Files.setPosixFilePermissions(secret, Set.of());
    assumeFalse(Files.isReadable(secret), "this user may read everything");

    assertThat(refusal(secret))
        .isEqualTo("t.yaml:1:1: the file cannot be read: permission denied");
  }

  @Test void aStreamThatBreaks() {
    var broken = new InputStream() {
      @Override public int read() throws IOException {
        throw new IOException("connection lost");
      }
    };

    assertThatThrownBy(() -> Topology.read("<stdin>", broken))
        .isInstanceOf(InvalidTopologyException.class)
        .hasMessage("<stdin>:1:1: the file cannot be read: connection lost");
  }

  @Test void anEmptyFile() throws IOException {
    assertThat(refusal("")).startsWith("t.yaml:1:1: the file is empty, must be a topology");
    assertThat(refusal("---\n")).startsWith("t.yaml:2:1: the topology is empty, must be a mapping");
  }

  @Test void aFileOverTheLimit() throws IOException {
    String comment = "tree: t\nedges: [a]\n#";
    String allowed = comment + "x".repeat((1 << 20) - comment.length());

    assertThatCode(() -> Topology.read(file(allowed.getBytes(UTF_8)))).doesNotThrowAnyException();
    assertThat(refusal(allowed + "x"))
        .isEqualTo("t.yaml:1:1: the file is too large, must have at most 1MiB");
  }

  @Test void aFileWithoutEnd() {
    Path zeros = Path.of("/dev/zero");
    if (Files.exists(zeros)) {
      assertThat(refusal(zeros)).endsWith("the file is too large, must have at most 1MiB");
    }
  }

  @Test void garbage() throws IOException {
    byte[] noise = new byte[10_000];
    new Random(1).nextBytes(noise);

    assertThat(refusal(file(noise))).startsWith("t.yaml:1:");
    assertThat(refusal(file("tree: t".getBytes(UTF_16)))).endsWith("this is not text in UTF-8");
    assertThat(refusal("tree: t\nmode: \0"))
        .isEqualTo("t.yaml:2:7: character U+0000 found, must be printable text");
  }

  @Test void aByteOrderMarkAndLinesOfWindowsAreFine() {
    assertThatCode(() ->
        Topology.read(file("\uFEFFtree: t\r\nedges:\r\n  - a\r\n".getBytes(UTF_8))))
        .doesNotThrowAnyException();
  }

  @Test void aBombOfAliases() throws IOException {
    StringBuilder bomb = new StringBuilder("tree: t\nx0: &x0 [lol, lol]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("x").append(i).append(": &x").append(i)
          .append(" [*x").append(i - 1).append(", *x").append(i - 1).append("]\n");
    }

    assertThat(refusal(bomb.toString())).contains("alias '*x0' found, must be written out");
  }

  @Test void nestingWithoutEnd() throws IOException {
    assertThat(refusal("tree: t\nedges: " + "[".repeat(500_000)))
        .contains("t.yaml:2:107: this is nested too deeply, must be at most 100 levels")
        .doesNotContain("not YAML");
    assertThat(refusal("tree: t\nedges: " + "{a: ".repeat(200_000)))
        .contains("this is nested too deeply, must be at most 100 levels");
    assertThat(refusal("- ".repeat(500_000)))
        .contains("this is nested too deeply, must be at most 100 levels");
  }

  @Test void regionsNestAsDeepAsTheFileMay() {
    String text = "{ tree: t, regions: ";
    for (int i = 0; i < 48; i++) {
      text += "[{ id: r" + i + ", " + (i < 47 ? "regions: " : "edges: [a]");
    }
    String deep = text + "}]".repeat(48) + "}";

    assertThat(Topology.parse("t.yaml", deep).nodes()).hasSize(50);
    assertThat(Topology.parse("t.yaml", deep).network().places()).hasSize(50);
  }

  @Test void aThousandProblemsAreNotAllShown() throws IOException {
    StringBuilder text = new StringBuilder("tree: t\nedges: [a]\n");
    IntStream.range(0, 1000).forEach(i -> text.append("key").append(i).append(": x\n"));
    var refused = catchThrowableOfType(
        InvalidTopologyException.class, () -> Topology.parse("t.yaml", text.toString()));

    assertThat(refused.problems()).hasSize(Findings.MOST_PROBLEMS + 1);
    assertThat(refused.problems().get(0).line()).isEqualTo(3);
    assertThat(refused).hasMessageEndingWith("t.yaml:102:1: 900 more problems follow");
  }

  @Test void thousandsOfEdgesAreFine() {
    StringBuilder text = new StringBuilder("tree: t\nedges: [e");
    IntStream.range(1, 20_000).forEach(i -> text.append(",e").append(i));
    Topology topology = Topology.parse("t.yaml", text + "]\n");

    assertThat(topology.network().places()).hasSize(20_001);
  }

  @Test void thousandsOfHostsAndFallbacksAreFine() {
    Topology topology = Topology.parse("t.yaml", clusterOf(4_000, "r0"));

    assertThat(topology.hosts()).hasSize(4_001);
    assertThat(topology.plan().hosts()).hasSize(4_001);
  }

  @Test void thousandsOfMisspeltNamesAreRefusedAtOnce() throws IOException {
    assertThat(refusal(clusterOf(4_000, "r00")))
        .contains("'r00' is no node of the tree, did you mean 'r0'?")
        .endsWith(" 3899 more problems follow");
    assertThat(refusal(clusterOf(4_000, "r0").replace("host: h", "host: x")))
        .contains("'h0' is named by no node, did you mean 'x0'?")
        .endsWith(" 3900 more problems follow");
  }

  private static String clusterOf(int regions, String fallback) {
    StringBuilder text = new StringBuilder("tree: t\ncluster: { members: ['a:1'], hosts: {");
    IntStream.range(0, regions).forEach(i -> text.append("h").append(i).append(": 10.0.")
        .append(i / 250).append('.').append(i % 250).append(":5701, "));
    text.append("} }\nroot: { hosts: [core] }\nregions:\n- { id: r0, host: h0, edges: [e0] }\n");
    IntStream.range(1, regions).forEach(i -> text.append("- { id: r").append(i).append(", host: h")
        .append(i).append(", edges: [{ id: e").append(i).append(", fallback: [").append(fallback)
        .append("] }] }\n"));
    return text.toString();
  }

  @Test void longWordsAreCutInMessages() throws IOException {
    assertThat(refusal("tree: t\nedges: [a]\n? " + "k".repeat(30_000) + "\n: 1\n").length())
        .isLessThan(300);
    assertThat(refusal("tree: t\nedges: [a]\nmode: " + "k".repeat(900_000) + "\n").length())
        .isLessThan(300);
  }
}
