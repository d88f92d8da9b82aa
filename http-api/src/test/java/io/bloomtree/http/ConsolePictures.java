package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/**
 * Takes the pictures of the docs from the running product: {@code ./gradlew :http-api:pictures}.
 * No test, but made of the same parts.
 */
final class ConsolePictures {
  private static final Path IMAGES = Path.of("docs/images");
  private static final Pattern ADDRESS = Pattern.compile("Console: (http://\\S+)");
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  /** Of the charts, a sample a second: a picture of a tree that has run for a while. */
  private static final int SAMPLES = 60;

  private final Chromium browser;

  private ConsolePictures(Chromium browser) {
    this.browser = browser;
  }

  public static void main(String[] args) throws IOException {
    try (var browser = Chromium.start(Chromium.program().orElseThrow())) {
      var pictures = new ConsolePictures(browser);
      pictures.takeDemo();
      pictures.takeRegionAway();
    }
    System.exit(0); // a member of a cluster leaves threads behind
  }

  /** {@code bloomtree demo --console}, in light. */
  private void takeDemo() throws IOException {
    Process demo = new ProcessBuilder("./bloomtree", "demo", "--console", "0")
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said = demo.inputReader(UTF_8);
        BrowserPage page = browser.open()) {
      page.look(1440, 1010, "light");
      page.navigate(address(said));
      awaitSamples(page);
      page.screenshot(IMAGES.resolve("console.png"), 1440, 1010);
    } finally {
      demo.descendants().forEach(ProcessHandle::destroy);
      demo.destroy();
    }
  }

  private static URI address(BufferedReader said) throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) {
        return URI.create(address.group(1));
      }
    }
    throw new IOException("the demo ended without a console");
  }

  /** A tree of three processes and a producer, when one process was killed, in dark. */
  private void takeRegionAway() throws IOException {
    Path directory = Files.createTempDirectory("bloomtree-pictures");
    int port = TreeProcesses.freePorts(3);
    Path file = Files.writeString(directory.resolve("tree.yaml"), """
        tree: clicks
        filter: { expected: 20k, fpp: 0.001 }
        failure: { slices: distinct, parent: fail, timeout: 2s, lease: 30s }
        cluster:
          members: ['127.0.0.1:%d']
          hosts: { core-1: '127.0.0.1:%d', ath-1: '127.0.0.1:%d', nyc-1: '127.0.0.1:%d' }
        root: { slices: { count: 4, scheme: vertical }, hosts: [core-1] }
        regions:
          - id: eu
            host: ath-1
            regions: [{ id: eu-south, host: ath-1, edges: [athens-1, athens-2] }]
            edges: [berlin-1]
          - { id: us, host: nyc-1, edges: [boston-1, sfo-1] }
        """.formatted(port, port, port + 1, port + 2));
    try (var processes = new TreeProcesses(directory, file); BrowserPage page = browser.open()) {
      List.of("core-1", "ath-1", "nyc-1").forEach(processes::launch);
      URI console = processes.awaitConsole("core-1");
      processes.awaitConsole("ath-1");
      processes.awaitConsole("nyc-1");
      offerAtAllEdges(Topology.read(file).network());
      page.look(1440, 720, "dark");
      page.navigate(console);
      awaitSamples(page);
      processes.kill("nyc-1");
      until(() -> assertThat(page.texts("g.node.away", "it.dataset.id")).containsExactly("us"));
      until(() -> assertThat(page.texts("g.node.degraded", "it.dataset.id"))
          .containsExactly("boston-1", "sfo-1"));
      page.click("#plan tr.away button");
      page.evaluate("scrollTo(0, 0)");
      until(() -> assertThat(page.text("#node")).contains("Away."));
      page.screenshot(IMAGES.resolve("console-away.png"), 1440, 720);
    }
  }

  private static void offerAtAllEdges(Network network) {
    var edges = network.topology().nodes().stream()
        .filter(node -> node.role() == Role.EDGE).map(TopologyNode::id).toList();
    TreeCluster cluster = await(TreeCluster.join(
        network, Joining.agents(edges, Optional.empty()), ClusterLog.named("producer")));
    edges.forEach(edge -> WatchedTree.offerOnAndOn(
        cluster.vertx(), await(EdgeAgent.start(cluster.vertx(), network, edge))));
  }

  private static void awaitSamples(BrowserPage page) {
    until(() -> assertThat(page.evaluate(
        "window.Chart?.getChart(document.querySelector('#rates canvas'))?.data.datasets[0].data"
            + ".length ?? 0").asInt()).isGreaterThanOrEqualTo(SAMPLES));
  }

  private static void until(ThrowingRunnable assertion) {
    Awaitility.await().atMost(PATIENCE).untilAsserted(assertion);
  }
}
