package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.bus.Residents;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Topology;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may do what. */
class AccessTest {
  private static final String TOKENS = """
      # whose they are
      producer produce-0123456789
      viewer   look-at-0123456789   # the console

      operator operate-0123456789=
      """;

  private static RunningServer open;
  private static RunningServer guarded;

  @BeforeAll static void start() {
    open = RunningServer.start();
    guarded = RunningServer.start(RunningServer.TOPOLOGY, Tokens.parse("tokens", TOKENS));
  }

  @AfterAll static void close() {
    open.close();
    guarded.close();
  }

  private static HttpRequest.Builder as(String token, String path) {
    return guarded.request(path).header("Authorization", "Bearer " + token);
  }

  @Test void aRefusalDoesNotRepeatTheToken() {
    assertThat(guarded.send(as("produce-0123456789", "/v1/tree")).body())
        .contains("forbidden").doesNotContain("0123456789");
    assertThat(guarded.send(as("nobodys-0123456789", "/v1/tree")).body())
        .contains("unauthorized").doesNotContain("0123456789");
  }

  @Test void whyAProcessIsNotWellIsForViewers() {
    assertThat(guarded.get("/health/ready").body()).isEqualTo("{\"up\":true}");
    assertThat(guarded.send(as("look-at-0123456789", "/health/ready")).body())
        .contains("athens-1/0 parent");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(delimiter = '|', value = {
    "Host: localhost | 200",
    "Host: 127.0.0.1:1234 | 200",
    "Host: [::1]:80 | 200",
    "Host: evil.example | 421",
    "Host: 127.0.0.1.evil.example | 421",
    "Host: localhost~Origin: http://evil.example | 403",
    "Host: localhost~Origin: null | 403",
    "Host: localhost~Origin: http://localhost | 200",
    "Host: localhost~Sec-Fetch-Site: cross-site | 403",
    "Host: localhost~Sec-Fetch-Site: same-origin | 200",
  })
  void withoutTokensPagesOfOtherSitesMayDoNothing(String headers, int status) throws IOException {
    try (var client = new RawClient(open.api().port())) {
      client.send("GET /v1/topology HTTP/1.1\r\n" + headers.replace("~", "\r\n") + "\r\n\r\n");

      assertThat(client.head()).startsWith("HTTP/1.1 " + status + " ");
    }
  }

  /** A scrape, say, names a process as the topology does. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "core-1:8081, 200",
    "CORE-1, 200",
    "athens.example:8081, 200",
    "seed.example, 200",
    "10.0.0.7, 200",
    "core-1.evil.example, 421",
    "xcore-1, 421",
    "evil.example, 421",
  })
  void withoutTokensHostsOfTheTopologyAreAnswered(String host, int status) throws IOException {
    Topology topology = Topology.parse("t.yaml", """
        tree: t
        filter: { expected: 1k }
        http: { insecure: true }
        cluster: { members: ['seed.example:5701'], hosts: { core-1: '10.0.0.7:5701' },
                   insecure: true }
        root: { hosts: [core-1] }
        edges: [{ id: athens-1, http: 'athens.example:8081' }]
        """);
    Vertx vertx = Vertx.vertx();
    try {
      HttpApi api = RunningServer.await(HttpApi.start(vertx,
          new HttpConfig("0.0.0.0", 0, topology.http(), Tokens.none()),
          ServedProcess.of(topology.network(), Residents.of(List.of()))));
      try (var client = new RawClient(api.port())) {
        client.send("GET /v1/topology HTTP/1.1\r\nHost: " + host + "\r\n\r\n");

        assertThat(client.head()).startsWith("HTTP/1.1 " + status + " ");
      }
    } finally {
      RunningServer.await(vertx.close());
    }
  }

  @Test void browsersAreToldToBeStrict() {
    assertThat(open.get("/v1/tree").headers().map()).containsKeys(
        "content-security-policy", "x-content-type-options", "x-frame-options",
        "referrer-policy", "cross-origin-resource-policy");
    assertThat(open.get("/v1/tree").headers().firstValue("content-security-policy").orElseThrow())
        .startsWith("default-src 'self'; ").doesNotContain("unsafe");
  }

  @Test void aClientMayMakeSoManyRequestsASecond() {
    try (RunningServer slow = RunningServer.start(
        RunningServer.TOPOLOGY.replace("streams: 128", "rate: 5"), Tokens.none())) {
      HttpResponse<String> last = slow.get("/v1/topology");
      for (int i = 0; i < 100 && last.statusCode() == 200; i++) {
        last = slow.get("/v1/topology");
      }

      assertThat(last.statusCode()).isEqualTo(429);
      assertThat(last.headers().firstValue("Retry-After")).hasValue("1");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
    "admin 0123456789abcdef | t:1: role must be producer, viewer or operator",
    "viewer short | t:1: token must have at least 16 letters",
    "viewer 0123456789abcde! | t:1: token must have at least 16 letters",
    "viewer | t:1: must be a role and a token",
    "viewer 0123456789abcdef,producer 0123456789abcdef | t:2: token is listed twice",
    "# none | t has no token, must have some",
  })
  void tokensThatMakeNoSenseAreRefused(String text, String message) {
    assertThatThrownBy(() -> Tokens.parse("t", text))
        .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message)
        .hasMessageNotContaining("0123456789");
  }

  @Test void aFileOfTokensIsForItsOwner(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), TOKENS);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> Tokens.read(file)).hasMessageContaining("is open to others");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(Tokens.read(file).bearer("look-at-0123456789").orElseThrow().role())
        .isEqualTo(Role.VIEWER);
    assertThat(Tokens.read(file)).hasToString("Tokens[3]");
    assertThatThrownBy(() -> Tokens.read(directory.resolve("nowhere")))
        .hasMessageContaining("cannot read tokens");
  }

  @Test void beyondLoopbackThereMustBeTokensAndTls() {
    HttpSpec plain = Topology.parse("t", "{ tree: t, edges: [a] }").http();
    HttpSpec tls = Topology.parse(
        "t", "{ tree: t, edges: [a], http: { tls: { cert: c, key: k } } }").http();
    HttpSpec insecure =
        Topology.parse("t", "{ tree: t, edges: [a], http: { insecure: true } }").http();
    Tokens tokens = Tokens.parse("t", TOKENS);

    assertThatThrownBy(() -> new HttpConfig("0.0.0.0", 80, tls, Tokens.none()))
        .hasMessageStartingWith("without tokens HTTP is spoken on loopback only");
    assertThatThrownBy(() -> new HttpConfig("10.0.0.1", 80, plain, tokens))
        .hasMessageStartingWith("without http.tls HTTP is spoken on loopback only");
    assertThat(new HttpConfig("::", 80, tls, tokens).port()).isEqualTo(80);
    assertThat(new HttpConfig("0.0.0.0", 80, insecure, Tokens.none()).port()).isEqualTo(80);
    assertThat(new HttpConfig("localhost", 80, plain, Tokens.none()).port()).isEqualTo(80);
  }
}
