package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.topology.Topology;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest {
  private static final String SMALL = """
      tree: clicks
      filter: { expected: 10k, fpp: 0.01 }
      regions: [{ id: eu, filter: { expected: 4k }, edges: [a, b] }]
      """;
  private static final String QUORUM = """
      tree: calls
      filter: { expected: 10k, fpp: 0.01 }
      root: { slices: { count: 4, scheme: vertical }, failure: { slices: { quorum: 3 } } }
      regions: [{ id: eu, slices: { count: 2 }, edges: [a] }]
      """;

  private static final String FILTERS = """
                                          bits/
      node     level  expected    memory  event  k  kind   built          rate
      -------  -----  --------  --------  -----  -  -----  ----------  -------
      root         0       10k  14.3 KiB   11.7  8  bloom  cache-line  0.493 %
        eu         1        4k  5.69 KiB   11.6  8  bloom  cache-line  0.497 %
          a        2        4k  5.69 KiB   11.6  8  bloom  cache-line  0.497 %
          b        2        4k  5.69 KiB   11.6  8  bloom  cache-line  0.497 %
      -------  -----  --------  --------  -----  -  -----  ----------  -------
      4 nodes                   31.3 KiB
    """.stripTrailing();
  private static final String CLUSTER = """
      tree: clicks
      filter: { expected: 10k, fpp: 0.01 }
      cluster: { members: ['10.0.0.1:7000'], hosts: { core-1: '10.0.0.1:7000' } }
      root: { slices: { count: 12, scheme: vertical }, hosts: [core-1, core-2] }
      regions: [{ id: eu, host: core-2, edges: [a] }, { id: us, host: nyc, edges: [b] }]
      """;
  private static final String HOSTS = """
      host     address        slices  nodes                 memory
      -------  -------------  ------  ------------------  --------
      core-1   10.0.0.1:7000       6  root (6 of 12)      5.91 KiB
      core-2   core-2:5701         7  root (6 of 12), eu  17.6 KiB
      nyc      nyc:5701            1  us                  11.7 KiB
      -------  -------------  ------  ------------------  --------
      3 hosts                     14                      35.3 KiB
    """.stripTrailing();
  private static final String SPLIT = """
              share
      shape  of fpp     used  expected  k  kind   built       nodes
      -----  ------  -------  --------  -  -----  ----------  --------
          1   0.5 %  0.493 %       10k  8  bloom  cache-line  root
          2   0.5 %  0.497 %        4k  8  bloom  cache-line  eu, a, b
    """.stripTrailing();
  private static final String PATHS = """
      edge  way to the root    rate
      ----  ---------------  ------
      a     eu > root        0.99 %
      b     eu > root        0.99 %
    """.stripTrailing();
  private static final String FEWEST = """
                         fp <= 10 %            fn <= 10 %
      nodes  k     rate  horizontal  vertical  horizontal  vertical
      -----  -  -------  ----------  --------  ----------  --------
      root   8  0.493 %          11         3          10        77
    """.stripTrailing();
  private static final String FAILURES = """
                                     false      false  paper's rule:  as printed:  as printed:
      failed  failure.slices     positives  negatives     false pos.   false pos.   false neg.
      ------  -----------------  ---------  ---------  -------------  -----------  -----------
        none  any                    0.5 %          0
      1 of 4  duplicate (Eq. 6)     3.09 %          0
              quorum 1              3.06 %   0.0244 %         89.2 %         31 %
              quorum 2              2.88 %    0.464 %         60.1 %       9.62 %
              quorum 3              2.32 %     3.76 %         27.5 %       2.98 %               <-
              quorum 4              1.39 %     16.9 %         7.88 %      0.925 %
              quorum 5             0.519 %     46.6 %         1.28 %      0.287 %
              quorum 6             0.089 %     82.2 %        0.089 %      0.089 %
              distinct             0.089 %     82.2 %                                   8.89 %
      2 of 4  duplicate (Eq. 6)     12.5 %          0
              quorum 3              3.02 %     34.4 %         10.7 %      0.884 %               <-
              distinct              7.8e-5     98.4 %                                   9.38 %
      3 of 4  duplicate (Eq. 6)     38.6 %          0
              quorum 3              1.03 %     83.1 %         1.74 %       0.11 %               <-
              distinct              1.2e-6   > 99.9 %                                   26.7 %
    """.stripTrailing();

  private static TopologyRun plan(String topology, String... options) {
    var args = new String[options.length + 2];
    args[0] = "plan";
    args[1] = "-";
    System.arraycopy(options, 0, args, 2, options.length);
    return TopologyRun.withInput(topology, args);
  }

  /** The lines from a title to the next one. */
  private static String section(String out, String title) {
    assertThat(out.lines()).contains(title);
    return out.lines()
        .dropWhile(line -> !line.equals(title)).skip(1)
        .takeWhile(line -> line.isEmpty() || line.startsWith(" "))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void sketchesAreAskedForWhatTheyCostAndHowFarTheyErr() {
    String topology = SMALL + "sketches: { frequency: { memory: 64KiB }, similarity: {} }\n";

    String out = TopologyRun.withInput(topology, "plan", "-").out();
    String json = TopologyRun.withInput(topology, "plan", "-", "--output", "json").out();

    assertThat(out).contains("Sketches\n", "Every 1s it tells its parent what changed, at most",
        "64 KiB/s on each link.", "Frequency: 3 rows of 2,688 counters, 64 KiB.",
        "Similarity: 4 fields, pairs with 3 or more alike;")
        .containsPattern("eu +5 +\\S+ MiB").containsPattern("b +1 +\\S+ KiB");
    assertThat(json).contains("\"sketches\":{\"everyMillis\":1000,\"reportBytes\":65536,",
        "\"width\":2688,", "{\"id\":\"eu\",\"copies\":5,");
    assertThat(TopologyRun.withInput(SMALL, "plan", "-", "--output", "json").out())
        .doesNotContain("sketches");
  }

  @Test
  void filtersAreListedAsATreeWithTheirTotal() {
    var run = plan(SMALL);

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(section(run.out(), "Filters of clicks (<stdin>)")).contains(FILTERS);
  }

  @Test
  void hostsHaveTheMemoryOfTheirSlices() {
    assertThat(section(plan(CLUSTER).out(), "Hosts")).contains(HOSTS);
    assertThat(plan(CLUSTER, "--output", "json").out())
        .contains("\"hosts\":[{\"host\":\"core-1\",\"address\":\"10.0.0.1:7000\","
            + "\"bus\":\"10.0.0.1:8000\",\"slices\":[\"root/0\",\"root/2\",\"root/4\",")
        .contains("{\"host\":\"nyc\",\"address\":\"nyc:5701\",\"bus\":\"nyc:6701\","
            + "\"slices\":[\"us/0\"],\"memoryBytes\":");
  }

  @Test
  void hostsThatKeepStateNeedDisk() {
    String kept = CLUSTER + "data: /var/lib/bloomtree\n";

    assertThat(section(plan(kept).out(), "Hosts"))
        .contains("disk").containsPattern("core-1 .*  [0-9.]+ KiB +[0-9.]+ [MG]iB");
    assertThat(plan(kept, "--output", "json").out()).contains("\"diskBytes\":");
    assertThat(plan(CLUSTER, "--output", "json").out()).doesNotContain("diskBytes");
  }

  @Test
  void aTreeInOneProcessHasNoHosts() {
    assertThat(plan(SMALL).out().lines()).doesNotContain("Hosts");
    assertThat(plan(SMALL, "--output", "json").out()).contains("\"hosts\":[]");
  }

  @Test
  void theSplitOfTheBudgetIsExplainedOnceForAllShapesAlike() {
    assertThat(section(plan(SMALL).out(), "How fpp is split"))
        .contains(SPLIT, "\n  Shapes 1, 2: Cache lines: one cache miss an event. Up to 2 shapes");
  }

  @Test
  void eachEdgeHasTheSumOfItsPath() {
    assertThat(section(plan(SMALL).out(), "What producers observe")).contains(PATHS);
  }

  @Test
  void aTreeWithoutSlicesHasNoTableOfFailuresButTellsHowManySlicesTheRootWouldNeed() {
    var out = plan(SMALL).out();

    assertThat(out).doesNotContain("Failed slices");
    assertThat(section(out, "Fewest slices that tolerate 1 failed")).contains(FEWEST);
  }

  @Test
  void theRootShowsEveryPolicyAndPointsToItsOwn() {
    assertThat(section(plan(QUORUM).out(), "Failed slices of root: 4 vertical"))
        .contains(FAILURES)
        .contains("Every quorum up to 1 failed; --tolerate shows more");
  }

  @Test
  void toleratingMoreFailuresShowsTheirQuorums() {
    var one = section(plan(QUORUM).out(), "Failed slices of root: 4 vertical");
    var three = section(
        plan(QUORUM, "--tolerate", "3").out(), "Failed slices of root: 4 vertical");

    int k = Topology.parse("t", QUORUM).plan().nodes().get(0).probes();
    assertThat(three.lines().count() - one.lines().count())
        .as("every quorum but the chosen, of two more failures; the note is gone")
        .isEqualTo(2 * (k - 1) - 1);
  }

  @Test
  void aRegionPassesOnWhatItCannotTest() {
    assertThat(section(plan(QUORUM.replace("failure: { slices: { quorum: 3 } }", ""))
        .out(), "Failed slices of eu: 2 horizontal"))
        .contains("duplicates\n", "sent up in vain", "1 of 2", "50 %")
        .doesNotContain("quorum", "<-");
  }

  @Test
  void horizontalSlicesHaveNoQuorum() {
    assertThat(section(plan("{ tree: t, failure: { slices: duplicate }, edges: [a],"
        + " root: { slices: { count: 2 } } }").out(), "Failed slices of root: 2 horizontal"))
        .contains("duplicate (Eq. 5)       50 %          0  <-")
        .doesNotContain("quorum");
  }

  @Test
  void limitsThatNoNumberOfSlicesKeepsAreMarked() {
    assertThat(plan(SMALL, "--max-fpp", "1e-6", "--max-fnp", "1e-6").out())
        .contains("-: without any failure the filter errs that often.", "> 1,024");
  }

  @Test
  void noLineIsTooWideAndNothingButAsciiIsPrinted() {
    var edges = IntStream.range(0, 50)
        .mapToObj(i -> "e" + i + "x".repeat(200)).collect(Collectors.joining(", "));
    var deep = "regions: [{ id: r" + "y".repeat(200) + ", edges: [" + edges + "] }]";
    var run = plan("tree: t\u00e9\nfilter: { expected: 7654321 }\n"
        + "root: { slices: { count: 1000, scheme: vertical } }\n" + deep + "\n");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("30 more edges", "More than 16 failed slices are left out.");
    assertThat(run.out().lines().skip(1)).allSatisfy(line -> {
      assertThat(line.length()).as(line).isLessThanOrEqualTo(130);
      assertThat(line).matches("\\p{ASCII}*");
    });
  }

  @Test
  void jsonHasEverything() {
    var run = plan(QUORUM, "--output", "json", "--tolerate", "2", "--max-fpp", "1e-6");

    assertThat(run.exit()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out())
        .startsWith("{\"file\":\"<stdin>\",\"tree\":\"calls\",\"mode\":\"dense\",\"fpp\":0.01,"
            + "\"worstFalsePositives\":0.0")
        .contains("\"memoryBytes\":", "\"leak\":null,",
            "\"shares\":[{\"expected\":10000,\"kind\":\"bloom\",\"built\":\"plain\",")
        .contains("\"nodes\":[{\"id\":\"root\",\"role\":\"root\",\"level\":0,\"expected\":10000,"
            + "\"kind\":\"bloom\",\"layout\":\"plain\",\"built\":\"plain\",\"bits\":")
        .contains("\"scheme\":\"vertical\",\"slices\":4,\"slicePolicy\":\"quorum 3\","
            + "\"failures\":[{\"failed\":1,\"duplicate\":{\"falsePositives\":0.")
        .contains("\"falseNegativesAsPrinted\":", "\"quorums\":[{\"quorum\":1,\"falsePositives\":",
            "\"falsePositivesOfPaper\":", "\"falsePositivesAsPrinted\":")
        .contains("\"fewestSlices\":{\"failed\":2,\"maxFalsePositives\":1.0E-6,"
            + "\"maxFalseNegatives\":0.1,\"horizontalByFalsePositives\":null,"
            + "\"verticalByFalsePositives\":null,\"horizontalByFalseNegatives\":20,")
        .contains("\"paths\":[{\"nodes\":[\"a\",\"eu\",\"root\"],\"falsePositives\":0.0");
  }

  @Test
  void aBadTopologyIsToldAsValidateTellsItAndNothingIsPrinted() {
    var run = plan("tree: t\nmod: dense\nedges: [a]\n", "--output", "json");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("<stdin>:2:1: unknown key 'mod'").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "--tolerate 0", "--tolerate 1024", "--tolerate x", "--max-fpp 0", "--max-fpp 1",
    "--max-fpp NaN", "--max-fnp -0.1", "--output xml", "second.yaml", "--tolerat 1",
  })
  void badOptionsAreUsageErrors(String options) {
    var run = plan(SMALL, options.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("Usage: bloomtree plan", "Try 'bloomtree plan --help'.")
        .doesNotContain("\tat ");
  }

  @Test
  void helpTeachesByExamples() {
    assertThat(TopologyRun.of("plan", "--help").out())
        .contains("Usage: bloomtree plan", "--tolerate=F", "Examples:", "A false positive is");
  }
}
