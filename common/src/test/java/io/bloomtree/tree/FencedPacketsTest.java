package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probe;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two processes of one slice: one that was stopped, and the one that has taken its place. */
class FencedPacketsTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint A0 = at("a0", 0);
  private static final SlicePlan SLICED = SlicePlan.horizontal(Trees.SHAPE, 2);

  private final EdgeBench edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain());

  private static Packet packet(Endpoint from, long incarnation, Frame frame) {
    return new Packet(
        Bench.IDENTITY.tree().digest(), Bench.IDENTITY.epoch(), from, incarnation, 1,
        List.of(frame));
  }

  private static RefusalFrame fenced(long theirs, long newest) {
    return new RefusalFrame(
        RefusalCode.FENCED,
        "a newer incarnation has taken the sender's place: theirs=" + theirs + ", newest="
            + newest);
  }

  @Test
  void aParentThatWasReplacedIsRefusedInWordsThatNameBoth() {
    var told = edge.offer(EVENT);
    edge.deliver(packet(ROOT, 5, new PongFrame(1)));
    edge.forgetSent();

    edge.deliver(
        packet(ROOT, 4, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DUPLICATE)));

    assertThat(told.resolutions()).as("what it says is not believed").isEmpty();
    assertThat(edge.take(ROOT)).containsExactly(fenced(4, 5));
    assertThat(edge.count(Tally.Count.FENCED_PACKETS)).isEqualTo(1);
    assertThat(edge.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(1);
    assertThat(edge.watch.take()).last().asString().startsWith("refused root/0 FENCED: ");
    edge.deliver(
        packet(ROOT, 5, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DUPLICATE)));
    assertThat(told.resolutions()).as("its successor is").hasSize(1);
  }

  @Test
  void aParentOfWhichOnlyTheOldProcessIsHeardIsAway() {
    edge.deliver(packet(ROOT, 5, new PongFrame(1)));
    edge.silence(ROOT);

    for (int i = 0; i < 6; i++) {
      edge.advance(Tuning.TIMEOUT / 4);
      edge.deliver(packet(ROOT, 4, new PongFrame(1)));
    }

    assertThat(edge.count(Tally.Count.PEERS_LOST)).isEqualTo(1);
  }

  @Test
  void aSliceThatWasReplacedIsRefusedByTheOthers() {
    var root = Bench.root(Trees.flat(SLICED), 0, Tuning.plain());
    root.deliver(packet(SECOND, 3, new PingFrame(1)));
    root.forgetSent();

    root.deliver(packet(SECOND, 2, probe(1, EVENT)));

    assertThat(root.take(SECOND)).containsExactly(fenced(2, 3));
    root.deliver(packet(SECOND, 3, probe(1, EVENT)));
    root.deliver(packet(SECOND, 4, probe(1, EVENT)));
    assertThat(root.take(SECOND, ProbeReplyFrame.class)).as("the same and newer").hasSize(2);
  }

  @Test
  void anIncarnationOfOneSliceSaysNothingOfAnother() {
    var region = Bench.region(Trees.withRegion(SLICED, Trees.WHOLE), 0, Tuning.plain());
    region.deliver(packet(ROOT, 9, new PingFrame(1)));

    region.deliver(packet(SECOND, 2, new PingFrame(2)));

    assertThat(region.take(SECOND)).containsExactly(new PongFrame(2));
  }

  @Test
  void childrenAreHeardInAnyIncarnation() { // rule 4
    var root = Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain());
    root.deliver(packet(A0, 5, new PingFrame(1)));
    root.forgetSent();

    root.deliver(packet(A0, 4, confirm(EVENT, origin("a0", 1))));

    assertThat(root.take(A0, AckFrame.class)).hasSize(1);
    assertThat(root.count(Tally.Count.FENCED_PACKETS)).isZero();
  }

  @Test
  void whoIsToldThatItWasReplacedTellsItsWatchAndGoesOn() {
    edge.watch.take();
    edge.forgetSent();

    edge.deliver(ROOT, fenced(1, 2));

    assertThat(edge.watch.take()).containsExactly(
        "refused by root/0 FENCED: a newer incarnation has taken the sender's place: theirs=1,"
            + " newest=2");
    assertThat(edge.take(ROOT)).isEmpty();
    var told = edge.offer(EVENT);
    edge.deliver(ROOT, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DUPLICATE));
    assertThat(told.resolutions()).hasSize(1);
  }
}
