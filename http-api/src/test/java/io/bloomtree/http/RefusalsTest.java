package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bloomtree.http.OpenApiFile.Described;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation of the OpenAPI file, asked by who may not, or at the wrong time or place. */
class RefusalsTest {
  private static final Map<Role, String> TOKENS = Map.of(
      Role.PRODUCER, "produce-0123456789",
      Role.VIEWER, "look-at-0123456789",
      Role.OPERATOR, "operate-0123456789");

  /** Nobody settles what the examples claim. */
  private static final String TOPOLOGY =
      RunningServer.TOPOLOGY.replace("timeout: 50s, lease: 55s", "timeout: 1s, lease: 3s");

  private static RunningServer open;
  private static RunningServer guarded;
  private static RunningServer strict;

  @BeforeAll static void start() {
    open = RunningServer.start(TOPOLOGY, Tokens.none());
    guarded = RunningServer.start(TOPOLOGY, Tokens.parse("t", String.join("\n",
        TOKENS.entrySet().stream().map(it -> it.getKey().name().toLowerCase(Locale.ROOT)
            + " " + it.getValue()).toList())));
    strict = RunningServer.start(
        TOPOLOGY.replace("streams: 128", "rate: 1"), Tokens.none());
  }

  @AfterAll static void close() {
    open.close();
    guarded.close();
    strict.close();
  }

  static List<Described> operations() {
    return OpenApiFile.operations();
  }

  static Stream<Arguments> operationsAndRoles() {
    return operations().stream().flatMap(operation ->
        Stream.of(Role.values()).map(role -> Arguments.of(operation, role)));
  }

  private static RawClient.Answer ask(RunningServer server, Described operation, String... headers)
      throws IOException {
    try (var client = new RawClient(server.api().port())) {
      List<String> all = new ArrayList<>(List.of(headers));
      if (Stream.of(headers).noneMatch(header -> header.startsWith("Host:"))) {
        all.add("Host: localhost");
      }
      if (operation.hasBody()) {
        all.add("Content-Type: application/json");
      }
      all.add("Content-Length: " + operation.body().length());
      client.send(operation.method() + " " + operation.target() + " HTTP/1.1\r\n"
          + String.join("\r\n", all) + "\r\n\r\n" + operation.body());
      return client.answer();
    }
  }

  private static void requireProblem(
      Described operation, RawClient.Answer answer, int status, String type) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains("\"urn:bloomtree:problem:" + type + "\"");
    operation.requireDescribed(status, "application/problem+json", answer.body());
  }

  @ParameterizedTest(name = "{0}") @MethodSource("operations")
  void withoutATokenOrWithAWrongOneNothingIsDoneThatNeedsOne(Described operation)
      throws IOException {
    for (String header : List.of("X-None: x", "Authorization: Bearer operate-012345678",
        "Authorization: Bearer operate-01234567890", "Authorization: Basic b3A6b3A=")) {
      RawClient.Answer answer = ask(guarded, operation, header);

      if (operation.roles().isEmpty()) {
        assertThat(answer.status()).isNotIn(401, 403);
      } else {
        requireProblem(operation, answer, 401, "unauthorized");
        assertThat(answer.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer ");
      }
    }
  }

  @ParameterizedTest(name = "{0} by a {1}") @MethodSource("operationsAndRoles")
  void aTokenIsForTheOperationsOfItsRole(Described operation, Role role) throws IOException {
    RawClient.Answer answer =
        ask(guarded, operation, "Authorization: Bearer " + TOKENS.get(role));

    if (operation.roles().isEmpty() || operation.roles().contains(role)) {
      assertThat(answer.status()).isNotIn(401, 403);
    } else {
      requireProblem(operation, answer, 403, "forbidden");
    }
  }

  @ParameterizedTest(name = "{0}") @MethodSource("operations")
  void withoutTokensOtherSitesAreRefused(Described operation) throws IOException {
    requireProblem(operation, ask(open, operation, "Host: evil.example"), 421, "misdirected");
    requireProblem(operation, ask(open, operation, "Origin: http://evil.example"),
        403, "foreign-origin");
  }

  @ParameterizedTest(name = "{0}") @MethodSource("operations")
  void whoAsksTooOftenIsToldSo(Described operation) throws IOException {
    RawClient.Answer answer = ask(strict, operation);
    for (int i = 0; i < 100 && answer.status() != 429; i++) {
      answer = ask(strict, operation);
    }

    requireProblem(operation, answer, 429, "too-many-requests");
    assertThat(answer.header("Retry-After")).hasValue("1");
  }

  @Test void whoComesTooLateIsToldSo() throws IOException {
    try (RunningServer ending = RunningServer.start()) {
      String claim = RunningServer.json(ending.post("/v1/claim", "{\"key\":\"a\"}").body())
          .get("claim").asText();
      ending.api().close();
      await().atMost(RunningServer.PATIENCE).untilAsserted(() ->
          assertThat(ending.get("/health/ready").statusCode()).isEqualTo(503));
      List<String> answered = new ArrayList<>();

      for (Described operation : operations()) {
        RawClient.Answer answer = ask(ending, operation);
        if (answer.status() == 200) {
          answered.add(operation.path());
        } else if (operation.path().equals("/health/ready")) {
          operation.requireDescribed(503, "application/json", answer.body());
        } else {
          requireProblem(operation, answer, 503, "overloaded");
          assertThat(answer.header("Retry-After")).hasValue("1");
        }
      }

      assertThat(answered).containsExactlyInAnyOrder(
          "/health/live", "/health/started", "/metrics", "/v1/confirm", "/v1/release");
      assertThat(ending.post("/v1/release", "{\"claim\":\"" + claim + "\"}").statusCode())
          .isEqualTo(200);
    }
  }

  @Test void everyTypeIsCountedFromTheStart() {
    try (RunningServer fresh = RunningServer.start()) {
      for (ProblemType type : ProblemType.values()) {
        assertThat(fresh.refusals(type.word())).as(type.word()).isZero();
      }
      fresh.post("/v1/offer", "{");
      fresh.post("/v1/offer", "[");
      fresh.get("/v1/nodes/nobody");

      assertThat(fresh.refusals("malformed")).isEqualTo(2);
      assertThat(fresh.refusals("not-found")).isEqualTo(1);
      assertThat(fresh.refusals("connection-limit")).isZero();
    }
  }
}
