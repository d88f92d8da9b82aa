package io.bloomtree.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code edge} in a process of its own, under load from this one, over some connections. */
class EdgeLoadTest {
  private static final int CONNECTIONS = 4;
  private static final int EVENTS = 30_000;
  private static final int KEYS = 200_000;
  private static final int ARRAY = 50;
  private static final String JSON = "application/json";
  private static final String LINES = "application/x-ndjson";

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String file;

  @BeforeEach void describe() throws IOException {
    // errs in one of a few thousand runs
    file = Files.writeString(directory.resolve("tree.yaml"), """
        tree: clicks
        data: %s
        filter: { expected: 400k, fpp: 1e-9 }
        failure: { timeout: 10s }
        limits: { deadline: 30s }
        regions: [{ id: eu, edges: [athens-1, berlin-1] }]
        """.formatted(directory.resolve("data"))).toString();
  }

  @AfterEach void stop() {
    threads.shutdownNow();
  }

  private ChildProcess start() {
    return new ChildProcess("edge", ChildJvm.likeThis().command(Main.class,
        "edge", "--topology", file, "--id", "athens-1", "--http", "0"));
  }

  private static URI api(ChildProcess edge) {
    edge.awaitLog("API at http://");
    return edge.log().stream().filter(line -> line.contains("API at http://"))
        .map(line -> URI.create(line.substring(line.indexOf("http://")).strip()))
        .findFirst().orElseThrow();
  }

  private HttpResponse<String> offer(URI api, String type, String body)
      throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(api.resolve("/v1/offer"))
        .header("Content-Type", type).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private static <T> List<T> all(List<Future<T>> futures) throws Exception {
    List<T> all = new ArrayList<>();
    for (Future<T> future : futures) {
      all.add(future.get());
    }
    return all;
  }

  private List<Future<List<String>>> start(List<HttpProducer> producers, int events) {
    return producers.stream()
        .map(producer -> threads.submit(() -> producer.run(events))).toList();
  }

  private static List<HttpProducer> connect(URI api, long firstSeed) throws IOException {
    List<HttpProducer> producers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      producers.add(new HttpProducer(api, firstSeed + i, KEYS));
    }
    return producers;
  }

  private static Set<String> offered(List<HttpProducer> producers) {
    Set<String> offered = new LinkedHashSet<>();
    producers.forEach(producer -> offered.addAll(producer.offered()));
    return offered;
  }

  /** P1, P2: seeds 1 to 4. */
  @Test void everyEventOfFourConnectionsIsAccountedFor() throws Exception {
    try (ChildProcess edge = start()) {
      URI api = api(edge);
      List<HttpProducer> producers = connect(api, 1);

      List<String> distinct = new ArrayList<>();
      all(start(producers, EVENTS)).forEach(distinct::addAll);

      assertThat(producers).allMatch(producer -> producer.answered() == EVENTS);
      assertThat(distinct).doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(offered(producers));
      String metrics = client.send(
          HttpRequest.newBuilder(api.resolve("/metrics")).build(), BodyHandlers.ofString()).body();
      assertThat(sum(metrics, "bloomtree_offers_total{node=\"athens-1\""))
          .isEqualTo(CONNECTIONS * EVENTS);
      assertThat(sum(metrics, "bloomtree_verdicts_total{")).isEqualTo(CONNECTIONS * EVENTS);
      assertThat(sum(metrics, "bloomtree_http_refusals_total{")).isZero();
    }
  }

  private static double sum(String metrics, String series) {
    return metrics.lines().filter(line -> line.startsWith(series))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ')))).sum();
  }

  /**
   * P1, P2, seeds 11 to 14: what was told DISTINCT before the end is a duplicate after the restart,
   * and all else that was sent is not: it was not lost with an answer that nobody got.
   */
  @Test void aSignalUnderLoadLosesNothingAndTellsNothingTwice() throws Exception {
    Set<String> offered;
    Set<String> told = new LinkedHashSet<>();
    try (ChildProcess edge = start()) {
      URI api = api(edge);
      List<HttpProducer> producers = connect(api, 11);
      Arrays arrays = new Arrays(api);
      List<Future<List<String>>> streams = start(producers, Integer.MAX_VALUE);
      Future<List<String>> bodies = threads.submit(arrays);
      await().atMost(ChildProcess.PATIENCE).untilAsserted(() -> {
        assertThat(producers).allMatch(producer -> producer.answered() > EVENTS / 10);
        assertThat(arrays.answered).isGreaterThan(ARRAY);
      });

      edge.terminate();

      for (List<String> distinct : all(streams)) {
        assertThat(distinct).allMatch(told::add);
      }
      assertThat(bodies.get()).allMatch(told::add);
      assertThat(edge.awaitExit()).isZero();
      offered = offered(producers);
      IntStream.range(0, arrays.sent).forEach(i -> offered.add("j" + i));
    }
    try (ChildProcess edge = start()) {
      HttpResponse<String> again = offer(api(edge), LINES, offered.stream()
          .map(key -> "{\"key\":\"" + key + "\"}\n").collect(joining()));

      List<String> answers = again.body().lines().toList();
      List<String> keys = List.copyOf(offered);
      assertThat(answers).hasSameSizeAs(keys);
      for (int i = 0; i < keys.size(); i++) {
        assertThat(answers.get(i)).as(keys.get(i))
            .contains(told.contains(keys.get(i)) ? "\"DUPLICATE\"" : "\"DISTINCT\"");
      }
    }
  }

  /** Offers arrays of events, no two alike, until the server takes no more. */
  private final class Arrays implements Callable<List<String>> {
    private final URI api;
    private volatile int sent;
    private volatile int answered;

    Arrays(URI api) {
      this.api = api;
    }

    @Override public List<String> call() throws InterruptedException {
      List<String> distinct = new ArrayList<>();
      while (true) {
        List<String> keys = IntStream.range(sent, sent + ARRAY).mapToObj(i -> "j" + i).toList();
        sent += ARRAY;
        try {
          HttpResponse<String> response = offer(api, JSON, keys.stream()
              .map(key -> "{\"key\":\"" + key + "\"}").collect(joining(",", "[", "]")));
          if (response.statusCode() == 503) {
            return distinct;
          }
          assertThat(response.body().split("\"DISTINCT\"", -1)).hasSize(ARRAY + 1);
          answered += ARRAY;
          distinct.addAll(keys);
        } catch (IOException refused) { // the process has ended before it was asked
          return distinct;
        }
      }
    }
  }
}
