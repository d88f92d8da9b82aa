package io.bloomtree.edge;

import static io.bloomtree.edge.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent that stops, whoever stops it and whatever it has in hand: every offer ends (P3). */
class ClosingTest {
  private static final NodeId ATHENS = new NodeId("athens");
  private static final String ONE_AT_A_TIME = "limits: { deadline: 5s, outstanding: 1 }";
  private static final String DELIVER = "failure: { timeout: 100ms, lease: 5s, parent: deliver }";

  private Vertx vertx;

  @BeforeEach void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach void stop() {
    await(vertx.close());
  }

  private EdgeAgent agent(String... lines) {
    Network network = Topologies.ofFourEdges(lines).network();
    return await(EdgeAgent.start(vertx, network, ATHENS));
  }

  @Test void offersInHandAndInLineEndWhenTheVerticleIsUndeployed() {
    EdgeAgent agent = agent(ONE_AT_A_TIME);
    Future<?> inHand = agent.offer("a");
    Future<?> inLine = agent.claim("b");
    Future<List<Resolution>> bulk = agent.offerAll(List.of("c", "d"));
    await(agent.report());

    await(vertx.undeploy(vertx.deploymentIDs().iterator().next()));

    assertThat(reason(inHand)).isEqualTo(Reason.CLOSED);
    assertThat(reason(inLine)).isEqualTo(Reason.CLOSED);
    assertThat(await(bulk)).containsOnly(new Failure(Reason.CLOSED, ATHENS)).hasSize(2);
    assertTakesNothingAndCloses(agent);
  }

  @Test void aBulkOfWhichAPartIsInHandEndsAsAWhole() {
    EdgeAgent agent = agent(ONE_AT_A_TIME);
    Future<List<Resolution>> bulk = agent.offerAll(List.of("a", "b", "c"));
    await(agent.report());

    await(vertx.close());

    assertThat(await(bulk)).containsOnly(new Failure(Reason.CLOSED, ATHENS)).hasSize(3);
    assertTakesNothingAndCloses(agent);
  }

  @Test void anOfferMadeJustBeforeClosingEnds() {
    for (int i = 0; i < 20; i++) {
      EdgeAgent agent = agent(
          "limits: { deadline: 120ms }",
          "failure: { timeout: 120ms, lease: 5s }");
      Future<?> offer = agent.offer("a");
      await(agent.close());

      assertThat(reason(offer)).isIn(Reason.PARENT_AWAY, Reason.CLOSED);
    }
  }

  @Test void aClaimThatOutlivesItsAgentEndsWithItsLease() {
    EdgeAgent agent = agent(DELIVER, "limits: { deadline: 300ms }");
    Claim confirmed = await(agent.claim("a"));
    Claim released = await(agent.claim("b"));
    await(agent.close());
    long sent = await(agent.report()).bytesSent();

    assertThatThrownBy(confirmed::confirm)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the agent is closed, the claim ends with its lease: id=athens");
    released.close();

    assertThat(await(agent.report()).bytesSent()).isEqualTo(sent);
  }

  private static void assertTakesNothingAndCloses(EdgeAgent agent) {
    assertThatThrownBy(() -> agent.offer("e"))
        .isInstanceOf(IllegalStateException.class).hasMessage("the agent is closed: id=athens");
    await(agent.close());
  }

  private static Reason reason(Future<?> offer) {
    try {
      throw new AssertionError("must fail: " + await(offer));
    } catch (CompletionException e) {
      return ((OfferFailedException) e.getCause()).reason();
    }
  }
}
