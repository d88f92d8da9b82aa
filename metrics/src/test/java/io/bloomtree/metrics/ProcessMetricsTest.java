package io.bloomtree.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Occupancy;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Tally;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is scraped is what was offered, and named as Prometheus wants it. */
class ProcessMetricsTest {
  private static final Topology TOPOLOGY = Topology.parse("metrics.yaml", """
      tree: counted
      filter: { expected: 10k, fpp: 1e-9 }
      failure: { timeout: 20s, lease: 60s }
      limits: { deadline: 60s }
      root: { slices: { count: 2, scheme: horizontal } }
      regions:
        - { id: eu, edges: [athens, berlin] }
      """);
  private static final int KEYS = 1_000;
  private static final int SHARED = 400;
  /** Of JSON and of the text format, but no more than what the topology and the program say. */
  private static final Set<String> LABELS = Set.of(
      "node", "slice", "level", "decision", "cause", "reason", "table", "relation", "le",
      "version", "java", "tree", "epoch", "type");

  private static EmbeddedTree tree;
  private static ProcessMetrics metrics;
  private static Scrape scrape;

  /** Athens offers all keys twice, berlin some of them once. */
  @BeforeAll static void offer() throws Exception {
    tree = EmbeddedTree.start(TOPOLOGY);
    metrics = new ProcessMetrics(
        tree.vertx(), tree.network(), tree.residents(), Duration.ofSeconds(30),
        () -> Map.of("malformed", 3L, "timeout", 0L));
    List<String> keys = IntStream.range(0, KEYS).mapToObj(i -> "key-" + i).toList();
    tree.agent("athens").blocking().offerAll(keys);
    awaitSettled();
    for (String key : keys) {
      tree.agent("athens").blocking().offer(key);
    }
    tree.agent("berlin").blocking().offerAll(keys.subList(0, SHARED));
    awaitSettled();
    scrape = scrape();
  }

  @AfterAll static void stop() {
    metrics.close();
    tree.close();
  }

  /** Confirms are on their way for a while after the verdicts. */
  private static void awaitSettled() {
    Awaitility.await().untilAsserted(() -> assertThat(tree.report())
        .flatExtracting(NodeReport::tables)
        .filteredOn(table -> Set.of("claims", "outstanding", "unspread").contains(table.table()))
        .extracting(Occupancy::size).containsOnly(0L));
  }

  private static Scrape scrape() {
    return Scrape.of(metrics.scrape().toCompletionStage().toCompletableFuture().join());
  }

  @ParameterizedTest(name = "{0} {1}={2}")
  @CsvSource(delimiter = ' ', value = {
      "bloomtree_http_refusals_total type malformed 3",
      "bloomtree_http_refusals_total type timeout 0",
      "bloomtree_offers_total node athens 2000",
      "bloomtree_offers_total node berlin 400",
      "bloomtree_open_offers node athens 0",
      "bloomtree_verdicts_total decision distinct 1000",
      "bloomtree_verdicts_total decision duplicate 1400",
      "bloomtree_verdicts_total level 0 1000",
      "bloomtree_verdicts_total level 1 400",
      "bloomtree_verdicts_total level 2 1000",
      "bloomtree_offer_failures_total node athens 0",
      "bloomtree_degraded_verdicts_total node athens 0",
      "bloomtree_verdict_latency_seconds_count node athens 2000",
      "bloomtree_verdict_latency_seconds_count node berlin 400",
      "bloomtree_tests_total node athens 2000",
      "bloomtree_hits_total node athens 1000",
      "bloomtree_misses_total node athens 1000",
      "bloomtree_table_entries table claims 0",
      "bloomtree_degraded_answers_total node eu 0",
      "bloomtree_peers_away relation parent 0",
      "bloomtree_peers node eu 2",
      "bloomtree_state_lost node root 0",
      "bloomtree_filter_sub_filters node root 2",
      "bloomtree_filter_expected_events node root 10000",
      "bloomtree_up node root 2",
  })
  void countsWhatWasOffered(String metric, String label, String value, double expected) {
    assertThat(scrape.sum(metric, label, value)).isEqualTo(expected);
  }

  /** Whoever waits for an answer for long asks once more. */
  @ParameterizedTest(name = "{0} {1}={2}")
  @CsvSource(delimiter = ' ', value = {
      "bloomtree_hits_total node eu 400",
      "bloomtree_misses_total node eu 1000",
      "bloomtree_misses_total node root 1000",
      "bloomtree_sets_total node root 1000",
      "bloomtree_ask_batch_events_sum node athens 1000",
      "bloomtree_ask_batch_events_sum node berlin 400",
      "bloomtree_ask_batch_events_sum node eu 1000",
  })
  void countsWhatWasOfferedAndRepeated(
      String metric, String label, String value, double least) {
    assertThat(scrape.sum(metric, label, value)).isGreaterThanOrEqualTo(least);
  }

  @Test void everyCountIsTheMachines() {
    for (NodeReport report : tree.report()) {
      for (Tally.Count count : List.of(Tally.Count.TESTS, Tally.Count.HITS, Tally.Count.SETS)) {
        String name = "bloomtree_" + count.name().toLowerCase(Locale.ROOT) + "_total";
        assertThat(scrape.sum(name, "node", report.slice().node().value(),
            "slice", "" + report.slice().slice())).isEqualTo(report.count(count));
      }
    }
  }

  @Test void saysOfFiltersAndTrafficWhatTheReportsSay() {
    for (NodeReport report : tree.report()) {
      String[] slice = {
        "node", report.slice().node().value(), "slice", "" + report.slice().slice()};
      assertThat(scrape.sum("bloomtree_filter_estimated_events", slice))
          .isEqualTo(report.filter().estimatedEvents());
      assertThat(scrape.sum("bloomtree_filter_fill_ratio", slice))
          .isEqualTo(report.filter().fill());
      assertThat(scrape.sum("bloomtree_filter_memory_bytes", slice))
          .isEqualTo(report.filter().memoryBytes());
      // heartbeats go on
      assertThat(scrape.sum("bloomtree_sent_bytes_total", slice))
          .isPositive().isLessThanOrEqualTo(report.traffic().bytesSent());
      assertThat(scrape.sum("bloomtree_received_packets_total", slice))
          .isPositive().isLessThanOrEqualTo(report.traffic().packetsReceived());
    }
  }

  @Test void bucketsAddUp() {
    for (String histogram : List.of("bloomtree_verdict_latency_seconds",
        "bloomtree_ask_batch_events")) {
      List<Double> buckets = scrape.samples(histogram + "_bucket", "node", "athens")
          .map(Scrape.Sample::value).toList();
      assertThat(buckets).isSorted().hasSizeGreaterThan(5);
      assertThat(scrape.sum(histogram + "_bucket", "node", "athens", "le", "+Inf"))
          .isEqualTo(scrape.sum(histogram + "_count", "node", "athens"));
    }
    assertThat(scrape.sum("bloomtree_verdict_latency_seconds_sum", "node", "athens"))
        .isPositive();
  }

  @Test void everyCountOfTheMachinesIsThere() {
    for (Tally.Count count : Tally.Count.values()) {
      if (count != Tally.Count.DEGRADED && count != Tally.Count.PACKETS_SENT) {
        assertThat(scrape.samples(
            "bloomtree_" + count.name().toLowerCase(Locale.ROOT) + "_total"))
            .as(count.name()).hasSize(5);
      }
    }
  }

  @Test void tellsWhatItRunsOn() {
    assertThat(scrape.samples("bloomtree_build_info")).singleElement()
        .satisfies(info -> assertThat(info.labels())
            .containsEntry("tree", "counted").containsEntry("epoch", "0")
            .containsKeys("version", "java"));
    assertThat(scrape.described().keySet())
        .contains("jvm_memory_used_bytes", "process_uptime_seconds", "jvm_threads_live_threads",
            "process_cpu_seconds_total", "system_cpus");
  }

  /** The rules that promtool checks. */
  @Test void namesFollowTheRules() {
    Pattern snakeCase = Pattern.compile("bloomtree(_[a-z]+)+");
    Pattern otherUnits = Pattern.compile(
        ".*_(ns|nanos|us|micros|ms|millis|milliseconds|s|minutes|hours|days"
            + "|b|kb|mb|gb|kilobytes|percent)(_.*)?");
    assertThat(scrape.described().keySet()).filteredOn(name -> name.startsWith("bloomtree_"))
        .hasSizeGreaterThan(50).allMatch(name -> snakeCase.matcher(name).matches());
    scrape.described().forEach((name, described) -> {
      String type = described.type();
      assertThat(name).doesNotMatch(otherUnits);
      assertThat(described.help()).as(name).isNotBlank().doesNotContain("\n");
      assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
      assertThat(name).doesNotContain("_" + type);
      assertThat(name).doesNotMatch(".*_(bucket|count|sum)");
      assertThat(type).as(name).isIn("counter", "gauge", "histogram", "summary");
      if (name.startsWith("bloomtree_")) {
        assertThat(described.help()).as(name).endsWith(".");
        assertThat(type).as(name).isNotEqualTo("summary"); // nobody can add them up
      }
    });
  }

  /** Otherwise the first increments of a series are in no rate. */
  @Test void everySeriesIsThereBeforeAnythingIsOffered() {
    try (EmbeddedTree other = EmbeddedTree.start(TOPOLOGY);
        var process = new ProcessMetrics(
            other.vertx(), other.network(), other.residents(), Duration.ofSeconds(30),
            () -> Map.of("malformed", 0L, "timeout", 0L))) {
      Scrape before = Scrape.of(
          process.scrape().toCompletionStage().toCompletableFuture().join());

      assertThat(series(before)).containsExactlyInAnyOrderElementsOf(series(scrape));
      for (String decision : List.of("distinct", "duplicate")) {
        for (int level = 0; level <= 2; level++) {
          assertThat(before.sum("bloomtree_verdicts_total",
              "node", "athens", "decision", decision, "level", "" + level)).isZero();
        }
      }
      for (String cause : List.of("slice_away", "owner_away", "parent_away", "state_lost")) {
        before.sum("bloomtree_degraded_verdicts_total", "node", "athens", "cause", cause);
        before.sum("bloomtree_degraded_answers_total", "node", "root", "cause", cause);
      }
      for (Reason reason : Reason.values()) {
        before.sum("bloomtree_offer_failures_total",
            "node", "athens", "reason", reason.name().toLowerCase(Locale.ROOT));
      }
    }
  }

  private static List<String> series(Scrape scrape) {
    return scrape.samples().stream().filter(sample -> sample.name().startsWith("bloomtree_"))
        .map(sample -> sample.name() + sample.labels()).toList();
  }

  @Test void labelsAreOfTheTopologyAndOfTheProgramOnly() {
    Set<String> nodes = TOPOLOGY.nodes().stream()
        .map(node -> node.id().value()).collect(Collectors.toSet());
    scrape.samples().stream().filter(sample -> sample.name().startsWith("bloomtree_"))
        .forEach(sample -> {
          assertThat(LABELS).containsAll(sample.labels().keySet());
          assertThat(sample.labels().values()).noneMatch(value -> value.contains("key-"));
          if (sample.labels().containsKey("node")) {
            assertThat(nodes).contains(sample.labels().get("node"));
          }
        });
  }

  @Test void whatHasStoppedIsDown() {
    try (EmbeddedTree other = EmbeddedTree.start(TOPOLOGY);
        var process = new ProcessMetrics(
            other.vertx(), other.network(), other.residents(), Duration.ofSeconds(30),
            Map::of)) {
      other.agent("berlin").close().toCompletionStage().toCompletableFuture().join();

      Scrape after = Scrape.of(
          process.scrape().toCompletionStage().toCompletableFuture().join());

      assertThat(after.sum("bloomtree_up", "node", "berlin")).isZero();
      assertThat(after.sum("bloomtree_up", "node", "athens")).isEqualTo(1);
      assertThat(after.samples("bloomtree_offers_total", "node", "berlin")).isEmpty();
    }
  }
}
