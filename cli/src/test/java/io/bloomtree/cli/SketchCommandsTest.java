package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bloomtree.bus.SketchInquiry;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.topology.SketchPlan;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/**
 * What operators are told of a stream that is known: a tree in a process of its own, two producers
 * in theirs, and commands that join for the time of a question.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SketchCommandsTest {
  /** Of repeated keys: the first is offered most often. */
  private static final int REPEATED = 20;
  /** Pairs of keys with the same shingles. */
  private static final int TWINS = 100;
  private static final int DEVIATIONS = 4;

  @TempDir static Path directory;

  private final ObjectMapper mapper = new ObjectMapper();
  private final List<String> athens = new ArrayList<>();
  private final List<String> boston = new ArrayList<>();
  private ProcessTree tree;
  private SketchPlan plan;

  @RegisterExtension final TestExecutionExceptionHandler onFailure = (context, failure) -> {
    System.out.println(tree.logged().collect(joining("\n")));
    throw failure;
  };

  @BeforeAll
  void feedTree() throws Exception {
    tree = new ProcessTree(directory, """
        mode: dense
        sketches:
          every: 100ms
          frequency: { keep-keys: true }
          similarity: { memory: 4MiB, sample: 1 }
        root: { slices: { count: 4, scheme: vertical }, hosts: [core-1, core-2] }
        """, "100k", new ProcessTree.Times("10s", "30s", "20s")).startWhole();
    plan = tree.network().topology().plan().sketches().orElseThrow();
    makeStreams();
    ChildProcess one = tree.filter("athens-1");
    ChildProcess other = tree.filter("boston-1");
    athens.forEach(one::say);
    boston.forEach(other::say);
    awaitCounts();
  }

  private void makeStreams() {
    for (int i = 0; i < REPEATED; i++) {
      for (int copy = 0; copy < 30 - i; copy++) {
        athens.add(key(i));
      }
      for (int copy = 0; i < REPEATED / 2 && copy < 10; copy++) {
        boston.add(key(i));
      }
    }
    for (int i = 0; i < TWINS; i++) {
      // all runs of four characters that the one has, has the other too
      boston.add(key(REPEATED + i).repeat(2));
      boston.add(key(REPEATED + i).repeat(3));
    }
  }

  private static String key(int i) {
    return "%016x".formatted(new SplittableRandom(i).nextLong());
  }

  /** Until the root was told of all offers, and of all that passed. */
  private void awaitCounts() throws Exception {
    TreeCluster cluster = done(TreeCluster.join(
        tree.network(), Joining.observer(), ClusterLog.named("")));
    var sketches = new SketchInquiry(
        new TreeInquiry(cluster.vertx(), tree.network(), Duration.ofSeconds(10)));
    var root = new NodeId("root");
    await().atMost(ChildProcess.PATIENCE).untilAsserted(() -> {
      assertThat(done(sketches.skew(root)).total()).isEqualTo(athens.size() + boston.size());
      assertThat(done(sketches.similar(root)).records()).isEqualTo(REPEATED + 2 * TWINS);
    });
    done(cluster.leave());
  }

  private static <T> T done(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get();
  }

  @AfterAll
  void closeTree() {
    tree.close();
  }

  private TopologyRun run(String... words) {
    var args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--topology", tree.file("topology.yaml").toString()));
    return TopologyRun.asking("", args.toArray(String[]::new));
  }

  private JsonNode json(String... words) throws IOException {
    var args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--output", "json"));
    TopologyRun run = run(args.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    return mapper.readTree(run.out());
  }

  private static Map<String, Long> counts(List<String> stream) {
    var counts = new HashMap<String, Long>();
    stream.forEach(key -> counts.merge(key, 1L, Long::sum));
    return counts;
  }

  private static double join(List<String> one, List<String> other) {
    Map<String, Long> there = counts(other);
    return counts(one).entrySet().stream()
        .mapToDouble(key -> (double) key.getValue() * there.getOrDefault(key.getKey(), 0L)).sum();
  }

  private List<String> all() {
    var all = new ArrayList<>(athens);
    all.addAll(boston);
    return all;
  }

  @Test
  void countSaysHowOftenAndWhere() throws Exception {
    JsonNode json = json("count", key(3));

    assertThat(json.get("nodes").findValuesAsText("node"))
        .containsExactly("root", "eu", "athens-1", "us", "boston-1");
    assertThat(json.get("unknown")).hasSize(1);
    for (JsonNode node : json.get("nodes")) {
      long truth = switch (node.get("node").asText()) {
        case "root" -> 37;
        case "eu", "athens-1" -> 27;
        default -> 10;
      };
      JsonNode count = node.get("count");
      assertThat(count.get("atMost").asLong())
          .isBetween(truth, truth + (long) Math.ceil(count.get("errorAtMost").asDouble()));
      assertThat(count.get("estimate").asDouble()).isLessThanOrEqualTo(count.get("atMost").asLong())
          .isCloseTo(truth, within(DEVIATIONS * deviation(athens, boston)));
    }
  }

  /** What an estimate of a count is usually off by. */
  private double deviation(List<String> one, List<String> other) {
    int width = plan.frequency().orElseThrow().shape().width();
    return Math.sqrt((join(one, one) + join(other, other) + 2 * join(one, other)) / width);
  }

  @Test
  void countIsAProcessLikeAnyOther() {
    ChildProcess count = tree.command("count", "count", key(0));

    assertThat(count.awaitExit()).isZero();
    assertThat(count.out()).startsWith("How often '" + key(0) + "' was offered")
        .anyMatch(line -> line.contains("About 40 times, and at most 40 times, of 710 offers"))
        .anyMatch(line -> line.matches(" +athens-1 +30 +30 +410 .*ago"))
        .anyMatch(line -> line.contains("Nothing is known of athens-2"));
    assertThat(count.log()).isEmpty();
  }

  @Test
  void whatWasNeverOfferedIsCountedAsNothing() throws Exception {
    JsonNode fingerprint = json("count", "--as", "fingerprint", "00000000deadbeef");

    assertThat(fingerprint.get("fingerprint").asText()).isEqualTo("00000000deadbeef");
    assertThat(fingerprint.get("nodes").get(0).get("count").get("atMost").asLong()).isZero();
  }

  @Test
  void hotTellsTheMostFrequentFirst() throws Exception {
    JsonNode json = json("hot", "--limit", "3");
    TopologyRun screen = run("hot", "--node", "boston-1", "--limit", "10");

    assertThat(json.get("events").findValuesAsText("key"))
        .containsExactly(key(0), key(1), key(2));
    assertThat(json.get("events").findValues("atMost")).extracting(JsonNode::asLong)
        .allSatisfy(count -> assertThat(count).isBetween(38L, 41L));
    assertThat(json.get("total").asLong()).isEqualTo(all().size());
    assertThat(screen.exit()).isZero();
    assertThat(screen.out()).startsWith("Offered most often to boston-1\n")
        .containsPattern("1 +[0-9a-f]{16} +10 +10 +3.33 %")
        .contains("Of 300 offers.", "up to now.");
  }

  @Test
  void skewTellsTheSelfJoinSizeAndWhatFits() throws Exception {
    double truth = join(all(), all());
    double pairs = truth - all().size();
    double across = 2 * join(athens, boston) / pairs;

    JsonNode json = json("skew");

    double tolerance = DEVIATIONS * plan.frequency().orElseThrow().selfJoinDeviation();
    assertThat(json.at("/skew/selfJoinSize").asDouble())
        .isCloseTo(truth, within(tolerance * truth));
    assertThat(json.at("/skew/selfJoinSizeAtMost").asDouble()).isGreaterThanOrEqualTo(truth);
    assertThat(json.at("/skew/distinct").asDouble())
        .isCloseTo(counts(all()).size(), within(0.1 * counts(all()).size()));
    assertThat(json.at("/acrossEdges").asDouble()).isCloseTo(across, within(3 * tolerance));
    assertThat(json.at("/fittingMode").asText()).isEqualTo("dense");
    // 1/(1 + 3 q), with q the share of pairs of offers that are of the same event: below 0.95
    assertThat(json.at("/fittingScheme").asText()).isEqualTo("vertical");
  }

  @Test
  void overlapTellsTheJoinSize() throws Exception {
    double truth = join(athens, boston);
    double tolerance = DEVIATIONS * plan.frequency().orElseThrow().selfJoinDeviation()
        * Math.sqrt(join(athens, athens) * join(boston, boston));

    JsonNode json = json("overlap", "eu", "boston-1");

    assertThat(json.get("joinSize").asDouble()).isCloseTo(truth, within(tolerance));
    assertThat(json.get("joinSizeAtMost").asDouble()).isGreaterThanOrEqualTo(truth);
  }

  @Test
  void similarTellsTwinsThatPassedAsDistinct() throws Exception {
    double deviation = plan.similarity().orElseThrow().deviation() * (REPEATED + 2 * TWINS);

    JsonNode all = json("similar").get("pairs");
    JsonNode between = json("similar", "eu", "us").get("pairs");

    assertThat(all.findValues("alike")).extracting(JsonNode::asInt).containsExactly(4, 3);
    assertThat(all.findValues("pairs")).extracting(JsonNode::asDouble).allSatisfy(pairs ->
        assertThat(pairs).isCloseTo(TWINS, within(DEVIATIONS * deviation)));
    assertThat(between.findValues("pairs")).extracting(JsonNode::asDouble).allSatisfy(pairs ->
        assertThat(pairs).isCloseTo(0, within(DEVIATIONS * deviation)));
  }

  @Test
  void edgesWithoutAProducerDoNotAnswer() {
    TopologyRun hot = run("hot", "--node", "athens-2");

    assertThat(hot.exit()).isEqualTo(1);
    assertThat(hot.err().strip()).isEqualTo("athens-2/0 gave no answer: no process runs it; an edge "
        + "answers while its producer runs");
  }
}
