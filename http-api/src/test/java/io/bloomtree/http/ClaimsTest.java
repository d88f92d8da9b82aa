package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Producers claim events, and confirm or release them by what the server calls them. */
class ClaimsTest {
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
}
