package io.bloomtree.edge;

import static io.bloomtree.edge.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent whose parent is not there: every offer ends all the same (P3). */
class LoneAgentTest {
  private static final NodeId ATHENS = new NodeId("athens");
  private static final String BRIEF = "limits: { deadline: 300ms }";

  private Vertx vertx;

  @BeforeEach void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach void stop() {
    await(vertx.close());
  }

  private EdgeAgent agent(AgentOptions options, String... lines) {
    Network network = Topologies.ofFourEdges(lines).network();
    return await(EdgeAgent.start(vertx, network, ATHENS, options));
  }

  @Test void anOfferFailsAndSaysWhy() {
    EdgeAgent agent = agent(
        AgentOptions.defaults(), "failure: { timeout: 100ms, lease: 5s, parent: fail }", BRIEF);

    assertThatThrownBy(() -> agent.blocking().offer("click"))
        .isInstanceOfSatisfying(OfferFailedException.class, failure -> {
          assertThat(failure.reason()).isEqualTo(Reason.PARENT_AWAY);
          assertThat(failure.reportedBy()).isEqualTo(ATHENS);
        })
        .hasMessage("the parent, or a node above it, did not answer: reason=PARENT_AWAY, "
            + "reportedBy=athens");
  }

  @Test void aPolicyMayDeliverMarkedDegraded() throws InterruptedException {
    EdgeAgent agent = agent(
        AgentOptions.defaults(), "failure: { timeout: 100ms, lease: 5s, parent: deliver }", BRIEF);

    Verdict verdict = agent.blocking().offer("click");

    assertThat(verdict.isDistinct()).isTrue();
    assertThat(verdict.degradation()).isEqualTo(Degradation.PARENT_AWAY);
    assertThat(verdict.decidedBy()).isEqualTo(ATHENS);
  }

  @Test void aboveTheLimitOffersFailAtOnce() {
    EdgeAgent agent = agent(AgentOptions.defaults().withFailFastAbove(2));
    Future<?> first = agent.offer("a");
    Future<?> second = agent.claim("b");

    assertThatThrownBy(() -> agent.blocking().offer("c"))
        .isInstanceOfSatisfying(OfferFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.OVERLOADED));
    // nothing of a refusal waits for the agent's event loop, which may be behind (P5)
    assertThat(agent.offer("d").isComplete()).isTrue();
    assertThat(agent.offerAll(List.of("e")).isComplete()).isTrue();
    assertThat(first.isComplete()).isFalse();
    assertThat(second.isComplete()).isFalse();
  }

  @Test void offersInLineEndAtTheirDeadline() throws InterruptedException {
    EdgeAgent agent = agent(
        AgentOptions.defaults(), "failure: { timeout: 300ms, lease: 5s }",
        "limits: { deadline: 300ms, outstanding: 1 }");

    assertThat(agent.blocking().offerAll(List.of("a", "b", "c")))
        .extracting("reason")
        .containsOnly(Reason.OVERLOADED, Reason.PARENT_AWAY)
        .hasSize(3);
  }

  @Test void anEventLoopIsNotLetWait() {
    EdgeAgent agent = agent(AgentOptions.defaults());

    Future<Verdict> waiting = Future.future(promise -> vertx.runOnContext(go -> {
      try {
        promise.complete(agent.blocking().offer("click"));
      } catch (InterruptedException | IllegalStateException e) {
        promise.fail(e);
      }
    }));

    assertThatThrownBy(() -> await(waiting)).hasRootCauseInstanceOf(IllegalStateException.class);
  }

  @Test void onlyEdgesHaveAgents() {
    Network network = Topologies.ofFourEdges().network();

    assertThatThrownBy(() -> EdgeAgent.start(vertx, network, new NodeId("eu")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("only edges have agents: id=eu, role=REGION");
    assertThatThrownBy(() -> EdgeAgent.start(vertx, network, new NodeId("athen")))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("athens");
  }

  @Test void aLimitBelowOneIsRefused() {
    assertThatThrownBy(() -> AgentOptions.defaults().withFailFastAbove(0))
        .isInstanceOf(IllegalArgumentException.class).hasMessage("failFastAbove must be >= 1: 0");
  }

  @Test void aLimitAboveTheTopologysIsRefused() { // P5
    Network network = Topologies.ofFourEdges("limits: { offers: 10 }").network();

    assertThatThrownBy(() -> EdgeAgent.start(
            vertx, network, ATHENS, AgentOptions.defaults().withFailFastAbove(11)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("failFastAbove must be <= limits.offers: failFastAbove=11, limits.offers=10");
  }

  @Test void manyOffersThatDoNotFitTogetherFailTogether() throws InterruptedException {
    EdgeAgent agent = agent(AgentOptions.defaults().withFailFastAbove(2));

    assertThat(agent.blocking().offerAll(List.of("a", "b", "c")))
        .extracting("reason").containsExactly(
            Reason.OVERLOADED, Reason.OVERLOADED, Reason.OVERLOADED);
  }

  @Test void closedItTakesNothing() {
    EdgeAgent agent = agent(AgentOptions.defaults());
    await(agent.close());

    assertThatThrownBy(() -> agent.offer("click"))
        .isInstanceOf(IllegalStateException.class).hasMessage("the agent is closed: id=athens");
  }
}
