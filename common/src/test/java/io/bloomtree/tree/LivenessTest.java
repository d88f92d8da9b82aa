package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.PingFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private static final Endpoint SELF = at("a0", 0);
  private static final Lineage LINEAGE =
      new Lineage(SELF, new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
  private static final Endpoint PEER = at("root", 0);

  private final Timers timers = new Timers();
  private final Tally tally = new Tally();
  private final List<Frame> sent = new ArrayList<>();
  private final Outbox outbox =
      new Outbox(0, 0, SELF, 1, LINEAGE, 512, (to, packet) -> sent.addAll(packet.frames()), tally);
  private final Liveness liveness =
      new Liveness(
          PEER, Watch.Relation.PARENT, 400, timers, outbox, new Health(400, timers, tally));

  private void advanceTo(long now) {
    while (timers.next() <= now) {
      timers.fireDue(timers.next());
    }
    outbox.flush();
  }

  @Test
  void aPeerOfWhichNothingIsExpectedIsNeitherPingedNorAway() {
    advanceTo(10_000);

    assertThat(sent).isEmpty();
    assertThat(liveness.isAway()).isFalse();
  }

  @Test
  void aPeerThatOwesAnAnswerIsPingedFourTimesAndThenAway() {
    liveness.expect(0);

    advanceTo(99);
    assertThat(sent).isEmpty();
    advanceTo(399);
    assertThat(sent)
        .containsExactly(new PingFrame(1), new PingFrame(2), new PingFrame(3));
    assertThat(liveness.isAway()).isFalse();
    advanceTo(400);

    assertThat(liveness.isAway()).isTrue();
    assertThat(tally.get(Tally.Count.PEERS_LOST)).isEqualTo(1);
  }

  @Test
  void aPeerThatIsGreetedIsPingedAtOnceAndOwesAnAnswer() {
    liveness.greet(0);

    advanceTo(0);
    assertThat(sent).containsExactly(new PingFrame(1));
    advanceTo(400);

    assertThat(sent).hasSize(5);
    assertThat(liveness.isAway()).isTrue();
  }

  @Test
  void whoeverHearsAPeerLearnsWhetherItHadBeenAway() {
    assertThat(liveness.heard(timers.now())).as("nothing was expected").isFalse();
    liveness.expect(0);
    assertThat(liveness.heard(timers.now())).as("in time").isFalse();
    liveness.expect(0);
    advanceTo(400);

    assertThat(liveness.heard(timers.now())).isTrue();
    assertThat(liveness.heard(timers.now())).as("once").isFalse();
  }

  @Test
  void expectingMoreDoesNotPutOffTheTimeout() {
    liveness.expect(0);
    advanceTo(300);

    liveness.expect(300);
    advanceTo(400);

    assertThat(liveness.isAway()).isTrue();
  }

  @Test
  void aPeerThatFallsSilentIsPingedAfterHalfTheTimeoutAndAwayAfterOneAndAHalf() {
    liveness.greet(0);
    advanceTo(50);
    liveness.heard(50);

    advanceTo(249);
    assertThat(sent).as("only the greeting").hasSize(1);
    advanceTo(250);
    assertThat(sent).as("a heartbeat").hasSize(2);
    advanceTo(649);
    assertThat(liveness.isAway()).isFalse();
    advanceTo(650);

    assertThat(liveness.isAway()).isTrue();
  }

  @Test
  void aPeerThatIsHeardOftenIsNotPinged() {
    liveness.greet(0);

    for (long now = 1; now <= 2_000; now++) {
      advanceTo(now);
      liveness.heard(now);
      liveness.expect(now);
    }

    assertThat(sent).as("the greeting").hasSize(1);
  }

  @Test
  void aPeerThatAnswersHeartbeatsIsNeverAway() {
    liveness.greet(0);

    for (long now = 1; now <= 2_000; now++) {
      int pings = sent.size();
      advanceTo(now);
      if (sent.size() > pings) {
        liveness.heard(now);
      }
    }

    assertThat(sent).as("a greeting, and one every half timeout").hasSize(10);
    assertThat(tally.get(Tally.Count.PEERS_LOST)).isZero();
  }

  @Test
  void hearingAnythingInTimeStartsTheTimeoutAnew() {
    liveness.expect(0);
    advanceTo(399);

    liveness.heard(timers.now());
    liveness.expect(399);
    advanceTo(798);

    assertThat(liveness.isAway()).isFalse();
    advanceTo(799);
    assertThat(liveness.isAway()).isTrue();
  }

  @Test
  void aPeerThatIsAwayIsPingedUntilItIsHeardAndThenBack() {
    liveness.expect(0);
    advanceTo(1_000);
    assertThat(sent).hasSize(10);

    liveness.heard(timers.now());

    assertThat(liveness.isAway()).isFalse();
    assertThat(tally.get(Tally.Count.PEERS_LOST)).as("counted once").isEqualTo(1);
  }
}
