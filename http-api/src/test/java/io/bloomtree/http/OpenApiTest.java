package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the OpenAPI file says is what a running server does. */
class OpenApiTest {
  private static final String SKETCHES =
      "sketches: { frequency: { keep-keys: true }, similarity: { sample: 1 } }\n";
  private static final JsonNode FILE = file();

  private static RunningServer server;
  private static String claim;

  private static JsonNode file() {
    try (InputStream in = HttpApi.class.getResourceAsStream("openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeAll static void start() {
    server = RunningServer.start(RunningServer.TOPOLOGY + SKETCHES, Tokens.none());
    claim = RunningServer.json(server.post("/v1/claim", "{\"key\":\"held\"}").body())
        .get("claim").asText();
  }

  @AfterAll static void close() {
    server.close();
  }

  static Stream<String> operations() {
    List<String> operations = new ArrayList<>();
    FILE.get("paths").properties().forEach(path -> path.getValue().fieldNames().forEachRemaining(
        method -> operations.add(method.toUpperCase() + " " + path.getKey())));
    return operations.stream();
  }

  private static JsonNode followed(JsonNode node) {
    return node.has("$ref") ? FILE.at(node.get("$ref").asText().substring(1)) : node;
  }

  @Test void itHasEveryOperationOfTheServerAndNoOther() {
    assertThat(operations()).containsExactlyInAnyOrderElementsOf(server.api().operations());
  }

  @ParameterizedTest @MethodSource("operations")
  void everyOperationAnswersAsItSays(String operation) throws IOException {
    String[] words = operation.split(" ");
    JsonNode described = FILE.get("paths").get(words[1]).get(words[0].toLowerCase());
    HttpRequest.Builder request = server.request(target(words[1], described));
    if (words[0].equals("POST")) {
      String body = followed(described.get("requestBody"))
          .at("/content/application~1json/example").toString()
          .replaceFirst("\"claim\":\"[^\"]*\"", "\"claim\":\"" + claim + "\"");
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
      requireValid(followed(described.get("requestBody"))
          .at("/content/application~1json/schema"), body);
    }
    if (words[1].equals("/v1/events")) {
      return; // has no end: see TreeRoutesTest
    }

    HttpResponse<String> response = server.send(request);

    JsonNode responses = described.get("responses");
    String status = String.valueOf(response.statusCode());
    assertThat(response.statusCode()).as(response.body())
        .isEqualTo(words[1].equals("/lib/{path}") || isMissingPage(words[1]) ? 404 : 200);
    JsonNode answer = followed(responses.has(status) ? responses.get(status)
        : responses.get("default"));
    String type = response.headers().firstValue("content-type").orElseThrow().split(";")[0];
    JsonNode content = answer.get("content").get(type);
    assertThat(content).as(type + " of " + answer).isNotNull();
    if (type.endsWith("json")) {
      requireValid(content.get("schema"), response.body());
    }
  }

  /** The console is not part of this test: whether its files are there is its own. */
  private static boolean isMissingPage(String path) {
    return (path.equals("/") || path.equals("/{file}"))
        && HttpApi.class.getResource("console/index.html") == null;
  }

  private static String target(String path, JsonNode described) {
    String target = path;
    String query = "";
    for (JsonNode parameter : described.path("parameters")) {
      JsonNode known = followed(parameter);
      String name = known.get("name").asText();
      if (known.get("in").asText().equals("path")) {
        target = target.replace("{" + name + "}", known.get("example").asText());
      } else if (known.has("example")) {
        query += (query.isEmpty() ? "?" : "&") + name + "=" + known.get("example").asText();
      }
    }
    return target + query;
  }

  private static void requireValid(JsonNode schema, String body) throws IOException {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", FILE.get("components"));
    var compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole);
    assertThat(compiled.validate(new ObjectMapper().readTree(body)))
        .as(body).isEmpty();
  }

  @Test void linesAreAsItSays() throws IOException {
    JsonNode answer = FILE.at(
        "/paths/~1v1~1offer/post/responses/200/content/application~1x-ndjson/schema");
    for (JsonNode line : server.lines(
        "/v1/offer", "{\"key\":\"l1\",\"id\":7}", "{\"key\":\"l1\"}", "no")) {
      requireValid(answer, line.toString());
    }
    JsonNode settled = FILE.at(
        "/components/responses/Settled/content/application~1x-ndjson/schema");
    for (JsonNode line : server.lines("/v1/confirm", "{\"claim\":\"nobody's\"}")) {
      requireValid(settled, line.toString());
    }
  }

  @Test void problemsAreAsItSays() throws IOException {
    JsonNode problem = FILE.at(
        "/components/responses/Problem/content/application~1problem+json/schema");
    String listed = FILE.at("/components/responses/Problem/description").asText();

    for (HttpResponse<String> response : List.of(
        server.get("/v1/nodes/nobody"), server.post("/v1/offer", "{"),
        server.post("/v1/confirm", "{\"claim\":\"x\"}"), server.post("/v1/tree", "{}"))) {
      requireValid(problem, response.body());
    }
    for (ProblemType type : ProblemType.values()) {
      assertThat(listed).containsPattern(
          type.status() + "[^;.]*" + type.uri().replaceFirst(".*:", ""));
    }
  }
}
