package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bloomtree plan --recommend}. */
class PlanRecommendTest {
  private static final String WINDOW = """
                                false                     bytes/
         kind       memory  positives  missed  remembers   event
         -------  --------  ---------  ------  ---------  ------
      1  sliding  38.5 MiB      0.1 %       0         3M    13.5
      2  buffer     64 MiB    1.1e-13   100 %       2.1M    32.0
      sliding: Forgets nothing before its window has passed, and everything after it.
    """.stripTrailing();
  private static final String BEST = """
        window: 10m
        filter: { kind: sliding, expected: 3M, fpp: 0.001 }
    """;

  /** Options are separated by blanks, but for those of a window of events. */
  private static TopologyRun recommend(String options) {
    List<String> args = new ArrayList<>(List.of("plan", "--recommend"));
    for (String option : options.split(" +(?!events)")) {
      args.add(option);
    }
    return TopologyRun.of(args.toArray(String[]::new));
  }

  @Test void kindsAreListedTheBestFirstWithReasonsAndYaml() {
    var run = recommend("--memory 64MiB --rate 5k/s --window 10m");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("Filters in 64 MiB with fpp 0.1 %\n  Wanted: 10m are to be remembered, with 3M")
        .contains(WINDOW, "\nNot for this\n  bloom: Remembers for ever", "\nThe best: sliding\n")
        .endsWith(BEST)
        .doesNotContain("Too large");
    assertThat(run.out().lines()).allSatisfy(line -> {
      assertThat(line.length()).as(line).isLessThanOrEqualTo(100);
      assertThat(line).matches("\\p{ASCII}*");
    });
  }

  @ParameterizedTest
  @CsvSource({
    "--memory 64MiB --expected 10M",
    "--memory 64KiB --fpp 0.01 --gap 10k",
    "--memory 1MiB --window 10k events",
    "--memory 1GiB --fpp 1e-9 --gap 1M",
    "--memory 1MiB --window 1h --expected 1M",
  })
  void whatIsPrintedLastCanBePastedIntoATopology(String options) {
    String out = recommend(options).out();
    String yaml = out.substring(out.indexOf("\nThe best")).lines()
        .filter(line -> line.startsWith("    "))
        .map(String::strip)
        .collect(Collectors.joining("\n"));

    assertThat(Topology.parse("t", "tree: t\nedges: [a]\n" + yaml).fpp()).isLessThan(1);
  }

  @Test void whatIsTooLargeSaysHowMuchItNeedsAndABadBestIsCalledSo() {
    assertThat(recommend("--memory 64KiB --fpp 0.01 --gap 10k").out())
        .contains("Wanted: a stream without an end, with copies that are at most 10k events late.")
        .contains("\nToo large\n  sliding would need 86.4 KiB. ")
        .contains("\nThe best: stable\n  It misses 33.7 % of the latest copies: for this the");
  }

  @Test void theDocumentShowsWhatIsPrinted() throws IOException {
    assertThat(Files.readString(Path.of("docs/plan.md"))).contains(
        "$ ./bloomtree plan --recommend --memory 2MiB --fpp 0.01 --gap 500k\n"
            + recommend("--memory 2MiB --fpp 0.01 --gap 500k").out() + "```");
  }

  @Test void jsonHasEverything() {
    var run = recommend("--memory 64KiB --fpp 0.01 --gap 10k --output json");

    assertThat(run.exit()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out())
        .startsWith("{\"memoryBytes\":65536,\"fpp\":0.01,\"expected\":null,\"window\":null,"
            + "\"gap\":10000,\"latest\":10000,\"best\":\"stable\",\"kinds\":[{\"kind\":\"stable\","
            + "\"fits\":true,\"memoryBytes\":65536,\"falsePositives\":0.00")
        .contains("\"falseNegatives\":0.3", "\"remembers\":", "\"bytesPerEvent\":", "\"why\":\"For",
            "\"yaml\":\"filter: { kind: stable, memory: 64KiB, gap: 10k, fpp: 0.01 }\"")
        .contains("{\"kind\":\"sliding\",\"fits\":false,\"neededBytes\":88", "\"why\":\"")
        .contains("{\"kind\":\"bloom\",\"fits\":false,\"neededBytes\":null,\"why\":\"Remembers");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "--gap 10 | Missing required argument(s): --memory=SIZE",
    "--memory 1MiB | there must be a number of expected events, a window or a gap",
    "--memory x --gap 10 | must be a size like 4096, 64KiB or 1MB: x",
    "--memory 10 --gap 10 | memory must be 64B to 128GiB: memory=10",
    "--memory 1MiB --gap 10K | must be a count like 500, 4k or 1.5M: 10K",
    "--memory 1MiB --gap 0 | gap must be 1 to",
    "--memory 1MiB --gap 10 --fpp 1 | fpp must be 1e-12 to below 1: fpp=1.0",
    "--memory 1MiB --window soon | must be a time like 10m or 1h30m, or \"100k events\": soon",
    "--memory 1MiB --window 10m | must come with the distinct events expected",
    "--memory 1MiB --window 10m --gap 10 | a window and a gap exclude each other",
    "--memory 1MiB --window 9 events --expected 9 | says itself how many there are",
    "--memory 1MiB --rate 5 --window 10m | must be a rate like 5k/s or 90/m: 5",
    "--memory 1MiB --rate 5/s | --rate must come with a --window of time",
    "--memory 1MiB --rate 5/s --window 9 events | --rate must come with a --window of time",
    "--memory 1MiB --rate 5/s --window 1m --expected 9 | --rate and --expected exclude",
    "--memory 1MiB --rate 999999999G/s --window 999d | expected must be 1 to",
    "--memory 1MiB --gap 10 topology.yaml | --recommend must have no FILE",
    "--memory 1MiB --gap 10 --tolerate 2 | --tolerate is about a topology",
  })
  void badOptionsAreUsageErrors(String options, String message) {
    var run = recommend(options);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message, "Try 'bloomtree plan --help'.")
        .doesNotContain("\tat ");
  }

  @Test void withoutRecommendThereMustBeAFileAndNoneOfItsOptions() {
    assertThat(TopologyRun.of("plan").err()).startsWith("there must be a FILE, or --recommend");
    assertThat(TopologyRun.of("plan", "-", "--memory", "1MiB").err())
        .contains("Missing required argument(s): --recommend");
    assertThat(TopologyRun.of("plan").exit()).isEqualTo(2);
  }

  @Test void helpHasItsOwnPartAndExamples() {
    assertThat(TopologyRun.of("plan", "--help").out())
        .contains("to find out which kind of filter to choose:", "--memory=SIZE", "--gap=N",
            "bloomtree plan --recommend --memory 64MiB --rate 5k/s --window 10m",
            "1 if no kind of filter fits");
  }

  @ParameterizedTest
  @CsvSource({"5k/s,600000,3000000", "90/m,1000,2", "1/d,1,1", "24/h,3600000,24"})
  void aRateTellsHowManyEventsAWindowHas(String rate, long millis, long events) {
    assertThat(EventRate.read(rate).orElseThrow().in(millis)).isEqualTo(events);
  }

  @ParameterizedTest
  @CsvSource({"5k", "/s", "0/s", "5/y", "5 /s", "-1/s", "5/s/s", "0.5/s"})
  void anythingElseIsNoRate(String rate) {
    assertThat(EventRate.read(rate)).isEmpty();
  }
}
