package io.bloomtree.edge;

import static io.bloomtree.edge.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What a producer sees, in a whole tree. Each test has keys of its own. */
class EdgeAgentTest {
  private static EmbeddedTree tree;
  private static EdgeAgent athens;
  private static EdgeAgent berlin;
  private static EdgeAgent nyc;
  private String key;

  @BeforeAll static void start() {
    tree = EmbeddedTree.start(Topologies.ofFourEdges());
    athens = tree.agent("athens");
    berlin = tree.agent("berlin");
    nyc = tree.agent("nyc");
  }

  @AfterAll static void stop() {
    tree.close();
  }

  @BeforeEach void newKey(TestInfo test) {
    key = test.getDisplayName();
  }

  @Test void tellsDistinctOnceAndWhoDecided() throws Exception {
    assertThat(await(athens.offer(key)))
        .isEqualTo(new Verdict(Decision.DISTINCT, new NodeId("root"), 0, Degradation.NONE));
    assertThat(await(athens.offer(key)))
        .isEqualTo(new Verdict(Decision.DUPLICATE, new NodeId("athens"), 2, Degradation.NONE));
  }

  private static void awaitAcknowledged(EdgeAgent agent) {
    Awaitility.await().untilAsserted(() ->
        assertThat(await(agent.report()).tables())
            .filteredOn(table -> table.table().equals("outstanding"))
            .allMatch(table -> table.size() == 0));
  }

  @Test void aCopyAtAnotherEdgeClimbsAsFarAsNobodyKnowsIt() throws Exception {
    await(athens.offer(key));
    awaitAcknowledged(athens); // an ask may overtake a confirm

    assertThat(await(berlin.offer(key)))
        .isEqualTo(new Verdict(Decision.DUPLICATE, new NodeId("eu"), 1, Degradation.NONE));
    assertThat(await(nyc.offer(key)))
        .isEqualTo(new Verdict(Decision.DUPLICATE, new NodeId("root"), 0, Degradation.NONE));
    // a dense tree remembers duplicates where they passed
    assertThat(await(nyc.offer(key)).level()).isEqualTo(2);
  }

  @Test void textIsItsUtf8Bytes() throws Exception {
    await(athens.offer("Αθήνα"));

    assertThat(await(athens.offer("Αθήνα".getBytes(StandardCharsets.UTF_8))).isDistinct())
        .isFalse();
  }

  @Test void copiesThatWaitShareOneAsk() throws Exception {
    long before = tests("root");

    List<Future<Verdict>> offers =
        IntStream.range(0, 100).mapToObj(i -> athens.offer(key)).toList();

    assertThat(offers.stream().filter(offer -> await(offer).isDistinct())).hasSize(1);
    assertThat(await(offers.get(0)).isDistinct()).isTrue();
    assertThat(tests("root") - before).isEqualTo(1);
  }

  @Test void aClaimKeepsCopiesWaitingUntilItIsConfirmed() throws Exception {
    Claim claim = await(athens.claim(key));
    Future<Claim> second = athens.claim(key);
    Future<Verdict> elsewhere = nyc.offer(key);
    assertThat(claim.isDistinct()).isTrue();

    claim.confirm();

    assertThat(await(second).isDistinct()).isFalse();
    assertThat(await(elsewhere).isDistinct()).isFalse();
  }

  @Test void aReleasedClaimIsTheNextOnes() throws Exception {
    Claim claim = await(athens.claim(key));
    Future<Verdict> elsewhere = nyc.offer(key);

    claim.release();

    assertThat(await(elsewhere).isDistinct()).isTrue();
    assertThat(await(athens.offer(key)).isDistinct()).isFalse();
  }

  @Test void closingAClaimReleasesItUnlessConfirmed() throws Exception {
    try (Claim claim = athens.blocking().claim(key)) {
      assertThat(claim.isDistinct()).isTrue();
    }
    try (Claim claim = athens.blocking().claim(key)) {
      assertThat(claim.isDistinct()).isTrue();
      claim.confirm();
    }
    try (Claim claim = athens.blocking().claim(key.getBytes(StandardCharsets.UTF_8))) {
      assertThat(claim.verdict().decision()).isEqualTo(Decision.DUPLICATE);
    }
  }

  @Test void aClaimIsSettledOnce() throws Exception {
    Claim first = await(athens.claim(key));
    first.confirm();
    Claim second = await(athens.claim(key));

    assertThatThrownBy(first::release)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("nothing to release: the claim was confirmed or released before");
    assertThatThrownBy(second::confirm)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nothing to confirm").hasMessageContaining("DUPLICATE");
  }

  @Test void aDeliveryConfirmsWhenItSucceeds() throws Exception {
    List<Verdict> delivered = Collections.synchronizedList(new ArrayList<>());
    Delivery delivery = verdict -> {
      delivered.add(verdict);
      return Future.succeededFuture();
    };

    assertThat(await(athens.offer(key, delivery)).isDistinct()).isTrue();
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    assertThat(await(berlin.offer(bytes, delivery)).isDistinct()).isFalse();
    assertThat(delivered).hasSize(1);
  }

  @Test void aDeliveryThatFailsOrThrowsReleases() throws Exception {
    var failing = athens.offer(key, verdict -> Future.failedFuture("disk full"));
    assertThatThrownBy(() -> await(failing)).hasRootCauseMessage("disk full");
    var throwing = athens.offer(key, verdict -> {
      throw new IllegalStateException("no such topic");
    });
    assertThatThrownBy(() -> await(throwing)).hasRootCauseMessage("no such topic");

    assertThat(await(nyc.offer(key)).isDistinct()).isTrue();
  }

  @Test void aDeliveryThatIsNoneClaimsNothing() throws Exception {
    assertThatThrownBy(() -> athens.offer(key, null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> await(athens.offer(key, verdict -> null)))
        .hasRootCauseMessage("a delivery must return a future");

    assertThat(await(athens.offer(key)).isDistinct()).isTrue();
  }

  @Test void whereverADeliveryEndsItsOfferEndsWhereItWasMade() throws Exception {
    var vertx = Vertx.vertx();
    try {
      Context here = vertx.getOrCreateContext();
      Promise<Void> delivered = Promise.promise();
      Promise<Context> ended = Promise.promise();
      Promise<Void> begun = Promise.promise();
      here.runOnContext(go -> athens
          .offer(key, verdict -> {
            begun.complete();
            return delivered.future();
          })
          .onSuccess(verdict -> ended.complete(Vertx.currentContext())));
      await(begun.future());

      delivered.complete(); // by a thread that has no context

      assertThat(await(ended.future())).isSameAs(here);
    } finally {
      await(vertx.close());
    }
  }

  @Test void aWorkerMayWait() throws Exception {
    var vertx = Vertx.vertx();
    try {
      Promise<Verdict> told = Promise.promise();
      var worker = new VerticleBase() {
        @Override public Future<?> start() throws Exception {
          told.complete(athens.blocking().offer(key));
          return super.start();
        }
      };
      vertx.deployVerticle(
          worker, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER));

      assertThat(await(told.future()).isDistinct()).isTrue();
    } finally {
      await(vertx.close());
    }
  }

  @Test void whatAnInterruptedThreadClaimsIsReleased() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> athens.blocking().claim(key))
        .isInstanceOf(InterruptedException.class);

    assertThat(await(athens.offer(key)).isDistinct()).isTrue();
  }

  @Test void manyAtOnceHaveAVerdictEach() throws Exception {
    List<String> keys = List.of(key + 1, key + 2, key + 1, key + 3, key + 2);

    List<Resolution> resolutions = await(athens.offerAll(keys));

    assertThat(resolutions.stream().map(it -> ((Verdict) it).isDistinct()))
        .containsExactly(true, true, false, true, false);
    byte[][] bytes = {(key + 3).getBytes(StandardCharsets.UTF_8), {0, 1, 2}};
    assertThat(athens.blocking().offerAll(bytes).stream().map(it -> ((Verdict) it).isDistinct()))
        .containsExactly(false, true);
    assertThat(athens.blocking().offerAll(List.of())).isEmpty();
    assertThatThrownBy(() -> resolutions.set(0, resolutions.get(1)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test void manyClaimsAreClaimedOneByOne() throws Exception {
    List<Future<Claim>> claims = athens.claimAll(List.of(key, key + 1, key));
    await(claims.get(0)).release();
    await(claims.get(1)).confirm();

    Claim last = await(claims.get(2));
    assertThat(last.isDistinct()).isTrue();
    last.confirm();
    byte[][] bytes = {key.getBytes(StandardCharsets.UTF_8)};
    assertThat(await(athens.claimAll(bytes).get(0)).isDistinct()).isFalse();
  }

  @Test void importanceIsFromZeroToOneAndChangesNoVerdict() throws Exception {
    EdgeAgent important = athens.withImportance(1);
    assertThat(important.blocking().offer(key).isDistinct()).isTrue();
    assertThat(athens.withImportance(0).blocking().offer(key).isDistinct()).isFalse();
    assertThat(important.id()).isEqualTo(athens.id());

    for (double none : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> athens.withImportance(none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("importance must be 0 to 1: importance=" + none);
    }
  }

  @Test void refusesKeysThatAreEmptyOrTooLong() {
    assertThatThrownBy(() -> athens.offer("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> athens.claim(new byte[64 * 1024 + 1]))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("65536");
    assertThatThrownBy(() -> athens.offerAll(List.of(key, "")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(await(athens.offer(key)).isDistinct()).isTrue();
  }

  @Test void handlersMayOfferAndMayThrow() throws Exception {
    Future<Verdict> chained = athens.offer(key)
        .onSuccess(verdict -> {
          throw new IllegalStateException("a handler's own affair");
        })
        .compose(verdict -> athens.offer(key));

    assertThat(await(chained).isDistinct()).isFalse();
  }

  private static long tests(String node) {
    return tree.report().stream()
        .filter(it -> it.slice().node().value().equals(node))
        .mapToLong(it -> it.count(Tally.Count.TESTS))
        .sum();
  }
}
