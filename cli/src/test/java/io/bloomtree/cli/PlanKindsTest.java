package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Forgetting.Missed;
import io.bloomtree.topology.Topology;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code bloomtree plan} of filters that forget, slide or grow. */
class PlanKindsTest {
  private static final String FORGETTING = """
      tree: clicks
      filter: { kind: stable, expected: 1M, fpp: 0.001, gap: 100k }
      edges: [a, { id: b, filter: { kind: buffer, expected: 10k } }]
      """;
  private static final String IMPORTANCE = """
      tree: clicks
      filter: { kind: importance, expected: 100k, gap: 10k }
      root: { slices: { count: 2 } }
      edges: [a]
      """;
  private static final String WINDOWS = """
      tree: clicks
      window: 10m
      filter: { expected: 10k }
      regions:
        - id: eu
          window: 5m
          filter: { equal-timers: 2, slots: 50 }
          edges: [{ id: a, filter: { kind: buffer, expected: 2k } }]
      """;
  private static final String GROWING = """
      tree: clicks
      filter: { expected: 10k, growth: density }
      limits: { sub-filters: 4 }
      root: { slices: { count: 2 } }
      edges: [a]
      """;

  private static String plan(String topology, String... options) {
    var args = new String[options.length + 2];
    args[0] = "plan";
    args[1] = "-";
    System.arraycopy(options, 0, args, 2, options.length);
    var run = TopologyRun.withInput(topology, args);
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out().lines().filter(line -> !line.startsWith("{"))).allSatisfy(line ->
        assertThat(line.length()).as(line).isLessThanOrEqualTo(104));
    return run.out();
  }

  /** The lines from a title to the next one, joined by single spaces. */
  private static String section(String out, String title) {
    assertThat(out.lines()).contains(title);
    return out.lines()
        .dropWhile(line -> !line.equals(title)).skip(1)
        .takeWhile(line -> line.isEmpty() || line.startsWith(" "))
        .map(line -> line.strip().replaceAll(" +", " "))
        .collect(Collectors.joining(" "));
  }

  private static Missed atGap(String topology) {
    return Topology.parse("t", topology).plan().nodes().get(0)
        .forgetting().orElseThrow().atGap().orElseThrow();
  }

  @Test void whatTheRootForgetsLeaks() {
    double missed = atGap(FORGETTING).falseNegatives();

    assertThat(section(plan(FORGETTING), "What is forgotten"))
        .contains("nodes kind expected / 100 / 10 x 1 x 10 gap missed")
        .contains("root stable 1M ", " 100k " + Figures.rate(missed) + " a stable",
            "b buffer 10k 0 0 0 100 %")
        .contains("of a million duplicates that reach it, whose event came 100k events before, "
            + "about " + Figures.full(Math.round(missed * 1e6)) + " are delivered again.")
        .contains("What the nodes below it forget leaks nothing more");
    assertThat(plan(FORGETTING, "--output", "json"))
        .contains("\"leak\":{\"gap\":100000,\"falseNegatives\":" + missed + "}")
        .contains("\"missed\":[{\"gap\":9999,", "\"missedAtGap\":{\"gap\":100000,",
            "\"missed\":[{\"gap\":99,\"falseNegatives\":0.0},");
  }

  @Test void whatNodesBelowARootForgetThatDoesNotLeaksNothing() {
    var out = plan("{ tree: t, edges: [{ id: a, filter: { kind: stable } }] }");

    assertThat(section(out, "What is forgotten"))
        .contains("The root does not forget, so nothing leaks", "only sends more asks up.")
        .doesNotContain("a million", "gap");
    assertThat(plan("{ tree: t, edges: [a] }")).doesNotContain("forgotten", "forget");
  }

  @Test void importanceHasRatesOfItsOwn() {
    var rates = atGap(IMPORTANCE).byImportance().orElseThrow();

    assertThat(section(plan(IMPORTANCE), "What is forgotten"))
        .contains("least (0) ", "middle (127) ", "most (255) ")
        .contains(" " + Figures.rate(rates.middle()) + " most (255)")
        .contains(Figures.full(Math.round(rates.most() * 1e6)) + " if they matter most.");
    assertThat(plan(IMPORTANCE, "--output", "json"))
        .contains("\"least\":" + rates.least() + ",\"middle\":" + rates.middle() + ",\"most\":");
  }

  @Test void windowsAreToldInASentence() {
    var out = plan(WINDOWS);

    assertThat(section(out, "Windows"))
        .contains("root: an event is remembered for 10m and less than one slot, 6s, longer. "
            + "100 slots, which a timer of 7 bits in each cell tells apart.")
        .contains("eu: an event is remembered for 5m and less than one slot, 6s, longer. 50 slots,")
        .contains("a: an event is remembered for 5m, or until 2k others have come, if that is "
            + "earlier.");
    assertThat(section(out, "What is forgotten"))
        .contains("eu sliding 10k 0 ", "-: its window has passed, and it is to forget.",
            "The root does not forget before its window has passed");
    assertThat(plan(WINDOWS, "--output", "json"))
        .contains("\"kind\":\"sliding\",\"window\":\"10m\",\"slots\":100,\"timerBits\":7,",
            "\"kind\":\"buffer\",\"window\":\"5m\",\"built\":\"exact, last 2k\",");
  }

  @Test void windowsOfEventsAreToldAsThem() {
    assertThat(section(
        plan("{ tree: t, mode: sparse, window: 100k events, filter: { expected: 100k },"
            + " edges: [a] }"), "Windows"))
        .contains("root, a: an event is remembered for 100k events that its node records and less "
            + "than one slot, 1k events, longer.");
  }

  @Test void growthIsToldFromItsBeginningToItsEnd() {
    var root = Topology.parse("t", GROWING).plan().nodes().get(0);
    long most = 2 * Lifetimes.growing(root.filter()).orElseThrow().grownBytes();

    assertThat(section(plan(GROWING), "Growth"))
        .contains("The rate is kept")
        .contains("root density " + Figures.size(root.memoryBytes()) + " 10k 4 "
            + Figures.size(most) + " 40k ")
        .doesNotContain("Fewer");
    assertThat(plan(GROWING, "--output", "json"))
        .contains("\"growth\":{\"trigger\":\"density\",\"subFilters\":4,\"expected\":40000,"
            + "\"memoryBytes\":" + most + "}");
    assertThat(section(plan(GROWING.replace("limits: {", "limits: { filter-memory: 64KiB,")),
        "Growth")).contains("Fewer sub-filters than limits.sub-filters");
  }

  @Test void verticalSlicesAreCountedOnlyWhereTheyArePossible() {
    String title = "Fewest slices that tolerate 1 failed";

    assertThat(section(plan(IMPORTANCE), title))
        .contains("this filter cannot be cut vertically").doesNotContain("horizontal vertical");
    assertThat(section(plan("""
        tree: t
        regions: [{ id: r, filter: { growth: density }, slices: { count: 2 }, edges: [a] }]
        """), title))
        .contains("horizontal vertical", "Empty: a filter that cannot be cut vertically.");
    assertThat(plan(IMPORTANCE, "--output", "json"))
        .contains("\"verticalByFalsePositives\":null", "\"verticalByFalseNegatives\":null");
  }
}
