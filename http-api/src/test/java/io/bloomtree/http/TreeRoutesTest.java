package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.bloomtree.bus.Residents;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the tree is, was, and would decide. */
class TreeRoutesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static RunningServer server;

  @BeforeAll static void start() {
    server = RunningServer.start(RunningServer.TOPOLOGY
        + "sketches: { every: 10ms, frequency: { keep-keys: true } }\n",
        Tokens.parse("t", "operator 0123456789abcdef\nviewer abcdef0123456789"));
    for (int i = 0; i < 10; i++) {
      send("/v1/offer", "{\"key\":\"hot\"}");
    }
  }

  @AfterAll static void close() {
    server.close();
  }

  private static HttpRequest.Builder as(String token, String path) {
    return server.request(path).header("Authorization", "Bearer " + token);
  }

  private static JsonNode get(String path) {
    HttpResponse<String> response = server.send(as("0123456789abcdef", path));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return RunningServer.json(response.body());
  }

  private static JsonNode send(String path, String body) {
    HttpResponse<String> response = server.send(as("0123456789abcdef", path)
        .header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return RunningServer.json(response.body());
  }

  @Test void theTreeIsSeenWithAllItsNodesAndWhatTheyCount() {
    await().atMost(PATIENCE).untilAsserted(() -> {
      JsonNode tree = get("/v1/tree");
      assertThat(tree.get("nodes").findValuesAsText("id"))
          .contains("root", "eu", "athens-1", "berlin-1");
      assertThat(get("/v1/nodes/athens-1").at("/agent/offers").asInt()).isEqualTo(10);
      assertThat(get("/v1/nodes/athens-1").at("/state").asText()).isEqualTo("up");
    });
  }

  @Test void theTopologyIsTheFileAndItsPlan() {
    JsonNode topology = get("/v1/topology");

    assertThat(topology.get("source").asText()).startsWith(RunningServer.TOPOLOGY);
    assertThat(topology.at("/plan/nodes")).hasSize(4);
    assertThat(topology.at("/plan/memoryBytes").asLong()).isPositive();
  }

  @Test void theLastMinutesAreRemembered() {
    await().atMost(PATIENCE).untilAsserted(() -> {
      JsonNode samples = get("/v1/history");
      assertThat(samples.size()).isGreaterThan(1);
      assertThat(samples.get(samples.size() - 1).at("/nodes/root/fill").asDouble()).isPositive();
      assertThat(samples.get(1).get("at").asLong())
          .isGreaterThan(samples.get(0).get("at").asLong());
    });
  }

  @Test void whatHappensIsTold() throws IOException {
    try (var client = new RawClient(server.api().port())) {
      client.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n"
          + "Authorization: Bearer abcdef0123456789\r\n\r\n");
      assertThat(client.head()).startsWith("HTTP/1.1 200").contains("text/event-stream");
      int views = 0;
      JsonNode verdicts = null;
      while (views < 2 || verdicts == null) {
        String line = client.line();
        if (line.equals("event: view")) {
          assertThat(RunningServer.json(client.line().substring("data: ".length())).get("nodes"))
              .hasSize(4);
          views++;
          send("/v1/offer", "{\"key\":\"told\"}");
        } else if (line.equals("event: verdicts")) {
          verdicts = RunningServer.json(client.line().substring("data: ".length()));
        }
      }
      assertThat(verdicts.get(0).get("edge").asText()).isEqualTo("athens-1");
      assertThat(verdicts.get(0).get("fingerprint").asText()).matches("[0-9a-f]{16}");
    }
  }

  @Test void anEventIsTriedWithoutAnyChange() {
    JsonNode known = send("/v1/try", "{\"key\":\"hot\"}");
    JsonNode unknown = send("/v1/try", "{\"key\":\"never\"}");

    assertThat(known.get("nodes").findValuesAsText("isHit"))
        .containsExactly("true", "true", "true", "false");
    assertThat(unknown.get("nodes").findValuesAsText("isHit")).containsOnly("false");
    assertThat(send("/v1/offer", "{\"key\":\"never\"}").get("decision").asText())
        .isEqualTo("DISTINCT");
  }

  @Test void sketchesTellAndTheKeysAreForOperators() {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(
        get("/v1/sketches/hot?node=root").at("/events/0/key").asText()).isEqualTo("hot"));

    JsonNode seen = RunningServer.json(
        server.send(as("abcdef0123456789", "/v1/sketches/hot?node=root")).body());
    assertThat(seen.at("/events/0/key").isNull()).isTrue();
    assertThat(seen.at("/events/0/atMost").asInt()).isGreaterThanOrEqualTo(10);
    assertThat(send("/v1/sketches/count", "{\"key\":\"hot\"}").get("nodes")).isNotEmpty();
    assertThat(server.send(as("0123456789abcdef", "/v1/sketches/similar")).body())
        .contains("urn:bloomtree:problem:no-sketches");
    assertThat(server.send(as("0123456789abcdef", "/v1/sketches/similar?a=root&b=athens-1")).body())
        .contains("urn:bloomtree:problem:malformed", "athens-1 is below root");
  }

  @Test void metricsAndHealthAreThoseOfTheProcess() {
    assertThat(server.send(as("abcdef0123456789", "/metrics")).body())
        .contains("bloomtree_up{").contains("jvm_memory_used_bytes");
    for (String probe : List.of("live", "ready", "started")) {
      assertThat(get("/health/" + probe).get("up").asBoolean()).isTrue();
    }
  }

  @Test void filesAreKnownAgain() {
    HttpResponse<String> first = server.get("/openapi.yaml");
    HttpResponse<String> second = server.send(server.request("/openapi.yaml")
        .header("If-None-Match", first.headers().firstValue("etag").orElseThrow()));

    assertThat(first.body()).startsWith("openapi: 3.1.0");
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();
  }

  @Test void aProcessWithoutAgentTakesNoOffersAndOneThatStartsIsNotReady() throws Exception {
    HttpApi other = RunningServer.await(HttpApi.start(
        server.tree().vertx(),
        HttpConfig.onLoopback(0, server.tree().network().topology().http()),
        ServedProcess.of(server.tree().network(), new Residents())));
    HttpClient client = HttpClient.newHttpClient();
    URI base = other.uri();

    HttpResponse<String> offered = client.send(HttpRequest.newBuilder(base.resolve("/v1/offer"))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"key\":\"a\"}")).build(), BodyHandlers.ofString());
    HttpResponse<String> started = client.send(
        HttpRequest.newBuilder(base.resolve("/health/started")).build(), BodyHandlers.ofString());

    assertThat(offered.statusCode()).isEqualTo(409);
    assertThat(offered.body()).contains("urn:bloomtree:problem:no-agent");
    assertThat(started.statusCode()).isEqualTo(503);
    RunningServer.await(other.close());
  }
}
