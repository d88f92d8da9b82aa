package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.Simulation;
import io.bloomtree.tree.Simulation.Report;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {

  /** What one call of the command printed and returned. */
  private record Run(int exit, String out, String err) {}

  private static Run run(
      LongFunction<Report> simulation, LongFunction<Report> traced, String... args) {
    return run(simulation, traced, false, args);
  }

  private static Run run(
      LongFunction<Report> simulation,
      LongFunction<Report> traced,
      boolean terminal,
      String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var clock = new AtomicLong();
    var simulate = new SimulateCommand(
        simulation, traced, () -> clock.getAndAdd(Duration.ofSeconds(1).toNanos()), terminal);
    int exit = BloomtreeCommand.commandLine(false, simulate)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
    return new Run(exit, out.toString(), err.toString());
  }

  private static Run run(String... args) {
    return run(SimulateCommandTest::clean, SimulateCommandTest::clean, args);
  }

  private static Report clean(long seed) {
    return new Report(seed, "dense, 3 levels", 10, List.of(), List.of("0 ms start", "1 ms end"),
        Map.of("offers", 2L, "crashes", seed % 2));
  }

  /** Fails at the given seeds; the trace has 300 lines. */
  private static LongFunction<Report> failingAt(Long... seeds) {
    var failing = Set.of(seeds);
    var trace = new ArrayList<String>();
    for (int i = 1; i <= 300; i++) {
      trace.add("step " + i);
    }
    return seed -> failing.contains(seed)
        ? new Report(seed, "sparse, 2 levels", 10, List.of("P1: event 7 was lost"), trace, Map.of())
        : clean(seed);
  }

  @Test
  void helpNamesTheSubcommand() {
    var run = run("--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: bloomtree", "simulate").doesNotContain("\u001b");
  }

  @Test
  void versionIsTheOneOfTheBuild() {
    var run = run("--version");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).matches("bloomtree \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void noSubcommandIsAUsageError() {
    assertThat(run().exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--no-such-option",
    "--seed x",
    "--seed 9223372036854775808",
    "--seed 9223372036854775807 --schedules 2",
    "--schedules 1.5",
    "--schedules 0",
    "--schedules -1",
    "--threads 0",
    "--threads 1025",
    "--output xml",
    "--trace --schedules 2",
    "stray",
  })
  void badOptionsAreUsageErrorsWithoutStackTrace(String options) {
    var run = run(("simulate " + options).split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: bloomtree simulate").doesNotContain("\tat ");
  }

  @Test
  void cleanRunSumsUpItsSchedules() {
    var run = run("simulate", "--seed", "5", "--schedules", "4");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("4 schedules (seeds 5 to 8), 0 failed")
        .contains("40 steps")
        .containsPattern("crashes +2\\R")
        .containsPattern("offers +8\\R")
        .doesNotContain("Trace");
  }

  @Test
  void realSimulatorRunsCleanFromTheCommand() {
    var run = run(Simulation::run, Simulation::runTraced, "simulate", "--schedules", "3");

    assertThat(run.out()).contains("3 schedules (seeds 1 to 3), 0 failed");
    assertThat(run.exit()).isZero();
  }

  @Test
  void cleanTraceIsPrintedOnRequest() {
    var run = run("simulate", "--seed", "5", "--schedules", "1", "--trace");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("clean: seed 5", "dense, 3 levels", "Trace (2 lines):", "  1 ms end");
  }

  @Test
  void failureShowsSeedConfigurationReplayAndTheEndOfItsTrace() {
    var run = run(failingAt(3L), failingAt(3L), "simulate", "--schedules", "10");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains("FAILED: seed 3", "sparse, 2 levels", "P1: event 7 was lost")
        .contains("./bloomtree simulate --seed 3 --schedules 1 --trace")
        .contains("Trace (the last 200 lines; 100 before them are left out):")
        .contains("  step 101", "  step 300")
        .doesNotContain("  step 100\n")
        .contains("3 schedules (seeds 1 to 3), 1 failed");
  }

  @Test
  void replayShowsTheWholeTrace() {
    var run =
        run(failingAt(3L), failingAt(3L), "simulate", "--seed", "3", "--schedules", "1", "--trace");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("Trace (300 lines):", "  step 1\n", "  step 300\n");
  }

  @ParameterizedTest(name = "{0} threads")
  @ValueSource(ints = {1, 2, 7, 64})
  void resultDoesNotDependOnTheThreads(int threads) {
    var failing = failingAt(41L, 44L, 90L);
    LongFunction<Report> uneven = seed -> {
      for (long spin = 0; spin < (seed % 5) * 20_000; spin++) {
        Thread.onSpinWait();
      }
      return failing.apply(seed);
    };

    var run = run(uneven, failing, "simulate", "--schedules", "100", "--threads", "" + threads);

    assertThat(run.out()).isEqualTo(
        run(failing, failing, "simulate", "--schedules", "100", "--threads", "1").out());
    assertThat(run.out()).contains("FAILED: seed 41", "41 schedules (seeds 1 to 41), 1 failed");
  }

  @Test
  void keepGoingListsEveryFailingSeed() {
    var failing = failingAt(3L, 8L);

    var run = run(failing, failing, "simulate", "--schedules", "10", "--keep-going");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains("FAILED: seed 3")
        .contains("All failing seeds (2):")
        .contains("  3  P1: event 7 was lost", "  8  P1: event 7 was lost")
        .contains("10 schedules (seeds 1 to 10), 2 failed");
  }

  @Test
  void scheduleThatThrowsIsAFailureWithItsSeed() {
    LongFunction<Report> throwing = seed -> {
      if (seed == 6) {
        throw new IllegalStateException("no such claim");
      }
      return clean(seed);
    };

    var run = run(throwing, throwing, "simulate", "--schedules", "10");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains("FAILED: seed 6", "threw java.lang.IllegalStateException: no such claim");
  }

  @Test
  void replayThatComesOutCleanIsReported() {
    var run = run(failingAt(3L), SimulateCommandTest::clean, "simulate", "--schedules", "10");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("P1: event 7 was lost", "not deterministic");
  }

  @Test
  void jsonIsOneObjectOnOneLine() {
    var run = run("simulate", "--schedules", "2", "--output", "json");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualToNormalizingNewlines(
        "{\"firstSeed\":1,\"schedules\":2,\"failures\":0,\"failingSeeds\":[],\"seconds\":1.0,"
            + "\"schedulesPerSecond\":2.0,\"steps\":20,\"counts\":{\"crashes\":1,\"offers\":4}}\n");
  }

  @Test
  void jsonOfAFailureCarriesTheReplayAndTheTrace() {
    var failing = failingAt(3L, 4L);

    var run = run(
        failing, failing, "simulate", "--schedules", "5", "--keep-going", "--output", "json");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains("\"failures\":2,\"failingSeeds\":[3,4]")
        .contains("\"shown\":{\"seed\":3,\"summary\":\"sparse, 2 levels\","
            + "\"violations\":[\"P1: event 7 was lost\"],"
            + "\"replay\":\"./bloomtree simulate --seed 3 --schedules 1 --trace\","
            + "\"traceOmitted\":100,\"trace\":[\"step 101\",");
  }

  @Test
  void progressGoesToTheTerminalOnly() {
    var run = run(SimulateCommandTest::clean, SimulateCommandTest::clean, true,
        "simulate", "--schedules", "2");

    assertThat(run.err()).contains("\r");
    assertThat(run.out()).doesNotContain("\r", "[#");
  }
}
