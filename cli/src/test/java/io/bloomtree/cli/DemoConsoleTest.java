package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DemoConsoleTest {
  private static final String TOPOLOGY = """
      tree: clicks
      filter: { expected: 10k, fpp: 0.001 }
      regions: [{ id: eu, edges: [a, b] }]
      """;
  private static final Pattern ADDRESS = Pattern.compile("Console: (http://127.0.0.1:[0-9]+/)  ");

  private final EndSignal signal = new EndSignal();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int demo(String... options) {
    var source = new TopologySource(
        new ByteArrayInputStream(TOPOLOGY.getBytes(StandardCharsets.UTF_8)));
    var demo = new DemoCommand(
        new TopologyOption(source, Path.of("none.yaml")), OfferedTree::judgedHere,
        System::nanoTime, () -> signal, false);
    var args = new String[options.length + 3];
    args[0] = "demo";
    args[1] = "--topology";
    args[2] = "-";
    System.arraycopy(options, 0, args, 3, options.length);
    return BloomtreeCommand.commandLine(false, demo)
        .setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  private static String get(URI uri) throws IOException, InterruptedException {
    var answer = HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void itGoesOnUntilItIsInterruptedAndThenTellsWhatItWasGoodFor() throws Exception {
    var exit = CompletableFuture.supplyAsync(
        () -> demo("--console", "0", "--rate", "5k/s", "--events", "1000"));
    await().until(() -> ADDRESS.matcher(out.toString()).find());
    Matcher address = ADDRESS.matcher(out.toString());
    assertThat(address.find()).isTrue();
    URI page = URI.create(address.group(1));

    assertThat(get(page)).contains("<script src=\"main.js\" type=\"module\">");
    assertThat(get(page.resolve("lib/chart.js/dist/chart.umd.min.js"))).contains("Chart.js v4");
    // more than the thousand whose keys it has: the stream has no end
    await().untilAsserted(() -> assertThat(get(page.resolve("v1/tree")))
        .containsPattern("\"offers\":[0-9]{4,}"));
    assertThat(exit).isNotDone();
    signal.give();

    assertThat(exit.get(30, TimeUnit.SECONDS)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("Demo of <stdin>", "Where duplicates were found")
        .containsPattern("lost +0 ");
  }

  @Test
  void jsonIsAloneOnStandardOutput() {
    signal.give();

    assertThat(demo("--console", "0", "--output", "json")).isZero();

    assertThat(out.toString().lines()).hasSize(1).allMatch(line -> line.startsWith("{"));
    assertThat(err.toString()).startsWith("Console: http://127.0.0.1:");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(demo("--console", Integer.toString(taken.getLocalPort()))).isOne();

      assertThat(err.toString()).contains("127.0.0.1:" + taken.getLocalPort());
      assertThat(err.toString().lines()).hasSize(1);
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(demo("--console", "0", "--rate", "fast")).isEqualTo(2);
    assertThat(demo("--console", "65536")).isEqualTo(2);

    assertThat(err.toString())
        .contains("--rate must be a number of events in a time, such as 500/s: fast")
        .contains("--console must be in 0..65535: 65536");
  }
}
