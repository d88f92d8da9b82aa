package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.bloomtree.tree.Resolution.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest {
  private static final String EDGE_KEYS = "a\tx\nb\tx\na\ty\na\tx\n";

  @TempDir Path directory;
  private Path topology;

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("tree.yaml"), """
        tree: clicks
        filter: { expected: 10k }
        limits: { key: 100 }
        edges: [a, b]
        """);
  }

  private StreamCommandRun replay(byte[] recording, String... options) {
    var args = new String[options.length + 4];
    args[0] = "replay";
    args[1] = "-";
    args[2] = "--topology";
    args[3] = topology.toString();
    System.arraycopy(options, 0, args, 4, options.length);
    return StreamCommandRun.of(recording, args);
  }

  private StreamCommandRun replay(String recording, String... options) {
    return replay(recording.getBytes(UTF_8), options);
  }

  @Test
  void aScreenComparesVerdictsWithAnExactSet() {
    var run = replay(EDGE_KEYS, "--format", "edge-key");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("Replay of <stdin>")
        .contains("4 events in edge-key format.", "Compared with an exact set of 2 keys")
        .containsPattern("duplicates removed +2  50 % of all events")
        .contains("Exact: of every key one copy was delivered, and no more.");
  }

  @Test
  void jsonIsTheLastLine() {
    var run = replay(EDGE_KEYS, "--format", "edge-key", "--output", "json");

    assertThat(run.exit()).isZero();
    assertThat(run.lastLine()).contains(
        "\"events\":4,", "\"distinct\":2,", "\"duplicates\":2,", "\"falsePositives\":0,",
        "\"falseNegatives\":0,", "\"lost\":0,", "\"seconds\":", "\"malformed\":0",
        "\"level\":1,", "\"hits\":", "\"accesses\":");
  }

  @Test
  void logSaysWhatWasToldAtWhichEdge() throws Exception {
    Path log = directory.resolve("v.log");

    var run = replay(EDGE_KEYS, "--format", "edge-key", "--log", log.toString());

    assertThat(run.exit()).isZero();
    assertThat(Files.readAllLines(log)).hasSize(5)
        .filteredOn(line -> line.contains("\tb\t")).hasSize(1);
    var report = VerdictCheck.of(List.of(log)).report();
    assertThat(report.told()).isEqualTo(new CheckReport.Told(2, 0, 2, 0, 0));
    assertThat(report.keys().once()).isEqualTo(2);
  }

  @Test
  void logMustBeAFileOfItsOwn() throws IOException {
    var refused = replay(EDGE_KEYS, "--format", "edge-key", "--log", topology.toString());

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).startsWith("--log must be a file of its own: " + topology);
    assertThat(replay(EDGE_KEYS, "--format", "edge-key", "--log", "-").exit()).isEqualTo(2);
    assertThat(topology).content().startsWith("tree: clicks");
  }

  @Test
  void logThatCannotBeWrittenIsToldAndTheResultToo() {
    assumeThat(Path.of("/dev/full")).exists();

    var run = replay(EDGE_KEYS, "--format", "edge-key", "--log", "/dev/full");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).isEqualToNormalizingNewlines(
        "cannot write to /dev/full: No space left on device\n");
    assertThat(run.out()).contains("4 events");
  }

  @Test
  void gzipIsKnownByItsFirstBytes() {
    var run = replay(
        RecordedLinesTest.gzip(EDGE_KEYS.getBytes(UTF_8)), "--format", "edge-key");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("4 events");
  }

  @Test
  void aWebLogIsReplayedFromAFile() throws IOException {
    Path log = Files.writeString(directory.resolve("access.log"), """
        10.0.0.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1
        10.0.0.2 - - [17/May/2015:10:05:04 +0000] "GET /a HTTP/1.1" 200 1 "-" "curl"
        10.0.0.2 - - [17/May/2015:10:05:05 +0000] "GET /b HTTP/1.1" 200 1
        """);

    var run = StreamCommandRun.of(new byte[0], "replay", log.toString(), "--format", "clf",
        "--topology", topology.toString(), "--output", "json");
    assertThat(run.exit()).isZero();
    assertThat(run.lastLine()).contains("\"distinct\":2,\"duplicates\":1,");
  }

  @Test
  void strangeEdgesAreTold() {
    var run = replay("e1\tx\ne2\tx\n", "--format", "edge-key");

    assertThat(run.exit()).isZero();
    assertThat(run.out().replaceAll("\\s+", " ")).contains(
        "Not in this tree, and offered at other edges, each always at the same: e1, e2.");
  }

  @Test
  void aMalformedLineEndsItAndWhatCameBeforeIsReported() {
    var run = replay("a\tx\na\tx\nno tab\nb\tz\n", "--format", "edge-key", "--output", "json");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEqualToNormalizingNewlines(
        "<stdin>:3: no tab between edge and key: 'no tab'\n");
    assertThat(run.lastLine()).contains("\"events\":2,", "\"malformed\":1,", "\"problem\":");
  }

  @Test
  void malformedLinesMayBeSkipped() {
    var run = replay("a\tx\nno\n\n\n\n\n\nb\tx\n", "--format", "edge-key", "--malformed", "skip");

    assertThat(run.exit()).isZero();
    assertThat(run.err().lines()).hasSize(6)
        .first().asString().startsWith("<stdin>:2: no tab");
    assertThat(run.err()).contains("<stdin>: 6 malformed lines in all, left out");
    assertThat(run.out()).contains("2 events in edge-key format. 6 malformed lines left out.");
  }

  @Test
  void gzipThatWasCutOffIsReportedUpToThere() {
    var text = new StringBuilder();
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      text.append(random.nextLong()).append('\n');
    }
    byte[] whole = RecordedLinesTest.gzip(text.toString().getBytes(UTF_8));

    var run = replay(Arrays.copyOf(whole, whole.length / 2), "--format", "lines",
        "--output", "json", "--in-flight", "1000");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("the gzip data ends too early").doesNotContain("\tat ");
    assertThat(run.lastLine()).containsPattern("\"events\":[1-9]");
  }

  @Test
  void anEmptyRecordingIsRefused() {
    var run = replay("", "--format", "lines");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("<stdin>: is empty");
  }

  @Test
  void aRecordingWithoutAnyEventIsRefused() {
    var run = replay("hello\n", "--format", "clf", "--malformed", "skip");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("<stdin>: holds no event in any line");
  }

  @Test
  void keysAndLinesThatAreTooLongAreMalformed() {
    var run = replay("x\n" + "y".repeat(101) + "\n" + "z".repeat(2 << 20) + "\nx\n",
        "--format", "lines", "--malformed", "skip", "--output", "json");

    assertThat(run.exit()).isZero();
    assertThat(run.lastLine()).contains("\"events\":2,", "\"malformed\":2,");
  }

  @Test
  void filesThatCannotBeReadAreRefused() {
    for (String file : new String[] {directory.resolve("missing").toString(),
        directory.toString()}) {
      var run = StreamCommandRun.of(new byte[0], "replay", file, "--format", "lines",
          "--topology", topology.toString());

      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith(file + ": ").hasLineCount(1);
    }
  }

  @Test
  void aTreeThatDeliversTwiceFails() {
    var run = StreamCommandRun.of(
        read -> {
          var tree = new FakeTree(read);
          tree.answer("x", FakeTree.verdict(Decision.DISTINCT));
          return tree;
        },
        true, EDGE_KEYS.getBytes(UTF_8),
        "replay", "-", "--format", "edge-key", "--topology", topology.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).containsPattern("leaked duplicates +2 ");
    assertThat(run.err()).contains(" events  ").endsWith("\r\u001b[K");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "--format xml", "--format", "--format lines --in-flight 0", "--format lines stray",
    "--format lines --in-flight 100001", "--format lines --malformed pass",
    "--format lines --topology -"})
  void badOptionsAreUsageErrorsWithoutStackTrace(String options) {
    String[] args = ("replay - " + options).trim().split(" ");
    var run = StreamCommandRun.of("x\n".getBytes(UTF_8), args);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: bloomtree replay").doesNotContain("\tat ");
  }

  @Test
  void formatsAreNamedToWhoeverWroteAnother() {
    assertThat(replay("x\n", "--format", "xml").err())
        .contains("must be edge-key, clf or lines: xml");
    assertThat(replay("x\n", "--format", "LINES").exit()).isZero();
  }
}
