package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.TreeView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code status} prints, and what {@code status} and {@code top} refuse. */
class StatusCommandTest {
  private static final String TOKEN = "v13w3r-t0k3n";

  private static SeenTree seen;

  @TempDir Path directory;
  private LoneApi api;

  @BeforeAll
  static void lookAtATree() {
    seen = SeenTree.withEvents(100);
  }

  @BeforeEach
  void listen() {
    api = new LoneApi(seen.after(), TOKEN);
  }

  @AfterEach
  void close() {
    api.close();
  }

  private StatusRun status(String... options) throws IOException {
    Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
    var args = new ArrayList<>(
        List.of("status", "--http", api.url(), "--token-file", token.toString()));
    args.addAll(List.of(options));
    return StatusRun.of(args.toArray(String[]::new));
  }

  @Test
  void aWellTreeIsShownAndEndsWithZero() throws IOException {
    StatusRun run = status();

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Tree seen, epoch 0, dense, at 20")
        .containsPattern("(?m)^  root +up +2/2 .*")
        .containsPattern("(?m)^      athens +up +1/1 .* 200 +100 +50 % ")
        .containsPattern("(?m)^    eu +bloom +[0-9.]+ KiB .* 1k .* [01](\\.\\d+)? %$")
        .containsPattern("(?m)^  athens +200 +0 +100 +100 +0 +0 +.*s$")
        .endsWith("  Well: 3 nodes: 3 up; 3 edges: 3 up.\n");
  }

  @Test
  void whatIsAwayOrDegradedEndsWithOne() throws IOException {
    TreeView ill = seen.afterBut("us", SeenTree::away);
    api.answer(200, AnswerJson.of(ill));

    StatusRun run = status();

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).containsPattern("(?m)^    us +AWAY +0/1 ")
        .endsWith("  NOT WELL: 3 nodes: 2 up, 1 AWAY; 3 edges: 3 up.\n");
  }

  @Test
  void edgesCountIfTheyMustRun() throws IOException {
    api.answer(200, AnswerJson.of(seen.afterBut("boston", SeenTree::away)));

    assertThat(status().exit()).isZero();
    assertThat(status().out()).containsPattern("(?m)^      boston +away ");
    assertThat(status("--edges").exit()).isEqualTo(1);
    assertThat(status("--edges").out()).containsPattern("(?m)^      boston +AWAY ");
  }

  @Test
  void programsGetWhatTheApiSays() throws IOException {
    StatusRun run = status("--output", "json");

    assertThat(run.exit()).isZero();
    assertThat(TreeViewJson.read(run.out())).isEqualTo(seen.after());
  }

  @Test
  void apiHasTimeToWaitForSilentNodesWhateverThePatience() throws IOException {
    assertThat(status("--patience", "1ms").exit()).isZero();
  }

  @Test
  void whoDoesNotTellIsNamedWithTheReason() throws IOException {
    api.answer(404, "");
    StatusRun notFound = status();
    api.answer(503, "{\"title\":\"no\",\"detail\":\"the tree is not there yet\"}");
    StatusRun refused = status();
    StatusRun withoutToken = StatusRun.of("status", "--http", api.url());
    api.answer(200, "<html>");
    StatusRun nonsense = status();
    api.close();
    StatusRun nobody = status();

    assertThat(List.of(notFound, refused, withoutToken, nonsense, nobody))
        .allSatisfy(run -> {
          assertThat(run.exit()).isEqualTo(1);
          assertThat(run.out()).isEmpty();
          assertThat(run.err()).startsWith(api.url() + "/v1/tree does not tell: ")
              .doesNotContain("Exception", TOKEN).hasLineCount(1);
        });
    assertThat(notFound.err()).contains("status 404");
    assertThat(refused.err()).contains("the tree is not there yet");
    assertThat(withoutToken.err()).contains("--token-file");
    assertThat(nonsense.err()).contains("not the API of a tree");
    assertThat(nobody.err()).contains("nobody listens there, connection refused");
  }

  @Test
  void whoTriesTheWrongSchemeOrNameIsToldSo() throws IOException {
    StatusRun withTls = askedOf("https", "HTTP/1.1 400 Bad Request\r\n\r\n");
    StatusRun withoutTls = askedOf("http", "");
    StatusRun noHost = StatusRun.of("status", "--http", "http://nowhere.invalid:80");

    assertThat(List.of(withTls, withoutTls, noHost)).extracting(StatusRun::exit).containsOnly(1);
    assertThat(withTls.err()).contains("it speaks no TLS: try http://");
    assertThat(withoutTls.err()).contains("if it speaks TLS, try https://");
    assertThat(noHost.err()).contains("there is no such host");
  }

  /** What is found at a server that says one thing, whatever it is asked, and ends. */
  private static StatusRun askedOf(String scheme, String answer) throws IOException {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> {
        while (!server.isClosed()) {
          try (Socket client = server.accept()) {
            client.getInputStream().read();
            client.getOutputStream().write(answer.getBytes(US_ASCII));
          } catch (IOException e) {
            // whoever asked, or this server, has gone
          }
        }
      });
      serving.setDaemon(true);
      serving.start();
      return StatusRun.of(
          "status", "--http", scheme + "://127.0.0.1:" + server.getLocalPort());
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
    "status --http ftp://a | must be http://HOST:PORT or https://HOST:PORT: ftp://a",
    "status --http http:/a | must be http://HOST:PORT or https://HOST:PORT: http:/a",
    "status --http 127.0.0.1:80 | must be http://HOST:PORT or https://HOST:PORT: 127.0.0.1:80",
    "status --http http://a --topology b | --http takes the place of --topology",
    "status --http http://a --token-file /no/such | --token-file cannot be read: /no/such",
    "status --http https://a --ca /no/such | --ca cannot be read: /no/such",
    "status --token-file a | --token-file and --ca are for --http URL",
    "status --patience soon | must be a time like 500ms, 2s or 1m30s: soon",
    "status --topology ALONE | has no cluster, so its tree runs inside one process",
    "status --topology /no/such.yaml | there is no such file",
    "top --http http://a | top needs a terminal; bloomtree status prints the same once"
  })
  void whatMakesNoSenseIsRefused(String arguments, String message) throws IOException {
    Path alone = Files.writeString(directory.resolve("t.yaml"), "{ tree: t, edges: [a] }");

    StatusRun run = StatusRun.of(arguments.replace("ALONE", alone.toString()).split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aFileWithoutCertificatesIsNoAuthority() throws IOException {
    Path file = Files.writeString(directory.resolve("ca.pem"), "");

    StatusRun run = StatusRun.of("status", "--http", "https://a", "--ca", file.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("--ca cannot be read: there is no certificate in " + file);
  }
}
