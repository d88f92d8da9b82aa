package io.bloomtree.host;

import static io.bloomtree.host.ClusterBench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.bus.HealthStatus;
import io.bloomtree.bus.HealthStatus.Check;
import io.bloomtree.bus.ProcessHealth;
import io.bloomtree.bus.Residents;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a supervisor is told of a process with real slices and agents. */
class ProcessHealthTest {
  private static final NodeId ATHENS = new NodeId("athens");
  private static final NodeId ROOT = new NodeId("root");

  private final Vertx vertx = Vertx.vertx();
  private final Residents residents = new Residents();

  @AfterEach void close() {
    await(vertx.close());
  }

  private static Network network(String policy) {
    return Topology.parse("health.yaml", """
        tree: health
        failure: { timeout: 100ms, lease: 5s, parent: %s }
        edges: [athens]
        """.formatted(policy)).network();
  }

  private ProcessHealth health(Network network) {
    return new ProcessHealth(vertx, network, residents, Duration.ofSeconds(30));
  }

  private EdgeAgent athens(Network network) {
    EdgeAgent agent = await(EdgeAgent.start(vertx, network, ATHENS));
    residents.add(agent.resident());
    residents.complete();
    return agent;
  }

  private static Check check(HealthStatus status, String name) {
    return status.checks().stream().filter(check -> check.name().equals(name))
        .findFirst().orElseThrow();
  }

  @Test void isNotStartedBeforeAllRuns() {
    Network network = network("fail");
    ProcessHealth health = health(network);

    assertThat(await(health.started()).up()).isFalse();
    assertThat(await(health.ready()).up()).isFalse();
    assertThat(await(health.live()).up()).isTrue();
    athens(network);
    assertThat(await(health.started()).up()).isTrue();
  }

  @Test void withoutItsParentAnAgentThatMustAskItIsNotReady() {
    Network network = network("fail");
    athens(network);

    HealthStatus ready = await(health(network).ready());

    assertThat(ready.up()).isFalse();
    assertThat(check(ready, "athens/0 parent"))
        .isEqualTo(new Check("athens/0 parent", false, "does not answer: root/0; policy fail"));
    assertThat(check(ready, "athens/0 state").up()).isTrue();
    assertThat(await(health(network).live()).up()).isTrue();
    assertThat(await(health(network).started()).up()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deliver", "drop"})
  void withoutItsParentAnAgentWithAPolicyIsReady(String policy) {
    Network network = network(policy);
    athens(network);

    HealthStatus ready = await(health(network).ready());

    assertThat(ready.up()).isTrue();
    assertThat(check(ready, "athens/0 parent").why())
        .isEqualTo("does not answer: root/0; policy " + policy);
  }

  @Test void isReadyWhenTheParentAnswersAndNotWhenItLeaves() {
    Network network = network("fail");
    NodeHost host = await(NodeHost.start(vertx, network, network.slicesOf(ROOT)));
    host.residents().forEach(residents::add);
    athens(network);
    ProcessHealth health = health(network);

    Awaitility.await().untilAsserted(() -> assertThat(await(health.ready()).up()).isTrue());
    assertThat(await(health.ready()).checks()).extracting(Check::name).containsExactly(
        "started", "joined", "root/0 state", "athens/0 state", "athens/0 parent");

    await(host.drain());

    Awaitility.await().untilAsserted(() -> {
      HealthStatus ready = await(health.ready());
      assertThat(check(ready, "athens/0 parent").up()).isFalse();
      assertThat(check(ready, "root/0 state"))
          .isEqualTo(new Check("root/0 state", false, "it was stopped"));
    });
    assertThat(await(health.live()).up()).isTrue();
  }

  @Test void anEventLoopThatHangsIsNotLive() {
    Network network = network("deliver");
    EdgeAgent agent = athens(network);
    var goOn = new CountDownLatch(1);
    var hangs = new CountDownLatch(1);
    // a handler without a context of its own runs on the agent's event loop
    agent.offer("click").onComplete(told -> {
      hangs.countDown();
      awaitLatch(goOn);
    });
    awaitLatch(hangs);

    HealthStatus live = await(new ProcessHealth(
        vertx, network, residents, Duration.ofMillis(50)).live());
    goOn.countDown();

    assertThat(live).isEqualTo(new HealthStatus(false, List.of(
        new Check("athens/0 event loop", false, "no answer within 50 ms"))));
    assertThat(await(health(network).live()).up()).isTrue();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
