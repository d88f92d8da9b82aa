package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.asks;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.handoverAck;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probe;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static io.bloomtree.tree.Messages.setAck;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeReplyFrame;
import io.bloomtree.wire.SetFrame;
import org.junit.jupiter.api.Test;

/** A machine that is about to stop: what it still takes, and when it has nothing left in hand. */
class DrainingTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint A0 = at("a0", 0);

  private static Bench<RegionSlice> region() {
    return Bench.region(Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, Tuning.plain());
  }

  private static Bench<RootSlice> root(SlicePlan plan) {
    return Bench.root(Trees.flat(plan), 0, Tuning.plain());
  }

  @Test
  void aRootThatIsDrainedDropsAsksAndTakesConfirmsAndReleases() {
    var root = root(Trees.WHOLE);
    root.deliver(A0, ask(EVENT, origin("a0", 1)));
    root.forgetSent();

    root.machine.drain();
    root.deliver(A0, asks("a0", 2, 4));
    root.deliver(A0, confirm(EVENT, origin("a0", 1)), release(7, origin("a0", 9)));

    assertThat(root.take(A0, AnswerFrame.class)).isEmpty();
    assertThat(root.count(Tally.Count.DRAINED_ASKS)).isEqualTo(3);
    assertThat(root.take(A0, AckFrame.class)).hasSize(2);
    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void aSliceThatIsDrainedIsStillProbed() {
    SlicePlan vertical = SlicePlan.vertical(Trees.SHAPE, 2);
    var root = root(vertical);

    root.machine.drain();
    root.deliver(SECOND, probe(1, EVENT));

    assertThat(root.take(SECOND, ProbeReplyFrame.class)).hasSize(1);
  }

  @Test
  void aRegionThatIsDrainedPassesOnWhatItHas() {
    var region = region();
    region.deliver(A0, ask(EVENT, origin("a0", 1)));
    region.machine.drain();
    region.deliver(A0, ask(EVENT + 1, origin("a0", 2)));
    assertThat(region.takeAsks(ROOT)).hasSize(1);
    assertThat(region.machine.isIdle()).as("somebody waits for the answer").isFalse();

    region.deliver(ROOT, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));

    assertThat(region.take(A0, AnswerFrame.class)).hasSize(1);
    assertThat(region.machine.isIdle()).isTrue();
    assertThat(region.count(Tally.Count.DRAINED_ASKS)).isEqualTo(1);
  }

  @Test
  void aRegionIsIdleWhenEverythingItPassedOnIsAnswered() {
    var region = region();
    assertThat(region.machine.isIdle()).isTrue();

    region.deliver(A0, confirm(EVENT, origin("a0", 1)));
    assertThat(region.machine.isIdle()).as("a confirm").isFalse();
    region.deliver(ROOT, confirmed(origin("a0", 1)));
    assertThat(region.machine.isIdle()).isTrue();
    region.deliver(A0, release(EVENT, origin("a0", 2)));
    assertThat(region.machine.isIdle()).as("a release").isFalse();
    region.deliver(ROOT, released(origin("a0", 2)));
    assertThat(region.machine.isIdle()).isTrue();
    region.deliver(A0, hello("a0", 1, 0));
    assertThat(region.machine.isIdle()).as("a hello").isFalse();
    region.deliver(ROOT, welcome(A0.node(), 1, 0));
    assertThat(region.machine.isIdle()).isTrue();
  }

  @Test
  void aRootWithAClaimIsIdle() {
    var root = root(Trees.WHOLE);

    root.deliver(A0, ask(EVENT, origin("a0", 1)));

    assertThat(root.occupied("claims")).isEqualTo(1);
    assertThat(root.machine.isIdle()).isTrue();
  }

  @Test
  void aRootIsNotIdleWhileASliceHasNotSetItsPositions() {
    SlicePlan vertical = SlicePlan.vertical(Trees.SHAPE, 2);
    var root = root(vertical);
    root.deliver(A0, confirm(eventOn(vertical, 0, 1), origin("a0", 1)));
    assertThat(root.machine.isIdle()).isFalse();

    SetFrame set = root.take(SECOND, SetFrame.class).get(0);
    root.deliver(SECOND, setAck(set.sets().get(0).round()));

    assertThat(root.machine.isIdle()).isTrue();
  }

  @Test
  void aRootIsNotIdleWhileItHasAClaimToHandOver() {
    SlicePlan horizontal = SlicePlan.horizontal(Trees.SHAPE, 2);
    var root =
        Bench.startedRoot(
            Trees.flat(horizontal), 0, Tuning.plain(), Bench.store(horizontal, 0, Birth.FIRST));
    root.advance(Tuning.TIMEOUT);
    root.deliver(A0, ask(eventOn(horizontal, 1), origin("a0", 1)));
    root.advance(Tuning.TIMEOUT);
    assertThat(root.occupied("claims")).isEqualTo(1);
    assertThat(root.machine.isIdle()).isFalse();

    root.deliver(SECOND, new PongFrame(1));
    root.deliver(SECOND, handoverAck(origin("a0", 1)));

    assertThat(root.machine.isIdle()).isTrue();
  }

  @Test
  void anAgentIsIdleWhenWhatItWasOfferedIsSettled() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain());
    edge.machine.drain();
    edge.offer(EVENT);
    assertThat(edge.machine.isIdle()).isFalse();
    edge.deliver(ROOT, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));
    assertThat(edge.machine.isIdle()).as("the confirm is not acknowledged").isFalse();

    edge.deliver(ROOT, confirmed(origin("a0", 1)));

    assertThat(edge.machine.isIdle()).isTrue();
  }
}
