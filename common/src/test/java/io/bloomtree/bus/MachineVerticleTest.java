package io.bloomtree.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.tree.RootSlice;
import io.bloomtree.tree.Tally;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine on a real event bus: what arrives reaches it, and what cannot be read harms nobody. */
class MachineVerticleTest {
  private static final Network NETWORK = Topology.parse("small.yaml", """
      tree: test
      regions:
        - { id: eu, edges: [athens] }
      """).network();
  private static final Endpoint ROOT = Endpoint.of(new NodeId("root"));
  private static final Endpoint EU = Endpoint.of(new NodeId("eu"));

  private final Vertx vertx = Vertx.vertx();
  private final Root root = new Root();

  private static final class Root extends SliceVerticle<RootSlice> {
    Root() {
      super(NETWORK, ROOT, RootSlice::new);
    }
  }

  @BeforeEach void start() {
    wait(vertx.deployVerticle(root));
  }

  @AfterEach void stop() {
    wait(vertx.close());
  }

  @Test void aPacketIsAnswered() throws Exception {
    var answer = new CompletableFuture<Packet>();
    vertx.eventBus().<byte[]>consumer(address(EU), message ->
        answer.complete(Packet.decode(message.body(), 1 << 20)));

    send(ping(7).encodeWithin(1 << 20).get(0));

    assertThat(answer.get().frames()).contains(new PongFrame(7));
    assertThat(wait(root.report()).bytesSent()).isPositive();
  }

  @Test void whatCannotBeReadIsCountedAndTheNextIsTaken() {
    send(new byte[] {1, 2, 3});
    send("not even bytes");
    send(new byte[2 << 20]);
    send(ping(8).encodeWithin(1 << 20).get(0));

    await().untilAsserted(() -> {
      NodeReport report = wait(root.report());
      assertThat(report.malformedPackets()).isEqualTo(3);
      assertThat(report.count(Tally.Count.PACKETS_SENT)).isPositive();
    });
  }

  @Test void questionsAreAnsweredFromAnyProcess() {
    var inquiry = new TreeInquiry(vertx, NETWORK, Duration.ofSeconds(5));

    assertThat(wait(inquiry.ask(ROOT, new Question.Report())))
        .isEqualTo(wait(root.report()));
    Sighting sighting = wait(inquiry.ask(ROOT, new Question.Sight(7)));
    assertThat(sighting.isHit()).isFalse();
    assertThat(sighting.probes()).isPositive();
  }

  @Test void aQuestionThatNobodyUnderstandsOrHearsIsNotAnswered() {
    var inquiry = new TreeInquiry(vertx, NETWORK, Duration.ofSeconds(5));
    String questions = Address.of("test", ROOT).questions().path();

    for (Object body : List.of("{\"question\":\"why\"}".getBytes(UTF_8), "not even bytes")) {
      assertThatThrownBy(() -> wait(vertx.eventBus().request(questions, body)))
          .hasMessageContaining("no question that this version knows");
    }
    assertThatThrownBy(() -> wait(inquiry.ask(EU, new Question.Report())))
        .hasRootCauseInstanceOf(UnansweredException.class)
        .hasMessageContaining("eu/0 gave no answer: no process runs it");
  }

  @Test void anotherTreeOnTheSameBusHasOtherAddresses() {
    assertThat(Address.of("clicks", ROOT)).isNotEqualTo(Address.of("calls", ROOT));
    assertThat(Address.of("clicks", ROOT).path())
        .isEqualTo("bloomtree.v" + Packet.VERSION + ".clicks.root.0");
  }

  @Test void onceStoppedItTakesNothing() {
    wait(vertx.undeploy(root.deploymentID()));
    send(new byte[] {1, 2, 3});

    assertThat(wait(root.report()).malformedPackets()).isZero();
  }

  private void send(Object body) {
    vertx.eventBus().send(address(ROOT), body);
  }

  private static Packet ping(long nonce) {
    return new Packet(
        NETWORK.topology().identity().tree().digest(), NETWORK.topology().epoch(), EU, 1, 1,
        List.of(new PingFrame(nonce)));
  }

  private static String address(Endpoint endpoint) {
    return Address.of("test", endpoint).path();
  }

  private static <T> T wait(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
