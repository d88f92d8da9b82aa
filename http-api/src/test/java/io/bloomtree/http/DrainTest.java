package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that is about to end: what was begun is answered, what is new is refused. */
class DrainTest {
  private RunningServer server;

  @BeforeEach void start() {
    server = RunningServer.start();
  }

  @AfterEach void close() {
    server.close();
  }

  /** Something must be under way, or nobody would be there to say that it drains. */
  private Future<Void> drain() {
    Future<Void> closed = server.api().close();
    await().atMost(RunningServer.PATIENCE).untilAsserted(() ->
        assertThat(server.get("/health/ready").statusCode()).isEqualTo(503));
    return closed;
  }

  @Test void streamsStopAtALineAndAnswerWhatTheyRead() throws IOException {
    try (RawClient stream = RawClient.stream(server.api().port(), "/v1/offer");
        RawClient begun = new RawClient(server.api().port())) {
      stream.chunk("{\"key\":\"s1\"}\n{\"key\":\"s2\"}\n{\"key\":\"s3");
      server.awaitOffers(2);
      begun.send("POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n");
      Future<Void> closed = drain();

      // the client goes on, and is not heard
      stream.chunk("\"}\n{\"key\":\"s4\"}\n");

      assertThat(stream.rest().lines()).hasSize(2).allMatch(line -> line.contains("DISTINCT"));
      begun.send("{\"key\":\"body\"}");
      assertThat(begun.untilClosed()).startsWith("HTTP/1.1 200 ").contains("DISTINCT");
      RunningServer.await(closed);
      server.awaitOffers(3);
    }
  }

  @Test void aRequestThatWaitsForItsVerdictIsAnswered() throws IOException {
    String held = RunningServer.json(server.post("/v1/claim", "{\"key\":\"a\"}").body())
        .get("claim").asText();
    try (var waiting = new RawClient(server.api().port())) {
      waiting.post("/v1/offer", "application/json", "[{\"key\":\"a\"},{\"key\":\"b\"}]");
      server.awaitOffers(3);
      Future<Void> closed = drain();

      assertThat(server.post("/v1/confirm", "{\"claim\":\"" + held + "\"}").statusCode())
          .as("who has a claim may still settle it").isEqualTo(200);

      assertThat(waiting.untilClosed()).startsWith("HTTP/1.1 200 ")
          .contains("[{\"decision\":\"DUPLICATE\"", ",{\"decision\":\"DISTINCT\"");
      RunningServer.await(closed);
    }
  }

  @Test void whatIsNewIsRefusedButWhoLooksAfterTheProcessIsAnswered() throws IOException {
    String held = RunningServer.json(server.post("/v1/claim", "{\"key\":\"a\"}").body())
        .get("claim").asText();
    try (var viewer = new RawClient(server.api().port())) {
      viewer.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(viewer.head()).startsWith("HTTP/1.1 200 ");
      Future<Void> closed = drain();

      for (HttpResponse<String> refused : List.of(
          server.post("/v1/offer", "{\"key\":\"n\"}"), server.get("/v1/tree"), server.get("/"),
          server.post("/v1/offer", "application/x-ndjson", "{\"key\":\"n\"}\n"))) {
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Content-Type"))
            .hasValue("application/problem+json");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.body()).contains("urn:bloomtree:problem:overloaded");
      }
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(server.get("/health/started").statusCode()).isEqualTo(200);
      assertThat(server.get("/health/ready").body()).contains("the process is about to end");
      assertThat(server.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(viewer.rest()).as("it ends, as a stream of chunks does").isNotNull();
      assertThat(server.post("/v1/release", "{\"claim\":\"" + held + "\"}").body())
          .contains("RELEASED");
      RunningServer.await(closed);
    }
  }
}
