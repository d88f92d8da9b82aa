package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole command over a real tree in this process. */
class FilterCommandTest {
  private static final String TOPOLOGY = """
      tree: clicks
      filter: { expected: 1M, fpp: 1e-9 }
      failure: { timeout: 10s }
      limits: { key: 1KiB, deadline: 30s }
      root: { slices: { count: 2, scheme: vertical } }
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
  void firstOfEachLinePassesInItsOrder() {
    var run = run("b\na\nb\nc\na\na\n");

    assertThat(run.out()).isEqualTo("b\na\nc\n");
    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEqualToNormalizingNewlines("6 lines: 3 distinct, 3 duplicates, "
        + "0 malformed, 0 undecided, in 1.0 s (6 lines/s)\n");
  }

  @Test
  void emptyInputIsFine() {
    for (String key : new String[] {"line", "json:id", "csv:url", "csv:1", "regex:x"}) {
      var run = run("", "--key", key);

      assertThat(run.exit()).isZero();
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("0 lines: ");
    }
  }

  @Test
  void lastLineStaysWithoutItsEndAndLineEndsAreNoPartOfTheKey() {
    assertThat(run("a\r\nb\na\nb\r\nc").out()).isEqualTo("a\r\nb\nc");
    assertThat(run("a\nb\na").out()).isEqualTo("a\nb\n");
  }

  @Test
  void bytesPassUnchangedWhateverTheyAre() {
    byte[] bytes = new byte[200_000];
    new Random(7).nextBytes(bytes);

    var run = FilterRun.of(topology, bytes, "--malformed", "pass", "--quiet");

    assertThat(run.exit()).isZero();
    var expected = new ByteArrayOutputStream();
    var seen = new LinkedHashSet<String>();
    for (String line : new String(bytes, ISO_8859_1).split("(?<=\n)")) {
      String key = line.replaceFirst("\r?\n$", "");
      // of an empty key, or one too long, nobody can say whether it was there before
      if (key.isEmpty() || key.length() > 1024 || seen.add(key)) {
        expected.writeBytes(line.getBytes(ISO_8859_1));
      }
    }
    assertThat(run.bytes()).isEqualTo(expected.toByteArray());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void manyLinesWithManyCopiesPassAsASetWouldHaveThem(long seed) {
    var random = new Random(seed);
    var lines = new String[200_000];
    for (int i = 0; i < lines.length; i++) {
      // ids come soon again, as in real streams, and the copies can be told apart
      int id = Math.max(0, i / 4 - (int) Math.abs(random.nextGaussian() * 2_000));
      lines[i] = "{\"id\":" + id + ",\"copy\":" + i + "}";
    }
    var firsts = new LinkedHashSet<String>();
    var expected = Arrays.stream(lines)
        .filter(line -> firsts.add(line.substring(0, line.indexOf(','))))
        .collect(Collectors.joining("\n", "", "\n"));

    var run = run(String.join("\n", lines) + "\n", "--key", "json:id", "--output", "json");

    assertThat(run.out()).isEqualTo(expected);
    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("{\"lines\":200000,\"distinct\":" + firsts.size()
        + ",\"duplicates\":" + (200_000 - firsts.size()) + ",\"malformed\":0,\"undecided\":0,");
  }

  @Test
  void firstOfTenThousandCopiesIsTheOneThatPasses() {
    String input = IntStream.range(0, 50_000).mapToObj(i -> "k" + i % 5 + "," + i + "\n")
        .collect(Collectors.joining());

    assertThat(run(input, "--key", "csv:1").out()).isEqualTo("k0,0\nk1,1\nk2,2\nk3,3\nk4,4\n");
  }

  @Test
  void keysAreTakenOutOfEveryFormat() {
    assertThat(run("""
        {"user":{"id":1},"n":1}
        {"user":{"id":2},"n":2}
        {"n":3,"user":{"id":1}}
        """, "--key", "json:/user/id").out()).isEqualTo("""
        {"user":{"id":1},"n":1}
        {"user":{"id":2},"n":2}
        """);
    assertThat(run("""
        id,url
        1,a
        2,"a"
        3,"b
        c"
        4,"b
        c"
        5,url
        """, "--key", "csv:url").out()).isEqualTo("""
        id,url
        1,a
        3,"b
        c"
        5,url
        """);
    assertThat(run("1;a\n2;b\n3;a\n", "--key", "csv:2", "--delimiter", ";").out())
        .isEqualTo("1;a\n2;b\n");
    assertThat(run("1\ta\n2\tb\n3\ta\n", "--key", "csv:2", "--delimiter", "\\t").out())
        .isEqualTo("1\ta\n2\tb\n");
    assertThat(run("x 10.0.0.1 a\ny 10.0.0.1 b\nz 10.0.0.2\n", "--key", "regex:^. (\\S+)").out())
        .isEqualTo("x 10.0.0.1 a\nz 10.0.0.2\n");
  }

  @Test
  void duplicatesGoToTheirFile() throws IOException {
    Path duplicates = Files.writeString(directory.resolve("again.txt"), "of an earlier run");

    var run = run("a\nb\na\r\nc\nb", "--duplicates", duplicates.toString());

    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("a\nb\nc\n");
    assertThat(Files.readString(duplicates)).isEqualTo("a\r\nb");
  }

  @Test
  void logSaysWhatBecameOfEveryLine() throws Exception {
    Path log = Files.writeString(directory.resolve("v.log"), "of an earlier run");

    var run = run("a\nb\n\na\r\nc", "--edge", "berlin-1", "--malformed", "skip",
        "--log", log.toString());

    assertThat(run.exit()).isZero();
    assertThat(Files.readAllLines(log)).satisfiesExactly(
        line -> assertThat(line).isEqualTo("# bloomtree verdict log v1"),
        line -> assertThat(line)
            .matches("\\d+\tberlin-1\t1\tdistinct\troot\t0\t-\tconfirmed\ta"),
        line -> assertThat(line).endsWith("\tconfirmed\tb"),
        line -> assertThat(line).contains("\tduplicate\t").endsWith("\t-\t-\ta"),
        line -> assertThat(line).endsWith("\tconfirmed\tc"));
    assertThat(VerdictCheck.of(List.of(log)).report().keys().once()).isEqualTo(3);
  }

  @Test
  void malformedLineEndsTheRunAfterAllBeforeItWasWritten() {
    String before = IntStream.range(0, 10_000).mapToObj(i -> "{\"id\":" + i + "}\n")
        .collect(Collectors.joining());

    var run = run(before + "{\"id\":\n{\"id\":-1}\n", "--key", "json:id");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo(before);
    assertThat(run.err().lines()).satisfiesExactly(
        line -> assertThat(line).isEqualTo("<stdin>:10001: not JSON, or cut off, at character 7"),
        line -> assertThat(line).contains("--malformed skip or pass"),
        line -> assertThat(line).startsWith("10,001 lines: 10,000 distinct, 0 duplicates, "
            + "1 malformed, 0 undecided"));
  }

  @Test
  void malformedLinesAreSkippedOrPassedAsTold() {
    String tooLong = "\"" + "x".repeat(3_000_000) + "\"\n";
    String longKey = "k".repeat(2000);
    String input =
        "1,a\n2\n3,\n4,\"x\"y\n" + tooLong + "5,a\n6,b\n7," + longKey + "\n8,\"";

    var skipped = run(input, "--key", "csv:2", "--malformed", "skip");
    var passed = run(input, "--key", "csv:2", "--malformed", "pass");

    assertThat(skipped.exit()).isZero();
    assertThat(skipped.out()).isEqualTo("1,a\n6,b\n");
    assertThat(skipped.err().lines()).satisfiesExactly(
        line -> assertThat(line).isEqualTo("<stdin>:2: no column 2: the record has 1 column"),
        line -> assertThat(line).isEqualTo("<stdin>:3: the key is empty"),
        line -> assertThat(line).isEqualTo("<stdin>:4: text behind a closing quote"),
        line -> assertThat(line).isEqualTo(
            "<stdin>:5: longer than 1 MiB, see --max-line; is a quote not closed?"),
        line -> assertThat(line).isEqualTo(
            "<stdin>:8: the key has 2,000 bytes, the topology's limits.key is 1 KiB"),
        line -> assertThat(line).isEqualTo("<stdin>:9: a quote is opened and not closed"),
        line -> assertThat(line).startsWith("9 lines: 2 distinct, 1 duplicate, 6 malformed, "));
    assertThat(passed.exit()).isZero();
    assertThat(passed.out()).isEqualTo(input.replace("5,a\n", ""));
    assertThat(passed.err()).isEqualTo(skipped.err());
  }

  @Test
  void reportsOfMalformedLinesAreFew() {
    var run = run("x\n\n".repeat(10_000), "--malformed", "skip");

    assertThat(run.out()).isEqualTo("x\n");
    assertThat(run.err().lines()).hasSize(11).last().asString()
        .contains("10,000 malformed (the first 10 reported)");
  }

  @Test
  void quietLeavesOutTheSummaryButNotWhatIsWrong() {
    assertThat(run("a\n", "--quiet").err()).isEmpty();
    assertThat(run("a\n\n", "--quiet").err()).startsWith("<stdin>:2: the key is empty");
  }

  @Test
  void jsonSummaryIsTheLastLine() {
    var run = run("a\n\na\n", "--malformed", "skip", "--output", "json");

    assertThat(run.err().lines()).hasSize(2).last().isEqualTo("{\"lines\":3,\"distinct\":1,"
        + "\"duplicates\":1,\"malformed\":1,\"undecided\":0,\"undecidedByReason\":{},"
        + "\"degraded\":0,\"seconds\":1.0,\"linesPerSecond\":3.0,\"ending\":\"end-of-input\","
        + "\"message\":null}");
  }

  @Test
  void moreDistinctLinesThanExpectedAreWarnedOfOnce() throws IOException {
    Files.writeString(topology, "tree: t\nfilter: { expected: 1k, fpp: 0.01 }\nedges: [a]\n");
    String input = IntStream.range(0, 20_000).mapToObj(i -> i + "\n").collect(Collectors.joining());

    var run = run(input);

    assertThat(run.exit()).isZero();
    assertThat(run.err().lines()).hasSize(2).first().asString()
        .startsWith("more than the 1,000 distinct lines that the topology expects");
  }

  @Test
  void smallLimitsOfTheTopologyAreKeptTo() throws IOException {
    Files.writeString(topology, """
        tree: t
        failure: { timeout: 10s }
        limits: { offers: 3, outstanding: 2, deadline: 30s }
        edges: [a]
        """);
    String input = IntStream.range(0, 500).mapToObj(i -> i + "\n").collect(Collectors.joining());

    var run = run(input + input);

    assertThat(run.out()).isEqualTo(input);
    assertThat(run.exit()).isZero();
  }

  @Test
  void progressIsShownToWhoWatches() {
    var out = new ByteArrayOutputStream();

    var run = FilterRun.of(
        topology, new ByteArrayInputStream("a\nb\n".getBytes(UTF_8)), out, true);

    assertThat(run.err()).contains("\r\u001b[K2 lines, 2 distinct").contains("\u001b[K2 lines: ");
    assertThat(out).hasToString("a\nb\n");
  }
}
