package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Producers offer events: one, many, and as a stream. */
class OffersTest {
  private static RunningServer server;

  @BeforeAll static void start() {
    server = RunningServer.start();
  }

  @AfterAll static void close() {
    server.close();
  }

  private static String decision(String event) {
    HttpResponse<String> response = server.post("/v1/offer", event);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return RunningServer.json(response.body()).path("decision").asText();
  }

  @Test void anEventIsDistinctOnce() {
    JsonNode first = RunningServer.json(server.post("/v1/offer", "{\"key\":\"one\"}").body());
    JsonNode second = RunningServer.json(server.post("/v1/offer", "{\"key\":\"one\"}").body());

    assertThat(first).hasToString("{\"decision\":\"DISTINCT\",\"decidedBy\":\"root\",\"level\":0,"
        + "\"degradation\":\"NONE\"}");
    assertThat(second).hasToString("{\"decision\":\"DUPLICATE\",\"decidedBy\":\"athens-1\","
        + "\"level\":2,\"degradation\":\"NONE\"}");
  }

  @Test void anArrayIsAnsweredByAnArrayInOrder() {
    JsonNode answers = RunningServer.json(server.post("/v1/offer", """
        [{"key":"a1","id":1},{"key":"a2","id":"two"},{"key":"a1","importance":0.9}]""").body());

    assertThat(answers).hasSize(3);
    assertThat(answers.get(0).path("id").asInt()).isEqualTo(1);
    assertThat(answers.get(1).path("id").asText()).isEqualTo("two");
    assertThat(answers.get(2).has("id")).isFalse();
    assertThat(answers.findValuesAsText("decision"))
        .containsExactly("DISTINCT", "DISTINCT", "DUPLICATE");
    assertThat(server.post("/v1/offer", "[]").body()).isEqualTo("[]");
  }

  @Test void linesAreAnsweredByLinesInOrderWhateverIsWrongWithSome() {
    List<JsonNode> answers = server.lines("/v1/offer",
        "{\"key\":\"n1\"}", "", "{\"key\":\"n1\",\"id\":\"copy\"}", "nonsense",
        "{\"key\":\"" + "x".repeat(1025) + "\"}", "{\"key\":\"n2\"}\r", "{\"kee\":\"n3\"}");

    assertThat(answers).extracting(it -> it.path("decision").asText()
            + it.path("failure").asText() + it.path("line").asText() + it.path("id").asText())
        .containsExactly("DISTINCT", "DUPLICATEcopy", "MALFORMED4", "MALFORMED5", "DISTINCT",
            "MALFORMED7");
    assertThat(answers.get(5).path("detail").asText()).startsWith("unknown member 'kee'");
  }

  @Test void aStreamOfManyPiecesIsAnsweredInOrder() {
    String[] lines = IntStream.range(0, 20_000)
        .mapToObj(i -> "{\"key\":\"m" + i % 12_345 + "\",\"id\":" + i + "}")
        .toArray(String[]::new);

    List<JsonNode> answers = server.lines("/v1/offer", lines);

    assertThat(answers).extracting(it -> it.path("id").asInt())
        .containsExactlyElementsOf(IntStream.range(0, 20_000).boxed().toList());
    assertThat(answers.subList(12_345, 20_000))
        .allMatch(it -> it.path("decision").asText().equals("DUPLICATE"));
    // a filter errs now and then
    assertThat(answers.subList(0, 12_345)
        .stream().filter(it -> it.path("decision").asText().equals("DISTINCT")).count())
        .isGreaterThan(12_000);
  }

  @Test void aLineWithoutEndAndALineThatIsTooLong() {
    HttpResponse<String> response = server.post("/v1/offer", "application/x-ndjson",
        "{\"key\":\"w1\"}\n{\"key\":\"" + "y".repeat(20_000) + "\"}\n{\"key\":\"w2\"}\n{\"key\":\""
            + "y".repeat(200_000) + "\"}\n{\"key\":\"w1\"}");

    assertThat(response.body().lines().map(RunningServer::json)).extracting(it ->
            it.path("decision").asText() + it.path("failure").asText() + it.path("line").asText())
        .containsExactly("DISTINCT", "TOO_LONG2", "DISTINCT", "TOO_LONG4", "DUPLICATE");
  }

  @Test void textAndItsBase64AreOneKey() {
    assertThat(decision("{\"key\":\"Ω\\u00e9\"}")).isEqualTo("DISTINCT");
    assertThat(decision("{\"key\":\"\\u03a9é\"}")).isEqualTo("DUPLICATE");
    assertThat(decision("{\"key64\":\"zqnDqQ==\"}")).isEqualTo("DUPLICATE");
    assertThat(decision("{\"key64\":\"zqnDqQ\"}")).isEqualTo("DUPLICATE");
  }
}
