package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Producers claim events, and confirm or release them by what the server calls them. */
class ClaimsTest {
  private static final String LONG_LEASES = """
      tree: t
      filter: { expected: 1k }
      limits: { deadline: 1m }
      failure: { timeout: 50s, lease: 10m }
      edges: [athens-1]
      """;

  private static RunningServer server;

  @BeforeAll static void start() {
    server = RunningServer.start();
  }

  @AfterAll static void close() {
    server.close();
  }

  private static JsonNode claim(String key) {
    return RunningServer.json(server.post("/v1/claim", "{\"key\":\"" + key + "\"}").body());
  }

  private static HttpResponse<String> settle(String how, String claim) {
    return server.post("/v1/" + how, "{\"claim\":\"" + claim + "\"}");
  }

  @Test void aConfirmedEventIsADuplicateFromThenOn() {
    JsonNode first = claim("c1");
    String id = first.get("claim").asText();

    assertThat(first.get("decision").asText()).isEqualTo("DISTINCT");
    assertThat(first.get("leaseMillis").asInt()).isEqualTo(55_000);
    assertThat(settle("confirm", id).body())
        .isEqualTo("{\"outcome\":\"CONFIRMED\",\"claim\":\"" + id + "\"}");
    assertThat(claim("c1").toString()).contains("DUPLICATE").doesNotContain("claim");
  }

  @Test void aReleasedEventIsDistinctOnceMore() {
    JsonNode first = claim("r1");
    JsonNode other = claim("r2");

    assertThat(settle("release", first.get("claim").asText()).body()).contains("RELEASED");
    JsonNode second = claim("r1");
    assertThat(second.get("decision").asText()).isEqualTo("DISTINCT");
    assertThat(List.of(first, second, other)).extracting(it -> it.get("claim").asText())
        .doesNotHaveDuplicates().allMatch(id -> id.length() == 24);
    settle("release", second.get("claim").asText());
    settle("release", other.get("claim").asText());
  }

  @Test void whoDidNotHearTheAnswerMayAskAgainButNotForTheContrary() {
    String id = claim("twice").get("claim").asText();
    settle("confirm", id);

    assertThat(settle("confirm", id).statusCode()).isEqualTo(200);
    HttpResponse<String> contrary = settle("release", id);
    assertThat(contrary.statusCode()).isEqualTo(409);
    assertThat(contrary.body()).contains("urn:bloomtree:problem:claim-settled");
  }

  @Test void aClaimThatNobodyMadeIsUnknown() {
    HttpResponse<String> response = settle("confirm", "AAAAAAAAAAAAAAAAAAAAAAAA");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("urn:bloomtree:problem:unknown-claim");
  }

  @Test void manyAreSettledAtOnceEachForItself() {
    JsonNode claimed = RunningServer.json(server.post(
        "/v1/claim", "[{\"key\":\"m1\"},{\"fields\":[1,2],\"importance\":0.5}]").body());
    String body = "[{\"claim\":\"" + claimed.get(0).get("claim").asText() + "\",\"id\":1},"
        + "{\"claim\":\"nobody's\"},"
        + "{\"claim\":\"" + claimed.get(1).get("claim").asText() + "\"}]";

    JsonNode settled = RunningServer.json(server.post("/v1/confirm", body).body());

    assertThat(settled.get(0).get("outcome").asText()).isEqualTo("CONFIRMED");
    assertThat(settled.get(0).get("id").asInt()).isEqualTo(1);
    assertThat(settled.get(1).get("failure").asText()).isEqualTo("UNKNOWN_CLAIM");
    assertThat(settled.get(2).get("outcome").asText()).isEqualTo("CONFIRMED");
  }

  @Test void inAStreamACopyWaitsForTheFirstWhichIsAnsweredBefore() throws IOException {
    try (RawClient stream = RawClient.stream(server.api().port(), "/v1/claim")) {
      stream.chunk("{\"key\":\"s1\"}\n{\"key\":\"s1\"}\nno\n");
      JsonNode first = RunningServer.json(stream.line());

      settle("confirm", first.get("claim").asText());

      assertThat(stream.line()).contains("DUPLICATE");
      assertThat(stream.line()).contains("MALFORMED").contains("\"line\":3");
      stream.chunk("");
      assertThat(stream.rest()).isEmpty();
    }
    assertThat(server.lines("/v1/release", "{\"claim\":\"x\"}", "{}")).hasSize(2);
  }

  @Test void anAnswerWaitsForThoseBeforeIt() throws IOException {
    String held = claim("o1").get("claim").asText();
    try (RawClient stream = RawClient.stream(server.api().port(), "/v1/offer")) {
      stream.chunk("{\"key\":\"o1\",\"id\":1}\n");
      stream.chunk("{\"key\":\"o2\",\"id\":2}\n");
      await().atMost(RunningServer.PATIENCE).untilAsserted(() -> assertThat(
          server.tree().agent(RunningServer.EDGE).blocking().offer("o2").isDistinct()).isFalse());

      settle("confirm", held);

      assertThat(stream.line()).startsWith("{\"id\":1,\"decision\":\"DUPLICATE\"");
      assertThat(stream.line()).startsWith("{\"id\":2,");
    }
  }

  @Test void aClaimThatNobodySettlesEndsWithItsLease() {
    try (RunningServer hasty = RunningServer.start("""
        tree: t
        filter: { expected: 1k }
        failure: { timeout: 50ms, lease: 200ms }
        edges: [athens-1]
        """, Tokens.none())) {
      JsonNode claimed = RunningServer.json(hasty.post("/v1/claim", "{\"key\":\"a\"}").body());
      String settle = "{\"claim\":\"" + claimed.get("claim").asText() + "\"}";

      await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
          hasty.post("/v1/offer", "{\"key\":\"a\"}").body()).contains("DISTINCT"));
      await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
          hasty.post("/v1/confirm", settle).statusCode()).isEqualTo(404));
    }
  }

  /** Leases outlast deadlines here: a copy of what nobody releases would end as HELD. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
    "application/json | {\"key\":\"left\"}",
    "application/json | [{\"key\":\"left\"},{\"key\":\"beside\"}]",
    "application/x-ndjson | {\"key\":\"left\"}",
  })
  void aClaimWhoseClientLeftBeforeItsAnswerIsReleased(String type, String body)
      throws IOException {
    try (RunningServer server = RunningServer.start(LONG_LEASES, Tokens.none())) {
      String held = RunningServer.json(server.post("/v1/claim", "{\"key\":\"left\"}").body())
          .get("claim").asText();
      try (var leaving = new RawClient(server.api().port())) {
        leaving.post("/v1/claim", type, body + "\n");
        server.awaitOffers(body.startsWith("[") ? 3 : 2);
      }

      server.post("/v1/release", "{\"claim\":\"" + held + "\"}");

      HttpResponse<String> next = server.post("/v1/claim", "{\"key\":\"left\"}");
      assertThat(next.body()).contains("DISTINCT");
      server.post("/v1/release", RunningServer.json(next.body()).toString()
          .replaceFirst(".*(\"claim\":\"[^\"]*\").*", "{$1}"));
      if (body.startsWith("[")) {
        assertThat(server.post("/v1/offer", "{\"key\":\"beside\"}").body()).contains("DISTINCT");
      }
    }
  }

  @Test void anArrayWhoseClientLeftIsOfferedNoFurtherAndGivesItsRoomBack() throws IOException {
    try (RunningServer server = RunningServer.start(
        LONG_LEASES.replace("limits: {", "limits: { offers: 4,"), Tokens.none())) {
      String held = RunningServer.json(server.post("/v1/claim", "{\"key\":\"held\"}").body())
          .get("claim").asText();
      String copies = "{\"key\":\"held\"},".repeat(4);
      try (var leaving = new RawClient(server.api().port())) {
        leaving.post("/v1/offer", "application/json",
            "[" + copies + "{\"key\":\"e\"},".repeat(500) + "{\"key\":\"e\"}]");
        server.awaitOffers(1 + 4);
      }

      server.post("/v1/confirm", "{\"claim\":\"" + held + "\"}");

      assertThat(server.post("/v1/offer", "[" + copies + "{\"key\":\"e\"}]").body())
          .as("e was never offered").contains("DISTINCT");
      server.awaitOffers(1 + 4 + 5);
    }
  }

  /** Nobody knows how long they wait, and they are in memory meanwhile. */
  @Test void bodiesThatWaitForRoomCountAsBodies() throws IOException {
    try (RunningServer server = RunningServer.start(
        LONG_LEASES.replace("limits: {", "http: { body: 1KiB }\nlimits: { offers: 4,"),
        Tokens.none())) {
      String held = RunningServer.json(server.post("/v1/claim", "{\"key\":\"held\"}").body())
          .get("claim").asText();
      String body = "[" + "{\"key\":\"held\"},".repeat(60) + "{\"key\":\"held\"}]";
      List<RawClient> waiting = new ArrayList<>();
      try {
        for (int i = 0; i < 66; i++) { // one more than 64 KiB hold
          waiting.add(new RawClient(server.api().port()));
          waiting.get(i).post(
              "/v1/offer", "application/json", body + " ".repeat(1_000 - body.length()));
        }
        await().atMost(RunningServer.PATIENCE).untilAsserted(() ->
            assertThat(server.refusals("overloaded")).isEqualTo(1));

        server.post("/v1/confirm", "{\"claim\":\"" + held + "\"}");

        List<Integer> statuses = new ArrayList<>();
        for (RawClient client : waiting) {
          RawClient.Answer answer = client.answer();
          statuses.add(answer.status());
          if (answer.header("Transfer-Encoding").isPresent()) {
            client.rest();
          }
        }
        assertThat(statuses).filteredOn(status -> status == 503).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(65);
        assertThat(server.post("/v1/offer", body).statusCode()).isEqualTo(200);
      } finally {
        for (RawClient client : waiting) {
          client.close();
        }
      }
    }
  }
}
