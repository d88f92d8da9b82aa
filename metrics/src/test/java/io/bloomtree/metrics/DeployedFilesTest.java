package io.bloomtree.metrics;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dashboard, the alerts and the reference name metrics that there are, and all of them. */
class DeployedFilesTest {
  private static final Path DASHBOARD = Path.of("deploy/grafana/bloomtree.json");
  private static final Path ALERTS = Path.of("deploy/prometheus/bloomtree-alerts.yaml");
  private static final Path SCRAPING = Path.of("deploy/prometheus/prometheus.yaml");
  private static final Path REFERENCE = Path.of("docs/metrics.md");
  /** What Prometheus itself adds. */
  private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance", "up");
  private static final Set<String> WORDS = Set.of(
      "by", "without", "on", "ignoring", "and", "or", "unless", "offset", "bool");
  private static final Pattern IDENTIFIER = Pattern.compile("\\b[a-zA-Z_]\\w*\\b(?!\\s*\\()");
  private static final Pattern LABELS_OF_SELECTOR = Pattern.compile("(\\w+)\\s*(?:=~|!=|!~|=)");
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without)\\s*\\(([^)]*)\\)");

  private static Scrape scrape;

  /** Of a tree with all kinds of nodes, whose agent has told a verdict of either kind. */
  @BeforeAll static void scrape() throws InterruptedException {
    Topology topology = Topology.parse("all.yaml", """
        tree: all
        regions:
          - { id: eu, edges: [athens] }
        """);
    try (EmbeddedTree tree = EmbeddedTree.start(topology);
        var metrics = new ProcessMetrics(
            tree.vertx(), tree.network(), tree.residents(), Duration.ofSeconds(30),
            () -> Map.of("malformed", 3L))) {
      tree.agent("athens").blocking().offer("click");
      tree.agent("athens").blocking().offer("click");
      scrape = Scrape.of(metrics.scrape().toCompletionStage().toCompletableFuture().join());
    }
  }

  private static List<String> expressions(JsonNode file, String field) {
    List<String> found = new ArrayList<>();
    file.findValues(field).forEach(value -> found.add(value.asText()));
    return found;
  }

  /** Every metric and label that an expression names must be in a scrape. */
  private static void assertKnown(String expression) {
    Set<String> metrics =
        scrape.samples().stream().map(Scrape.Sample::name).collect(Collectors.toSet());
    Set<String> labels = new HashSet<>(OF_PROMETHEUS);
    scrape.samples().forEach(sample -> labels.addAll(sample.labels().keySet()));
    String unquoted = expression.replaceAll("\"[^\"]*\"", "");
    String bare = unquoted.replaceAll("\\{[^}]*}", "").replaceAll("\\[[^]]*]", "");
    assertThat(words(LABELS_OF_SELECTOR, 1, selectors(unquoted)))
        .as(expression).allMatch(labels::contains);
    assertThat(words(GROUPING, 1, bare).flatMap(list -> Stream.of(list.split("\\s*,\\s*"))))
        .as(expression).allMatch(labels::contains);
    List<String> named = words(IDENTIFIER, 0, GROUPING.matcher(bare).replaceAll(""))
        .filter(word -> !WORDS.contains(word)).toList();
    assertThat(named).as(expression).isNotEmpty()
        .allMatch(word -> metrics.contains(word) || OF_PROMETHEUS.contains(word));
  }

  private static String selectors(String expression) {
    return words(Pattern.compile("\\{[^}]*}"), 0, expression).collect(joining());
  }

  private static Stream<String> words(Pattern pattern, int group, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(group));
  }

  @Test void theDashboardShowsMetricsThatThereAre() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());

    List<String> expressions = expressions(dashboard, "expr");

    assertThat(expressions).hasSizeGreaterThan(30);
    expressions.forEach(DeployedFilesTest::assertKnown);
    assertThat(dashboard.findValues("id")).doesNotHaveDuplicates();
    assertThat(dashboard.at("/templating/list").findValuesAsText("definition"))
        .isNotEmpty().allMatch(query -> scrape.samples().stream()
            .anyMatch(sample -> query.startsWith("label_values(" + sample.name())));
  }

  @Test void alertsWatchMetricsThatThereAre() throws IOException {
    JsonNode alerts = new YAMLMapper().readTree(ALERTS.toFile());
    JsonNode rules = alerts.at("/groups/0/rules");

    assertThat(rules).hasSizeGreaterThan(10).allSatisfy(rule -> {
      assertThat(rule.at("/alert").asText()).startsWith("Bloomtree");
      assertThat(rule.at("/labels/severity").asText()).isIn("warning", "critical");
      assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
      assertKnown(rule.at("/expr").asText());
    });
    assertThat(rules.findValuesAsText("alert")).doesNotHaveDuplicates();
  }

  @Test void theExampleScrapesAsTheAlertsExpectWithTlsAndAToken() throws IOException {
    JsonNode example = new YAMLMapper().readTree(SCRAPING.toFile());
    JsonNode job = example.at("/scrape_configs/0");

    assertThat(SCRAPING.resolveSibling(example.at("/rule_files/0").asText())).isEqualTo(ALERTS);
    assertThat(Files.readString(ALERTS))
        .contains("up{job=\"" + job.at("/job_name").asText() + "\"}");
    assertThat(job.at("/scheme").asText()).isEqualTo("https");
    assertThat(job.at("/tls_config/ca_file").asText()).isNotBlank();
    assertThat(job.at("/authorization/credentials_file").asText()).isNotBlank();
    assertThat(documented()).isEqualTo(job);
  }

  /** The example of the reference. */
  private static JsonNode documented() throws IOException {
    String text = Files.readString(REFERENCE);
    int begin = text.indexOf("```yaml\n") + "```yaml\n".length();
    return new YAMLMapper().readTree(text.substring(begin, text.indexOf("```", begin)))
        .at("/scrape_configs/0");
  }

  @Test void theReferenceSaysOfEachMetricWhatAScrapeSays() throws IOException {
    Set<String> rows = Files.readAllLines(REFERENCE).stream()
        .filter(line -> line.startsWith("| `bloomtree_"))
        .collect(Collectors.toCollection(TreeSet::new));
    Set<String> scraped = new TreeSet<>();
    scrape.described().forEach((name, described) -> {
      if (name.startsWith("bloomtree_")) {
        scraped.add("| `%s` | %s | %s | %s |".formatted(
            name, described.type(), labels(name), described.help()));
      }
    });

    assertThat(rows).isEqualTo(scraped);
  }

  private static String labels(String metric) {
    return Stream.of("", "_count")
        .flatMap(suffix -> scrape.samples(metric + suffix)).findFirst().orElseThrow()
        .labels().keySet().stream().sorted().collect(joining(", "));
  }
}
