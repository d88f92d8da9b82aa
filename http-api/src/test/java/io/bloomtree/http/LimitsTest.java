package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is too much, too slow, or no request at all. */
class LimitsTest {
  private static final int STREAMS = 100;

  private static RunningServer server;
  private static RunningServer hasty;

  @BeforeAll static void start() {
    server = RunningServer.start(
        RunningServer.TOPOLOGY.replace("streams: 128", "streams: " + STREAMS), Tokens.none());
    hasty = RunningServer.start("""
        tree: t
        filter: { expected: 1k }
        http: { timeout: 100ms, idle: 500ms }
        edges: [athens-1]
        """, Tokens.none());
  }

  @AfterAll static void close() {
    server.close();
    hasty.close();
  }

  @Test void aBodyThatIsTooLongIsRefused() {
    String body = "{\"key\":\"" + "x".repeat(20_000) + "\"}";

    HttpResponse<String> announced = server.post("/v1/offer", body);
    HttpResponse<String> chunked = server.send(server.request("/v1/offer")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(body))));

    for (HttpResponse<String> response : List.of(announced, chunked)) {
      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(response.headers().firstValue("content-type"))
          .hasValue("application/problem+json");
      assertThat(response.body()).contains("urn:bloomtree:problem:too-large", "\"limit\":16384");
    }
    assertThat(server.post("/v1/offer", "{\"key\":\"after\"}").statusCode()).isEqualTo(200);
  }

  @Test void aClientThatTakesTooLongForItsBodyIsToldAndCutOff() throws IOException {
    try (var client = new RawClient(hasty.api().port())) {
      client.send("POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"key\":");

      assertThat(client.untilClosed())
          .startsWith("HTTP/1.1 408 ").contains("urn:bloomtree:problem:timeout");
    }
  }

  @Test void aClientThatSaysNothingIsCutOff() throws IOException {
    try (var silent = new RawClient(hasty.api().port());
        var stalled = RawClient.stream(hasty.api().port(), "/v1/offer")) {
      stalled.chunk("{\"key\":\"a\"}\n{\"key\"");

      assertThat(stalled.line()).contains("DISTINCT");
      assertThat(stalled.untilClosed()).isBlank();
      assertThat(silent.untilClosed()).isEmpty();
    }
  }

  /** It is never silent for long, but no request ever comes of it. */
  @Test void aClientThatSendsTheHeadOfARequestByteByByteIsCutOff() throws IOException {
    try (var kept = new RawClient(hasty.api().port());
        var slow = new RawClient(hasty.api().port())) {
      kept.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\nGET ");
      assertThat(kept.head()).startsWith("HTTP/1.1 200 ");
      slow.send("GET /v1/tree HTTP/1.1\r\nX: ");

      assertThat(slow.isClosedWhileSending("x")).isTrue();
      assertThat(kept.isClosedWhileSending("x")).as("neither after a request").isTrue();
    }
  }

  @Test void aConnectionTooManyIsClosedAtOnce() throws IOException {
    try (RunningServer small = RunningServer.start(
        RunningServer.TOPOLOGY.replace("streams: 128", "connections: 3"), Tokens.none())) {
      int port = small.api().port();
      try (var first = RawClient.stream(port, "/v1/offer");
          var second = RawClient.stream(port, "/v1/offer");
          var third = RawClient.stream(port, "/v1/offer")) {
        try (var fourth = new RawClient(port)) {
          assertThat(fourth.untilClosed()).isEmpty();
        }
        for (RawClient client : List.of(first, second, third)) {
          client.chunk("{\"key\":\"a\"}\n");
          assertThat(client.line()).contains("decision");
        }
      }
      await().atMost(RunningServer.PATIENCE).ignoreExceptions().untilAsserted(() ->
          assertThat(small.refusals("connection-limit")).isGreaterThanOrEqualTo(1));
    }
  }

  @Test void viewersDoNotTakeThePlacesOfProducers() throws IOException {
    try (RunningServer small = RunningServer.start(RunningServer.TOPOLOGY.replace(
        "streams: 128", "streams: 1, viewers: 1"), Tokens.none());
        var viewer = new RawClient(small.api().port());
        var stream = RawClient.stream(small.api().port(), "/v1/offer")) {
      viewer.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(viewer.head()).startsWith("HTTP/1.1 200 ");

      assertThat(small.get("/v1/events").body()).contains("1 viewers are open");
      assertThat(small.post("/v1/offer", "application/x-ndjson", "{\"key\":\"a\"}\n").body())
          .contains("1 streams are open");
      stream.chunk("{\"key\":\"a\"}\n");
      assertThat(stream.line()).contains("DISTINCT");
    }
  }

  @Test void manyStreamsAreServedAtOnceAndOneMoreIsRefused() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < STREAMS; i++) {
        clients.add(RawClient.stream(server.api().port(), "/v1/offer"));
        clients.get(i).chunk("{\"key\":\"s" + i + "\"}\n{\"key\":");
      }
      for (RawClient client : clients) {
        assertThat(client.line()).contains("DISTINCT");
      }
      HttpResponse<String> refused =
          server.post("/v1/offer", "application/x-ndjson", "{\"key\":\"a\"}\n");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      for (int i = 0; i < STREAMS; i++) {
        clients.get(i).chunk("\"s" + (i + 1) % STREAMS + "\"}\n");
      }
      for (RawClient client : clients) {
        assertThat(client.line()).contains("DUPLICATE");
        client.chunk("");
        assertThat(client.rest()).isEmpty();
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test void malformedJsonIsRefusedWithItsPlace() {
    HttpResponse<String> response =
        server.post("/v1/offer", "[\n  {\"key\":\"a\"},\n  {\"key\":\"b\"\n]");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("urn:bloomtree:problem:malformed", "\"line\":4");
    assertThat(server.post("/v1/offer", "{\"key\":\"a\"}").body())
        .as("nothing of it was offered").contains("DISTINCT");
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(delimiter = '|', value = {
    "GET | /v1/nothing | | 404",
    "GET | /v1/nodes/nobody | | 404",
    "GET | /../../etc/passwd | | 404",
    "GET | /lib/%2e%2e/%2e%2e/logging.properties | | 404",
    "GET | /console.class | | 404",
    "GET | /v1/offer | | 405",
    "DELETE | /v1/tree | | 405",
    "GET | /v1/tree | Accept: text/html | 406",
    "GET | /v1/tree | Accept: application/*;q=0.5, text/html | 200",
    "POST | /v1/offer | Content-Type: text/plain | 415",
    "POST | /v1/offer | | 415",
    "POST | /v1/try | Content-Type: application/x-www-form-urlencoded | 415",
    "POST | /v1/offer | Content-Type: application/json | 400",
    "GET | /v1/nodes/%zz | | 400",
    "GET | /v1/nodes/r%6fot | | 200",
    "GET | /v1/nodes/%ff | | 404",
    "GET | /% | | 400",
    "GET | /v1/sketches/hot?limit=%zz | | 400",
    "GET | nothing | | 400",
    "GET | http://localhost/v1/topology | | 200",
    "OPTIONS | * | | 400",
    "GET | /v1/sketches/hot | | 404",
    "GET | /v1/sketches/overlap?a=root | | 400",
    "GET | /v1/sketches/hot?limit=0 | | 400",
    "HEAD | /v1/tree | | 200",
  })
  void whatMakesNoSenseIsAProblem(String method, String path, String header, int status)
      throws IOException {
    try (var client = new RawClient(server.api().port())) {
      client.send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n"
          + (header == null ? "" : header + "\r\n") + "Content-Length: 0\r\n\r\n");
      String head = client.head();

      assertThat(head).startsWith("HTTP/1.1 " + status + " ");
      if (status >= 400) {
        assertThat(head.toLowerCase()).contains("content-type: application/problem+json");
      }
      if (status == 405) {
        assertThat(head).containsAnyOf("Allow: GET, HEAD", "Allow: POST");
      }
    }
  }

  @Test void headersThatAreTooLargeAreRefused() throws IOException {
    try (var client = new RawClient(server.api().port())) {
      client.send("GET /v1/tree HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(40_000)
          + "\r\n\r\n");

      assertThat(client.head()).contains(" 431 ");
    }
    try (var client = new RawClient(server.api().port())) {
      client.send("GET /" + "x".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.head()).contains(" 414 ");
    }
  }
}
