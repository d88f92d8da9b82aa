package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.edge.BlockingEdgeAgent;
import io.bloomtree.edge.OfferFailedException;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.wire.NodeId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P1 and P2 by the logs of producers that deliver, give back and forget about their claims. */
@Timeout(120)
class ManyProducersTest {
  private static final int KEYS = 300;
  private static final int OFFERS = 600;

  @TempDir Path directory;

  /** A producer that writes down what it does in the order that the check asks for. */
  private record Producer(NodeId edge, BlockingEdgeAgent agent, Path file, long seed)
      implements Callable<Void> {

    @Override public Void call() throws IOException, InterruptedException {
      var random = new Random(seed);
      try (var log = VerdictLog.create(file)) {
        for (int i = 0; i < OFFERS; i++) {
          offer(("k" + random.nextInt(KEYS)).getBytes(UTF_8), log, random);
        }
      }
      return null;
    }

    private void offer(byte[] key, VerdictLog log, Random random) throws InterruptedException {
      try (var claim = agent.claim(key)) {
        var told = log.told(Instant.now(), edge, key, claim.verdict());
        if (!told.isDistinct()) {
          return;
        }
        switch (random.nextInt(4)) {
          case 0 -> {
            log.settled(Instant.now(), told, Settlement.RELEASED);
            claim.release();
          }
          // as if it had died: closing gives the claim back, of which the log knows nothing
          case 1 -> { }
          default -> {
            log.settled(Instant.now(), told, Settlement.CONFIRMED);
            claim.confirm();
          }
        }
      } catch (OfferFailedException e) {
        log.told(Instant.now(), edge, key, new Failure(e.reason(), e.reportedBy()));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void logsOfAllProducersShowThatPromisesAreKept(long seed) throws Exception {
    var topology = Topology.parse("test", """
        tree: test
        filter: { expected: 10k, fpp: 1e-9 }
        failure: { timeout: 10s }
        limits: { deadline: 30s }
        regions: [{ id: eu, edges: [a, b] }]
        edges: [c]
        """);
    var logs = new ArrayList<Path>();
    try (var tree = EmbeddedTree.start(topology)) {
      var producers = new ArrayList<Producer>();
      for (NodeId edge : tree.edges()) {
        Path file = directory.resolve(edge + ".log");
        logs.add(file);
        producers.add(new Producer(
            edge, tree.agent(edge).blocking(), file, seed * 31 + producers.size()));
      }
      var threads = Executors.newFixedThreadPool(producers.size());
      try {
        for (var ended : threads.invokeAll(producers)) {
          ended.get();
        }
      } finally {
        threads.shutdownNow();
      }
    }

    CheckReport report = VerdictCheck.of(logs).report();

    assertThat(report.told().offers()).isEqualTo((long) logs.size() * OFFERS);
    assertThat(report.settled().released()).isPositive();
    assertThat(report.settled().unsettled()).isPositive();
    assertThat(report.keys().delivered()).isGreaterThan(KEYS / 2);
    assertThat(report.droppedKeys()).isEmpty();
    assertThat(report.doubledKeys()).isEmpty();
    assertThat(report.keepsP1(1e-9) && report.keepsP2(0)).isTrue();
    // and that it would have shown: the same log twice is every delivery twice
    assertThat(VerdictCheck.of(List.of(logs.get(0), logs.get(0))).report().keepsP2(0)).isFalse();
  }
}
