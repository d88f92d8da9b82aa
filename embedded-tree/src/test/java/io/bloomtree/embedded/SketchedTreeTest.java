package io.bloomtree.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bloomtree.bus.EventCounts;
import io.bloomtree.bus.HotEvents;
import io.bloomtree.bus.NoSketchesException;
import io.bloomtree.bus.Overlap;
import io.bloomtree.bus.SimilarPairs;
import io.bloomtree.bus.SketchInquiry;
import io.bloomtree.bus.SkewAnswer;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.UnansweredException;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.host.NodeHost;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is offered to agents is counted at every node above, and anybody may ask. */
class SketchedTreeTest {
  private static final Network NETWORK = Topology.parse("sketched.yaml", """
      tree: sketched
      sketches:
        every: 20ms
        frequency: { memory: 64KiB, depth: 4, hot: 5, keep-keys: true }
        similarity: { memory: 64KiB, fields: 4, alike: 3, sample: 1 }
      root: { slices: { count: 2, scheme: horizontal } }
      regions:
        - id: eu
          regions:
            - { id: south, edges: [athens] }
          edges: [berlin]
        - { id: us, edges: [boston] }
      """).network();
  private static final NodeId ROOT = new NodeId("root");
  private static final NodeId EU = new NodeId("eu");
  private static final NodeId US = new NodeId("us");

  private final Vertx vertx = Vertx.vertx();
  private final SketchInquiry sketches =
      new SketchInquiry(new TreeInquiry(vertx, NETWORK, Duration.ofSeconds(2)));

  @AfterEach void stop() {
    wait(vertx.close());
  }

  @Test void everyOfferIsCountedAtEveryNodeAbove() {
    startAll();
    EdgeAgent athens = agent("athens");
    EdgeAgent berlin = agent("berlin");

    wait(athens.offer("click")); // distinct
    wait(athens.offer("click")); // dies at the leaf
    wait(athens.claim("click".getBytes(UTF_8)));
    wait(berlin.offer("click")); // a duplicate to the tree
    wait(berlin.offerAll(IntStream.range(0, 50).mapToObj(i -> "page " + i).toList()));
    wait(berlin.offerAll(List.of("page 7", "click")));

    await().untilAsserted(() -> assertThat(wait(sketches.count(fingerprint("click"))).nodes())
        .extracting(at -> at.node() + " " + at.count().atMost() + " of " + at.count().total())
        .containsExactly(
            "root 5 of 56", "eu 5 of 56", "south 3 of 3", "athens 3 of 3", "berlin 2 of 53",
            "us 0 of 0"));
    EventCounts counts = wait(sketches.count(fingerprint("click")));
    assertThat(counts.unknown()).containsExactly("boston"); // it does not run
    assertThat(counts.nodes()).allSatisfy(at -> {
      assertThat(at.count().estimate()).isBetween(0.0, (double) at.count().atMost());
      assertThat(at.count().confidence()).isBetween(0.98, 1.0);
      assertThat(at.count().since()).isBetween(
          System.currentTimeMillis() - 60_000, System.currentTimeMillis());
    });
  }

  @Test void hotEventsAreKnownByTheirKeys() {
    startAll();
    EdgeAgent athens = agent("athens");
    EdgeAgent boston = agent("boston");
    for (int i = 0; i < 9; i++) {
      wait(athens.offer("click"));
      wait(boston.offerAll(List.of("view", "click", "rare " + i)));
    }

    await().untilAsserted(() -> {
      HotEvents hot = wait(sketches.hot(ROOT, 2));
      assertThat(hot.total()).isEqualTo(36);
      assertThat(hot.events()).extracting(HotEvents.HotEvent::key)
          .containsExactly("click", "view");
      assertThat(hot.events()).extracting(HotEvents.HotEvent::atMost).containsExactly(18L, 9L);
    });
    assertThat(wait(sketches.hot(new NodeId("boston"), 1)).events())
        .extracting(HotEvents.HotEvent::atMost).containsExactly(9L);
    assertThat(wait(sketches.hot(ROOT, 2)).guaranteedAbove()).isLessThan(9);
  }

  @Test void whatTwoRegionsHaveInCommonIsTheirJoin() {
    startAll();
    List<String> some = IntStream.range(0, 100).mapToObj(i -> "event " + i).toList();
    wait(agent("berlin").offerAll(some));
    wait(agent("boston").offerAll(some));

    await().untilAsserted(() -> {
      Overlap overlap = wait(sketches.overlap(EU, US));
      assertThat(overlap.totalA()).isEqualTo(100);
      assertThat(overlap.totalB()).isEqualTo(100);
      assertThat(overlap.joinSizeAtMost()).isGreaterThanOrEqualTo(100);
      assertThat(overlap.cosine()).isGreaterThan(0.9);
    });
    SkewAnswer skew = wait(sketches.skew(US));
    assertThat(skew.total()).isEqualTo(100);
    assertThat(skew.selfJoinSizeAtMost()).isGreaterThanOrEqualTo(100);
    assertThat(skew.distinct()).isBetween(90.0, 110.0);
    assertThat(skew.zipfExponent()).isLessThan(0.5);
  }

  @Test void anExponentIsNotMadeUpWhereThereAreTooManyEventsToCount() {
    startAll();
    int events = 20_000;
    EdgeAgent boston = agent("boston");
    for (int i = 0; i < events; i += 2_000) {
      wait(boston.offerAll(
          IntStream.range(i, i + 2_000).mapToObj(event -> "event " + event).toList()));
    }

    await().untilAsserted(() ->
        assertThat(wait(sketches.skew(US)).total()).isEqualTo(events));
    SkewAnswer skew = wait(sketches.skew(new NodeId("boston")));
    assertThat(skew.distinct()).isNull();
    assertThat(skew.zipfExponent()).isNull();
  }

  @Test void nearlyTheSameKeysThatPassedAreSimilar() {
    startAll();
    String text = "https://example.org/articles/2007/approximation-algorithms-for-streams?page=";
    wait(agent("berlin").offerAll(List.of(text + 1, text + 1, "something else altogether")));
    wait(agent("boston").offerAll(List.of(text + 2)));

    await().untilAsserted(() ->
        assertThat(wait(sketches.similar(ROOT)).records()).isEqualTo(3));
    SimilarPairs all = wait(sketches.similar(ROOT));
    assertThat(all.pairs()).extracting(SimilarPairs.AtLeast::alike).containsExactly(4, 3);
    assertThat(all.pairs().get(1).pairs()).isBetween(0.5, 1.5);
    SimilarPairs between = wait(sketches.similar(EU, US));
    assertThat(between.pairs().get(1).pairs()).isBetween(0.5, 1.5);
    assertThat(wait(sketches.similar(EU)).pairs().get(1).pairs()).isBetween(-0.5, 0.5);
    for (NodeId upper : List.of(ROOT, EU)) {
      assertThatThrownBy(() -> wait(sketches.similar(EU, upper)))
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test void whatAnAgentCountedOutlivesIt() {
    startAll();
    EdgeAgent first = agent("athens");
    wait(first.offer("click"));
    wait(first.close()); // which tells what is left
    EdgeAgent second = agent("athens");
    wait(second.offer("click"));

    await().untilAsserted(() -> assertThat(wait(sketches.count(fingerprint("click"))).nodes())
        .extracting(at -> at.node() + " " + at.count().atMost())
        .contains("root 2", "eu 2", "south 2", "athens 2"));
  }

  @Test void aRegionThatStartsAnewIsToldAllAgain() {
    wait(NodeHost.start(vertx, NETWORK, slicesBut(EU)));
    NodeHost eu = wait(NodeHost.start(vertx, NETWORK, List.of(Endpoint.of(EU))));
    EdgeAgent athens = agent("athens");
    EdgeAgent berlin = agent("berlin");
    wait(athens.offer("click"));
    wait(berlin.offer("click"));
    await().untilAsserted(() -> assertThat(atRoot("click")).isEqualTo(2));

    wait(eu.drain());
    assertThatThrownBy(() -> wait(sketches.skew(EU))).isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnansweredException.class);
    wait(NodeHost.start(vertx, NETWORK, List.of(Endpoint.of(EU))));

    await().untilAsserted(() -> assertThat(wait(sketches.skew(EU)).total()).isEqualTo(2));
    await().untilAsserted(() -> assertThat(wait(sketches.skew(ROOT)).total()).isEqualTo(2));
    wait(berlin.offer("click"));
    await().untilAsserted(() -> assertThat(atRoot("click")).isEqualTo(3));
  }

  @Test void aTreeWithoutSketchesSaysSo() {
    var bare = new SketchInquiry(new TreeInquiry(
        vertx, Topology.parse("bare.yaml", "{ tree: bare, edges: [athens] }").network(),
        Duration.ofSeconds(1)));

    assertThatThrownBy(() -> wait(bare.count(1))).hasCauseInstanceOf(NoSketchesException.class)
        .hasMessageContaining("no sketches configured");
    assertThatThrownBy(() -> wait(bare.similar(ROOT)))
        .hasCauseInstanceOf(NoSketchesException.class);
  }

  private long atRoot(String key) {
    return wait(sketches.count(fingerprint(key))).nodes().get(0).count().atMost();
  }

  private static long fingerprint(String key) {
    return NETWORK.topology().keyHash().fingerprint(key);
  }

  private void startAll() {
    wait(NodeHost.start(vertx, NETWORK, NETWORK.slices()));
  }

  private static List<Endpoint> slicesBut(NodeId node) {
    return NETWORK.slices().stream().filter(slice -> !slice.node().equals(node)).toList();
  }

  private EdgeAgent agent(String edge) {
    return wait(EdgeAgent.start(vertx, NETWORK, new NodeId(edge)));
  }

  private static <T> T wait(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
