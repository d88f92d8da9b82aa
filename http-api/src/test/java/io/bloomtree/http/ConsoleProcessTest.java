package io.bloomtree.http;

import static io.bloomtree.http.WatchedTree.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console before a tree of several processes, one of which is killed. */
class ConsoleProcessTest extends ConsolePages {
  private static final List<String> NODES = List.of("root", "eu", "athens-1", "us", "nyc-1");

  @Test
  void aRegionWhoseProcessIsKilledTurnsDeadAndIsSeenToComeBack(@TempDir Path directory)
      throws IOException {
    int port = TreeProcesses.freePorts(3);
    Path topology = Files.writeString(directory.resolve("tree.yaml"), """
        tree: processes
        filter: { expected: 20k, fpp: 0.001 }
        failure: { slices: distinct, parent: fail, timeout: 2s, lease: 30s }
        cluster:
          wait: 3m
          members: ['127.0.0.1:%d']
          hosts: { core: '127.0.0.1:%d', ath: '127.0.0.1:%d', nyc: '127.0.0.1:%d' }
        root: { slices: { count: 2 }, hosts: [core] }
        regions:
          - { id: eu, host: ath, edges: [athens-1] }
          - { id: us, host: nyc, edges: [nyc-1] }
        """.formatted(port, port, port + 1, port + 2));
    try (var processes = new TreeProcesses(directory, topology)) {
      List.of("core", "ath", "nyc").forEach(processes::launch);
      URI core = processes.awaitConsole("core");
      processes.awaitConsole("ath");
      processes.awaitConsole("nyc");
      EdgeAgent athens = await(EdgeAgent.join(Topology.read(topology), "athens-1"));
      EdgeAgent newYork = await(EdgeAgent.join(Topology.read(topology), "nyc-1"));
      try {
        assertThat(await(athens.offer("/tried")).isDistinct()).isTrue();
        BrowserPage page = openLive(core);
        eventually(() -> assertThat(page.text("[data-cell=nodes]")).contains("all well"));
        assertThat(page.texts("g.node", "it.dataset.id")).containsExactlyElementsOf(NODES);

        processes.kill("nyc");

        eventually(() -> assertThat(state(page, "us")).contains("away"));
        assertLooksDead(page);
        assertTryingStillAnswers(page);
        processes.launch("nyc");
        processes.awaitConsole("nyc");
        eventually(() -> assertThat(state(page, "us")).contains(" up"));
        assertThat(page.texts("#changes p", "it.textContent")).contains("us is away");
        assertQuiet(page, core);
      } finally {
        await(athens.close());
        await(newYork.close());
      }
    }
  }

  private static void assertLooksDead(BrowserPage page) {
    assertDrawnAway(page, "us");
    page.click("#plan tr.away button");
    eventually(() -> assertThat(page.text("#node")).contains("Away.", "It does not answer"));
    page.screenshot(SCREENSHOTS.resolve("killed.png"), 1440, 900);
  }

  private static void assertTryingStillAnswers(BrowserPage page) {
    tryEvent(page, "/tried");

    eventually(() -> assertThat(page.text("#try-answer")).contains("Known",
        "Away, in whole or in part: us.", "Ends at the edge", "from athens-1, without a message",
        "Not known: us is away", "from nyc-1"));
    assertThat(page.texts("g.node.hit", "it.dataset.id"))
        .containsExactly("root", "eu", "athens-1");
  }
}
