package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  private static final String GOOD = """
      # columns: verdict key
      distinct\ta
      duplicate\ta
      distinct\tb
      """;
  private static final String DOUBLED = GOOD + "distinct\ta\ndistinct\ta\n";
  private static final String DROPPED = GOOD + "duplicate\tnever \u001b[31m seen\n";

  @TempDir Path directory;

  private record Run(int exit, String out, String err) {}

  private static Run check(String input, String... options) {
    var args = new String[options.length + 1];
    args[0] = "check";
    System.arraycopy(options, 0, args, 1, options.length);
    var out = new StringWriter();
    var err = new StringWriter();
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    int exit = BloomtreeCommand
        .commandLine(false, new CheckCommand(new TopologySource(in), in))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
    return new Run(exit, out.toString(), err.toString());
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content).toString();
  }

  @Test
  void aRootThatForgetsMayDeliverAgain() throws IOException {
    for (String forgets : List.of("window: 10m", "filter: { kind: stable }")) {
      String topology = file("forgets.yaml", "tree: t\n" + forgets + "\nedges: [a]\n");
      var run = check(DOUBLED, "-", "-t", topology);

      assertThat(run.exit()).isZero();
      assertThat(run.out())
          .contains("P2 kept", "the root of this tree forgets, by its window or its kind");
      assertThat(check(DOUBLED, "-", "-t", topology, "--output", "json").out())
          .contains("\"rootForgets\":true");
    }
    String leaf = file("leaf.yaml", "tree: t\nedges: [{ id: a, filter: { kind: stable } }]\n");
    assertThat(check(DOUBLED, "-", "-t", leaf).exit()).isEqualTo(1);
  }

  @Test
  void keptPromisesAreToldWithTheCounts() {
    var run = check(GOOD, "-");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualToNormalizingNewlines("""
        Check of 1 log
          offers                           3  that ended
          distinct                         2  2 confirmed, 0 released, 0 never settled
          duplicate                        1  to be dropped

        Compared with an exact set of 2 keys
          delivered once                   2  as all should be
          delivered again                  0  0 times too often, which no verdict explains
          dropped                          0  called duplicates and never delivered

        Promises
          P1 kept, no event is lost: 0 dropped
          P2 kept, one is enough: 0 surplus
        """);
  }

  @Test
  void logsAreJudgedTogether() throws IOException {
    String one = file("one.log", "# columns: verdict key\nduplicate\ta\ndistinct\tb\n");
    String other = file("other.log", "# columns: verdict key\ndistinct\ta\ndist");

    assertThat(check("", one).exit()).isEqualTo(1);
    var run = check("", one, other);

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains(
        "Check of 2 logs", "Cut off and left out: 1 last line, of whoever died while writing.");
  }

  @Test
  void aSecondDeliveryBreaksP2() {
    var run = check(DOUBLED, "-");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("delivered again +1  2 times too often, which no verdict explains")
        .contains("P1 kept", "P2 BROKEN, one is enough: 2 surplus" + System.lineSeparator()
            + "    a" + System.lineSeparator());
  }

  @Test
  void doublesAreToleratedIfToldSo() {
    assertThat(check(DOUBLED, "-", "--allow-doubles", "1").exit()).isEqualTo(1);
    var run = check(DOUBLED, "-", "--allow-doubles", "2");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("P2 kept, one is enough: 2 surplus; --allow-doubles allows 2");
  }

  @Test
  void aDroppedKeyBreaksP1AndIsShownWithoutHarm() {
    var run = check(DROPPED, "-");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains(
        "P1 BROKEN, no event is lost: 1 dropped, 33.3 %" + System.lineSeparator()
            + "    never \\x1b[31m seen" + System.lineSeparator(),
        "P2 kept", "Without --fpp or --topology no false positives are allowed for.");
  }

  @Test
  void falsePositivesAreAllowedByARateOrATopology() throws IOException {
    String topology = file("tree.yaml", "{ tree: t, filter: { fpp: 0.01 }, edges: [a] }");
    String small =
        file("small.yaml", "{ tree: t, filter: { expected: 1, fpp: 0.01 }, edges: [a] }");

    assertThat(check(DROPPED, "-", "--fpp", "0.01").exit()).isZero();
    assertThat(check(DROPPED, "-", "--fpp", "1e-9").exit()).isEqualTo(1);
    assertThat(check(DROPPED, "-", "--topology", topology)).satisfies(run -> {
      assertThat(run.exit()).isZero();
      assertThat(run.out()).contains("1 dropped, 33.3 %; fpp allows 1 %")
          .doesNotContain("More keys");
    });
    assertThat(check(DROPPED, "-", "-t", small).out())
        .contains("More keys than the 1 that the root expects");
  }

  @Test
  void everyKindOfOutcomeIsCounted() {
    var run = check("""
        # columns: verdict degradation settled key
        distinct\t-\tconfirmed\ta
        distinct\tstate-lost\tconfirmed\ta
        duplicate\tparent-away\t-\tb
        distinct\t-\t-\tc
        failed\theld\t-\td
        failed\tbusy\tconfirmed\te
        """, "-");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("2 confirmed, 0 released, 1 never settled; 1 degraded")
        .contains("to be dropped; 1 degraded", "undecided; 1 delivered all the same")
        .containsPattern("excused doubles +1 ").containsPattern("dropped by policy +1 ")
        .containsPattern("claimed only +1 ").containsPattern("undecided +1 ")
        .contains("P2 kept, one is enough: 0 surplus, beside 1 with an excuse");
  }

  @Test
  void jsonIsOneObject() {
    var run = check(DOUBLED + "duplicate\tx\n", "-", "--output", "json");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualToNormalizingNewlines("{\"logs\":1,\"torn\":0,\"offers\":6,"
        + "\"distinct\":4,\"degradedDistinct\":0,\"duplicates\":2,\"degradedDuplicates\":0,"
        + "\"failed\":0,\"confirmed\":4,\"released\":0,\"unsettled\":0,\"undecidedDelivered\":0,"
        + "\"keys\":3,\"deliveredOnce\":1,\"deliveredAgain\":1,\"deliveredAgainExcused\":0,"
        + "\"surplus\":2,\"surplusExcused\":0,\"dropped\":1,\"droppedAfterClaim\":0,"
        + "\"dropRate\":0.3333333333333333,\"droppedByPolicy\":0,\"claimedOnly\":0,"
        + "\"undecided\":0,\"fpp\":null,\"allowedDoubles\":0,\"rootForgets\":false,"
        + "\"p1\":false,\"p2\":false,"
        + "\"droppedKeys\":[\"x\"],\"doubledKeys\":[\"a\"]}\n");
  }

  @Test
  void examplesAreFew() {
    String log = IntStream.range(0, 50).mapToObj(i -> "duplicate\tk" + i + "\n")
        .collect(Collectors.joining("", "# columns: verdict key\n", ""));

    assertThat(check(log, "-").out()).contains("    k9").doesNotContain("    k10");
  }

  @Test
  void whatCannotBeReadIsToldWithItsPlace() throws IOException {
    String bad = file("bad.log", GOOD + "dstinct\ta\n");
    String missing = directory.resolve("missing.log").toString();

    assertThat(check("", bad)).isEqualTo(new Run(2, "", bad
        + ":5: verdict must be one of distinct, duplicate, failed: 'dstinct'"
        + System.lineSeparator()));
    assertThat(check("", missing).err()).isEqualToNormalizingNewlines(missing + ": no such file\n");
    assertThat(check("", missing).exit()).isEqualTo(2);
    assertThat(check("", directory.toString()).err()).contains(": is a directory");
    assertThat(check("", "-")).satisfies(run -> {
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).startsWith("no log holds any event, there is nothing to check");
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "- -", "x.log x.log", "- --topology -", "- --fpp 0.1 --topology t.yaml", "- --fpp 1",
    "- --fpp -0.1", "- --fpp NaN", "- --fpp often", "- --allow-doubles -1", "- --output xml"
  })
  void optionsThatMakeNoSenseAreUsageErrors(String options) {
    var run = check(GOOD,
        Arrays.stream(options.split(" ")).filter(it -> !it.isEmpty()).toArray(String[]::new));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: bloomtree check").doesNotContain("\tat ");
  }

  @Test
  void badTopologyIsToldAsValidateTellsIt() throws IOException {
    String topology = file("tree.yaml", "tree: t\nedges: [a, a]\n");

    var run = check(GOOD, "-", "--topology", topology);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith(topology + ":2:12: id 'a' is used twice");
  }

  @Test
  void helpTeachesByExamples() {
    var run = check("", "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: bloomtree check", "Examples:", "Exit codes:");
  }
}
