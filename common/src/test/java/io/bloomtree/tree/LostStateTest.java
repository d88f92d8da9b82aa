package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.FIRST_SET;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probe;
import static io.bloomtree.tree.Messages.probeReply;
import static io.bloomtree.tree.Messages.setAck;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.ProbeFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vertical slices that have lost what they once set: their unset positions prove nothing. */
class LostStateTest {
  private static final SlicePlan PLAN = SlicePlan.vertical(Trees.SHAPE, 2);
  private static final long EVENT = eventOn(PLAN, 0, 1);
  private static final Endpoint OWNER = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint A0 = at("a0", 0);
  private static final Origin ORIGIN = origin("a0", 1);

  private static final Settings SETTINGS =
      new Tuning().slices(new SlicePolicy.Duplicate()).settings();

  private static Bench<RootSlice> owner(SliceStore store) {
    return Bench.root(Trees.flat(PLAN), 0, SETTINGS, store);
  }

  private static long round(Bench<RootSlice> root) {
    return root.take(SECOND, ProbeFrame.class).get(0).probes().get(0).round();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Birth.class)
  void aSliceSaysWhetherItsUnsetPositionsProveAnything(Birth birth) {
    SliceStore store = Bench.store(PLAN, 1, birth);
    var slice = Bench.root(Trees.flat(PLAN), 1, Tuning.plain(), store);

    slice.deliver(OWNER, probe(1, EVENT));

    assertThat(slice.take(OWNER)).containsExactly(
        probeReply(1, 0, store.filter().probes(EVENT), birth != Birth.LOST));
  }

  @Test
  void anUnsetPositionOfASliceThatKnowsItsLossLeavesTheDecisionToThePolicy() {
    SliceStore store = Bench.store(PLAN, 0, Birth.RECOVERED);
    store.filter().set(EVENT);
    var root = owner(store);
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, probeReply(round(root), 0, 5, false));

    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE, Degradation.SLICE_AWAY));
  }

  @Test
  void soDoesThatOfASliceWhoseStateIsYoungerThanItWas() {
    SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
    var root = owner(store);
    root.deliver(A0, confirm(EVENT, origin("a0", 9)));
    root.deliver(SECOND, 1, setAck(FIRST_SET));
    root.forgetSent();
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, 2, probeReply(round(root), 0, 5, true));

    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE, Degradation.SLICE_AWAY));
  }

  @Test
  void thatOfASliceThatHasOnlyMadeItselfKnownIsNoticedToo() {
    SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
    store.filter().set(EVENT);
    var root = Bench.startedRoot(Trees.flat(PLAN), 0, SETTINGS, store);
    root.deliver(SECOND, 1, new PingFrame(1));
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, 2, probeReply(round(root), 0, 5, true));

    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE, Degradation.SLICE_AWAY));
  }

  @Test
  void howOldAStateWasWhenItWasFirstHeardSurvivesARestart() { // P7
    SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
    Bench.startedRoot(Trees.flat(PLAN), 0, SETTINGS, store).deliver(SECOND, 1, new PingFrame(1));
    store.filter().set(EVENT);
    var restarted = Bench.startedRoot(Trees.flat(PLAN), 0, SETTINGS, store);
    restarted.deliver(SECOND, 2, new PingFrame(1));
    restarted.deliver(A0, ask(EVENT, ORIGIN));

    restarted.deliver(SECOND, 2, probeReply(round(restarted), 0, 5, true));

    assertThat(restarted.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE, Degradation.SLICE_AWAY));
  }

  @Test
  void aSliceWhoseStateWasAlwaysThatYoungIsBelieved() {
    SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
    var root = Bench.startedRoot(Trees.flat(PLAN), 0, SETTINGS, store);
    root.deliver(A0, confirm(EVENT, origin("a0", 9)));
    root.deliver(SECOND, 2, setAck(FIRST_SET));
    root.forgetSent();
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, 2, probeReply(round(root), 0, 5, true));

    assertThat(root.take(A0, AnswerFrame.class))
        .containsExactly(answer(OWNER, 0, ORIGIN, Outcome.DISTINCT));
  }

  @Test
  void allPositionsSetAreBelievedOfAnybody() {
    SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
    store.filter().set(EVENT);
    var root = owner(store);
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, probeReply(round(root), 5, 5, false));

    assertThat(root.take(A0, AnswerFrame.class))
        .containsExactly(answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE));
  }

  @Test
  void anOwnerThatLostItsStateAsksTheOtherSlices() {
    var root = owner(Bench.store(PLAN, 0, Birth.LOST));
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, probeReply(round(root), 5, 5));

    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DUPLICATE, Degradation.SLICE_AWAY));
  }

  @Test
  void anUnsetPositionElsewhereIsProofForAnOwnerThatLostItsState() {
    var root = owner(Bench.store(PLAN, 0, Birth.LOST));
    root.deliver(A0, ask(EVENT, ORIGIN));

    root.deliver(SECOND, probeReply(round(root), 4, 5));

    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(OWNER, 0, ORIGIN, Outcome.DISTINCT, Degradation.STATE_LOST));
  }
}
