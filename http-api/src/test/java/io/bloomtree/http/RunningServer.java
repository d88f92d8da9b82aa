package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A whole tree in this process, a server before it, and a client. */
final class RunningServer implements AutoCloseable {
  static final String EDGE = "athens-1";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  static final String TOPOLOGY = """
      tree: clicks
      filter: { expected: 100k }
      limits: { key: 1KiB, deadline: 1m }
      failure: { timeout: 50s, lease: 55s }
      http: { body: 16KiB, streams: 128 }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens-1, berlin-1] }
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final EmbeddedTree tree;
  private final HttpApi api;
  private final HttpClient client = HttpClient.newHttpClient();

  private RunningServer(EmbeddedTree tree, HttpApi api) {
    this.tree = tree;
    this.api = api;
  }

  static RunningServer start() {
    return start(TOPOLOGY, Tokens.none());
  }

  static RunningServer start(String text, Tokens tokens) {
    var tree = EmbeddedTree.start(Topology.parse("t.yaml", text));
    var config = new HttpConfig("127.0.0.1", 0, tree.network().topology().http(), tokens);
    var process = ServedProcess.of(tree.network(), tree.residents());
    return new RunningServer(
        tree, await(HttpApi.start(tree.vertx(), config, process.offeringTo(tree.agent(EDGE)))));
  }

  EmbeddedTree tree() {
    return tree;
  }

  HttpApi api() {
    return api;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(api.uri().resolve(path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  HttpResponse<String> get(String path) {
    return send(request(path));
  }

  HttpResponse<String> post(String path, String json) {
    return post(path, "application/json", json);
  }

  HttpResponse<String> post(String path, String type, String body) {
    return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  /** The lines that answer lines. */
  List<JsonNode> lines(String path, String... lines) {
    return post(path, "application/x-ndjson", String.join("\n", lines) + "\n")
        .body().lines().map(RunningServer::json).toList();
  }

  /** Waits until so many offers have reached the agent. */
  void awaitOffers(long offers) {
    Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
        RunningServer.await(tree.agent(EDGE).report()).agent().offers()).isEqualTo(offers));
  }

  /** How often something was refused so far, as the metrics say. */
  double refusals(String type) {
    String name = "bloomtree_http_refusals_total{type=\"" + type + "\"} ";
    return get("/metrics").body().lines().filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .findFirst().orElseThrow();
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }

  static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  @Override public void close() {
    await(api.close());
    tree.close();
  }
}
