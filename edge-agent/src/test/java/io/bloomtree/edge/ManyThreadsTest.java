package io.bloomtree.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Producers on many threads, copies everywhere at once: one is enough (P2), none is lost (P1). */
class ManyThreadsTest {
  private static final int THREADS = 8;
  private static final int KEYS = 2_000;

  private enum Form { SINGLE, BULK, CLAIM }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {
    "mode: dense",
    "mode: sparse",
    "mode: sparse\nverify: { above: 2 }",
    "root: { slices: { count: 3, scheme: vertical, probing: pipelined } }",
    "root: { slices: { count: 3, scheme: vertical, probing: parallel } }",
    "root: { slices: { count: 3, scheme: horizontal } }",
    "limits: { outstanding: 7 }",
    "batch: { events: 1, linger: 0ms, in-flight: 1 }"
  })
  void exactlyOneCopyOfEachIsDistinct(String lines) throws Exception {
    Topology topology = Topologies.ofFourEdges(lines);
    AtomicIntegerArray distinct = new AtomicIntegerArray(KEYS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (EmbeddedTree tree = EmbeddedTree.start(topology)) {
      List<Callable<Void>> producers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        NodeId edge = tree.edges().get(i % tree.edges().size());
        producers.add(producer(tree.agent(edge), Form.values()[i % 3], i, distinct));
      }
      for (Future<Void> producer : threads.invokeAll(producers)) {
        producer.get();
      }
      assertThat(tree.report()).extracting(NodeReport::malformedPackets).containsOnly(0L);
    } finally {
      threads.shutdown();
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(distinct.get(i)).as("copies of key %d that were told DISTINCT", i).isEqualTo(1);
    }
  }

  /** Offers every key once, in an order of its own. */
  private static Callable<Void> producer(
      EdgeAgent agent, Form form, int seed, AtomicIntegerArray distinct) {
    return () -> {
      List<Integer> keys = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        keys.add(i);
      }
      // neighbours in time, so that copies meet
      Random random = new Random(seed);
      for (int i = 0; i < KEYS; i++) {
        int j = Math.min(KEYS - 1, i + random.nextInt(20));
        Integer moved = keys.set(i, keys.get(j));
        keys.set(j, moved);
      }
      for (int from = 0; from < KEYS; from += 100) {
        List<Integer> some = keys.subList(from, from + 100);
        List<Resolution> resolutions = switch (form) {
          case SINGLE -> singly(agent, some);
          case BULK -> agent.blocking().offerAll(some.stream().map(i -> "key " + i).toList());
          case CLAIM -> claiming(agent, some);
        };
        for (int i = 0; i < some.size(); i++) {
          if (((Verdict) resolutions.get(i)).isDistinct()) {
            distinct.incrementAndGet(some.get(i));
          }
        }
      }
      return null;
    };
  }

  private static List<Resolution> singly(EdgeAgent agent, List<Integer> keys) {
    return keys.stream().map(i -> agent.offer("key " + i)).toList().stream()
        .map(it -> (Resolution) Awaiting.await(it))
        .toList();
  }

  private static List<Resolution> claiming(EdgeAgent agent, List<Integer> keys) throws Exception {
    List<Resolution> verdicts = new ArrayList<>();
    for (int i : keys) {
      try (Claim claim = agent.blocking().claim("key " + i)) {
        if (claim.isDistinct()) {
          claim.confirm();
        }
        verdicts.add(claim.verdict());
      }
    }
    return verdicts;
  }
}
