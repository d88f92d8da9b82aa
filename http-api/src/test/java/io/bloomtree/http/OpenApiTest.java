package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bloomtree.http.OpenApiFile.Described;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the OpenAPI file says is what a running server does. */
class OpenApiTest {
  private static final String SKETCHES =
      "sketches: { frequency: { keep-keys: true }, similarity: { sample: 1 } }\n";

  private static RunningServer server;
  private static String claim;

  @BeforeAll static void start() {
    server = RunningServer.start(RunningServer.TOPOLOGY + SKETCHES, Tokens.none());
    claim = RunningServer.json(server.post("/v1/claim", "{\"key\":\"held\"}").body())
        .get("claim").asText();
  }

  @AfterAll static void close() {
    server.post("/v1/release", "{\"claim\":\"" + claim + "\"}");
    server.close();
  }

  static List<Described> operations() {
    return OpenApiFile.operations();
  }

  @Test void itHasEveryOperationOfTheServerAndNoOther() {
    assertThat(operations()).extracting(Described::toString)
        .containsExactlyInAnyOrderElementsOf(server.api().operations());
  }

  @ParameterizedTest @MethodSource("operations")
  void everyOperationAnswersAsItSays(Described operation) {
    if (operation.path().equals("/v1/events")) {
      return; // has no end: see TreeRoutesTest
    }
    HttpRequest.Builder request = server.request(operation.target());
    if (operation.hasBody()) {
      String body = operation.body()
          .replaceFirst("\"claim\":\"[^\"]*\"", "\"claim\":\"" + claim + "\"");
      OpenApiFile.requireValid(operation.schemaOfBody(), body);
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }

    HttpResponse<String> response = server.send(request);

    assertThat(response.statusCode()).as(response.body())
        .isEqualTo(operation.path().equals("/lib/{path}") ? 404 : 200);
    operation.requireDescribed(response.statusCode(),
        response.headers().firstValue("content-type").orElseThrow(), response.body());
    if (operation.path().equals("/v1/claim")) {
      server.post("/v1/release", response.body()
          .replaceFirst(".*(\"claim\":\"[^\"]*\").*", "{$1}"));
    }
  }

  @Test void linesAreAsItSays() {
    JsonNode answer = OpenApiFile.at(
        "/paths/~1v1~1offer/post/responses/200/content/application~1x-ndjson/schema");
    for (JsonNode line : server.lines(
        "/v1/offer", "{\"key\":\"l1\",\"id\":7}", "{\"key\":\"l1\"}", "no",
        "x".repeat(20_000))) {
      OpenApiFile.requireValid(answer, line.toString());
    }
    JsonNode settled = OpenApiFile.at(
        "/components/responses/Settled/content/application~1x-ndjson/schema");
    String mine = RunningServer.json(server.post("/v1/claim", "{\"key\":\"l2\"}").body())
        .get("claim").asText();
    for (String path : List.of("/v1/release", "/v1/confirm")) {
      List<JsonNode> lines = server.lines(path, "{\"claim\":\"" + mine + "\",\"id\":\"x\"}",
          "{\"claim\":\"nobody's\"}", "{}", "x".repeat(20_000));
      assertThat(lines).hasSize(4);
      for (JsonNode line : lines) {
        OpenApiFile.requireValid(settled, line.toString());
      }
    }
  }

  @Test void problemsAreAsItSays() {
    JsonNode problem = OpenApiFile.at(
        "/components/responses/Problem/content/application~1problem+json/schema");
    String listed = OpenApiFile.at("/components/responses/Problem/description").asText();

    for (HttpResponse<String> response : List.of(
        server.get("/v1/nodes/nobody"), server.post("/v1/offer", "{"),
        server.post("/v1/confirm", "{\"claim\":\"x\"}"), server.post("/v1/tree", "{}"))) {
      OpenApiFile.requireValid(problem, response.body());
    }
    for (ProblemType type : ProblemType.values()) {
      assertThat(listed).containsPattern(type.status() + "[^;.]*" + type.word());
    }
  }
}
