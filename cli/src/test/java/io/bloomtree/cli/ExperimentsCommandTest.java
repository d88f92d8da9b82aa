package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Catalogue;
import io.bloomtree.experiments.Comparison;
import io.bloomtree.experiments.DataTable;
import io.bloomtree.experiments.Experiment;
import io.bloomtree.experiments.Findings;
import io.bloomtree.experiments.Paper;
import io.bloomtree.experiments.Plot;
import io.bloomtree.experiments.Plot.Axis;
import io.bloomtree.experiments.Setup;
import io.bloomtree.experiments.Trace;
import io.bloomtree.experiments.Unit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsCommandTest {
  @TempDir private Path directory;

  /** What one call of the command printed and returned. */
  private record Run(int exit, String out, String err) {}

  /** Counts different events in a stream of ten, or in the user's. */
  private record Counting(String name, boolean takesTrace) implements Experiment {
    @Override public Paper paper() {
      return Paper.RESERVOIR;
    }

    @Override public String figures() {
      return "Figure 3";
    }

    @Override public String title() {
      return "Different events";
    }

    @Override public Findings run(Setup setup) {
      long[] events = setup.trace().map(Trace::events).orElse(new long[] {1, 2, 3, 1});
      double distinct = Arrays.stream(events).distinct().count();
      setup.progress().at(1, 2);
      var table = DataTable.named("counts", "Counts").column("scale", Unit.TEXT)
          .column("events", Unit.COUNT).column("distinct", Unit.COUNT);
      for (int i = 0; i < 30; i++) {
        table.row(setup.scale().toString(), events.length, distinct);
      }
      return new Findings("Counted.", List.of(table.build()),
          List.of(Plot.named("counts", "Counts", Axis.linear("x"), Axis.linear("y"))
              .line("distinct", new double[] {1}, new double[] {distinct}).build()),
          List.of(Comparison.number("distinct", Unit.COUNT, 5, distinct, 0, "it had others")));
    }
  }

  private Run run(boolean terminal, String stdin, String... args) {
    return run(List.of(new Counting("open-ears", true), new Counting("deaf", false)), terminal,
        stdin, args);
  }

  private Run run(List<Experiment> all, boolean terminal, String stdin, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var clock = new AtomicLong();
    var command = new ExperimentsCommand(all, new ByteArrayInputStream(stdin.getBytes(UTF_8)),
        () -> clock.getAndAdd(Duration.ofSeconds(1).toNanos()), terminal);
    var whole = new String[args.length + 1];
    whole[0] = "experiments";
    System.arraycopy(args, 0, whole, 1, args.length);
    int exit = BloomtreeCommand.commandLine(false, command)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(whole);
    return new Run(exit, out.toString(), err.toString());
  }

  private String to() {
    return "--to=" + directory.resolve("found");
  }

  @Test
  void listNamesAllOfThemAndWhichTakeAStream() {
    Run run = run(Catalogue.all(), false, "", "--list");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("One is enough", "fault-tolerance", "Figure 1: ", "--trace");
    assertThat(run(false, "", "--list").out())
        .contains("open-ears * Figure 3", "deaf        Figure 3");
  }

  @Test
  void allAreRunInFullAndWrittenAndCompared() {
    Run run = run(false, "", to());

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("Reservoir, Figure 3: Different events", "Counted.", "FULL",
            "and 20 rows more, in deaf/counts.csv",
            "distinct: paper 5, here 3: does not reproduce (it had others)",
            "2 experiments. 0 reproduced, 0 better than printed, 2 do not reproduce.",
            "index.html");
    assertThat(directory.resolve("found/index.html")).isNotEmptyFile();
    assertThat(directory.resolve("found/deaf/counts.svg")).isNotEmptyFile();
  }

  @Test
  void someAreRunByNameAndQuickly() {
    Run run = run(false, "", "deaf", "--quick", to());

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("QUICK", "1 experiment.");
    assertThat(directory.resolve("found/open-ears")).doesNotExist();
  }

  @Test
  void someoneWhoWatchesSeesHowFarItIs() {
    Run run = run(true, "", "deaf", to());

    assertThat(run.err()).contains("1/2 steps of deaf (1 of 1)");
  }

  @Test
  void realExperimentRuns() {
    Run run = run(Catalogue.all(), false, "", "fault-tolerance", to());

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("vertical slices needed");
  }

  @Test
  void unknownNameIsRefused() {
    Run run = run(false, "", "deaf", "dumb", to());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("no experiment has this name: dumb", "--list");
    assertThat(directory.resolve("found")).doesNotExist();
  }

  @Test
  void recordedStreamGoesToThoseThatTakeOne() throws IOException {
    Path log = Files.writeString(directory.resolve("keys.txt"), "a\nb\na\nb\nc\n");

    Run run = run(false, "", "--trace", log.toString(), "--format", "lines", to());

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("FULL        5         3").doesNotContain("deaf", "reproduce");
    assertThat(directory.resolve("found/index.html")).content()
        .contains("keys.txt", "5 events", "stream of your own");
  }

  @Test
  void recordedStreamMayBePipedIn() {
    Run run = run(false, "eu\ta\nus\ta\n", "--trace", "-", "--format", "edge-key", to());

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("FULL        2         1");
  }

  @Test
  void experimentThatTakesNoStreamIsRefusedOne() {
    Run run = run(false, "a\n", "deaf", "--trace", "-", "--format", "lines", to());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("takes no other: deaf");
  }

  @Test
  void streamAndFormatNeedEachOther() {
    assertThat(run(false, "", "--trace", "x", to()).err()).contains("need each other");
    assertThat(run(false, "", "--format", "clf", to()).err()).contains("need each other");
    assertThat(run(false, "", "--trace", "-", "--format", "xml", to()).err())
        .contains("must be edge-key, clf or lines: xml");
  }

  @Test
  void streamThatCannotBeUsedIsRefused() {
    String missing = directory.resolve("missing").toString();
    Run none = run(false, "", "--trace", missing, "--format", "lines", to());
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("missing: no such file");

    Run empty = run(false, "", "--trace", "-", "--format", "lines", to());
    assertThat(empty.exit()).isEqualTo(2);
    assertThat(empty.err()).contains("<stdin>: holds no event");

    Run malformed = run(false, "eu\ta\nno tab\n", "--trace", "-", "--format", "edge-key", to());
    assertThat(malformed.exit()).isEqualTo(2);
    assertThat(malformed.err()).contains("<stdin>:2: no tab");
  }

  @Test
  void malformedLinesMayBeLeftOut() {
    Run run = run(false, "eu\ta\nno tab\n", "--trace", "-", "--format", "edge-key",
        "--malformed", "skip", to());

    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("<stdin>:2: no tab");
    assertThat(run.out()).contains("FULL        1         1");
  }

  @Test
  void directoryThatCannotBeWrittenIsSaid() throws IOException {
    Path taken = Files.writeString(directory.resolve("taken"), "a file");

    Run run = run(false, "", "deaf", "--to", taken.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("taken: cannot be written");
  }
}
