package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code edge} beside {@code up}, each in a process of its own, with a producer in a third. */
class EdgeProcessTest {
  private static final String OPERATOR = "operate-0123456789";
  private static final int EVENTS = 3_000;

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  private ChildProcess start(String name, String... arguments) {
    ProcessBuilder builder = ChildJvm.likeThis().command(Main.class, arguments);
    builder.environment().put("BLOOMTREE_HTTP_TOKENS", "operator " + OPERATOR);
    return new ChildProcess(name, builder);
  }

  /** Where a process says that its API is. */
  private static URI api(ChildProcess process) {
    process.awaitLog("API at http://");
    return process.log().stream().filter(line -> line.contains("API at http://"))
        .map(line -> URI.create(line.substring(line.indexOf("http://")).strip()))
        .findFirst().orElseThrow();
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(
        request.header("Authorization", "Bearer " + OPERATOR).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> offer(URI api, String type, String body)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(api.resolve("/v1/offer"))
        .header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  @Test
  void aProducerOffersOverHttpUntilTheEdgeIsDrained() throws Exception {
    int port = FreePorts.first();
    String file = Files.writeString(directory.resolve("tree.yaml"), """
        tree: clicks
        filter: { expected: 100k }
        failure: { timeout: 10s }
        limits: { deadline: 20s }
        cluster: { members: ['127.0.0.1:%d'], wait: 3m }
        root: { slices: { count: 2 } }
        regions: [{ id: eu, edges: [athens-1, berlin-1] }]
        """.formatted(port)).toString();
    String lines = IntStream.range(0, EVENTS)
        .mapToObj(i -> "{\"key\":\"e" + i + "\"}\n").collect(joining());
    try (ChildProcess up = start("up", "up", file, "--http", "0");
        ChildProcess edge = start(
            "edge", "edge", "--topology", file, "--id", "athens-1", "--http", "0")) {
      URI tree = api(up);
      URI athens = api(edge);

      HttpResponse<String> first = offer(athens, "application/x-ndjson", lines);
      HttpResponse<String> again = offer(athens, "application/x-ndjson", lines);

      assertThat(first.body().lines()).hasSize(EVENTS);
      // a filter errs now and then
      assertThat(first.body().lines().filter(line -> line.contains("\"DISTINCT\"")).count())
          .isGreaterThan(EVENTS * 99 / 100);
      assertThat(again.body().lines()).hasSize(EVENTS)
          .allMatch(line -> line.contains("\"DUPLICATE\""));
      assertThat(offer(tree, "application/json", "{\"key\":\"a\"}").statusCode()).isEqualTo(409);
      await().atMost(ChildProcess.PATIENCE).untilAsserted(() -> assertThat(
          send(HttpRequest.newBuilder(tree.resolve("/v1/nodes/athens-1"))).body())
          .contains("\"state\":\"up\"").contains("\"offers\":" + 2 * EVENTS));
      drainWithAStreamOpen(edge, athens);
    }
  }

  private void drainWithAStreamOpen(ChildProcess edge, URI athens) throws IOException {
    try (var socket = new Socket(athens.getHost(), athens.getPort())) {
      socket.getOutputStream().write(("POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
          + "Authorization: Bearer " + OPERATOR + "\r\nContent-Type: application/x-ndjson\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n").getBytes(US_ASCII));
      socket.getOutputStream().write("d\r\n{\"key\":\"e0\"}\n\r\n".getBytes(US_ASCII));
      assertThat(socket.getInputStream().read()).as("its answer has begun").isEqualTo('H');

      edge.terminate();

      // the client has not ended it
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .contains("\"DUPLICATE\"").endsWith("\r\n0\r\n\r\n");
    }
    assertThat(edge.awaitExit()).isZero();
    assertThat(edge.log()).anyMatch(line -> line.contains("left the cluster"));
    assertThat(edge.log()).noneMatch(line -> line.contains(OPERATOR));
  }
}
