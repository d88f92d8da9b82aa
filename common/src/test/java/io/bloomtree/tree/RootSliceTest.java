package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unsliced root: who is told what about an event, and for how long it is claimed. */
class RootSliceTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin OTHER = origin("a1", 1);

  private final SliceStore store = Bench.store(Trees.WHOLE, 0, Birth.FIRST);
  private final Bench<RootSlice> root =
      Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain(), store);

  private static AnswerFrame told(Origin origin, Outcome outcome) {
    return answer(ROOT, 0, origin, outcome);
  }

  @Test
  void theFirstToAskIsToldDistinctAndHoldsTheClaim() {
    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(told(FIRST, Outcome.DISTINCT));
    assertThat(store.claims())
        .containsEntry(EVENT, new SliceStore.HeldClaim(FIRST, Degradation.NONE));
    assertThat(store.filter().holds(EVENT)).isFalse();
  }

  @Test
  void anotherOriginIsToldHeld() { // P2
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A1, ask(EVENT, OTHER));

    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.HELD));
    assertThat(root.count(Tally.Count.HELD)).isEqualTo(1);
  }

  @Test
  void theSameOriginIsToldDistinctAgain() {
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A0))
        .containsExactly(told(FIRST, Outcome.DISTINCT), told(FIRST, Outcome.DISTINCT));
    assertThat(root.occupied("claims")).isEqualTo(1);
  }

  @Test
  void aClaimLapsesWithItsLease() { // rule 12
    root.deliver(A0, ask(EVENT, FIRST));

    root.advance(Tuning.LEASE - 1);
    assertThat(root.occupied("claims")).isEqualTo(1);
    root.advance(1);

    assertThat(root.occupied("claims")).as("swept, though nobody asked").isZero();
    assertThat(store.claims()).isEmpty();
    assertThat(root.count(Tally.Count.LAPSED_CLAIMS)).isEqualTo(1);
    root.deliver(A1, ask(EVENT, OTHER));
    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.DISTINCT));
  }

  @Test
  void askingAgainRenewsTheLease() {
    root.deliver(A0, ask(EVENT, FIRST));
    root.advance(Tuning.LEASE - 1);

    root.deliver(A0, ask(EVENT, FIRST));
    root.advance(Tuning.LEASE - 1);

    assertThat(root.occupied("claims")).isEqualTo(1);
    root.advance(1);
    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void askingForAnothersClaimDoesNotRenewItsLease() {
    root.deliver(A0, ask(EVENT, FIRST));
    root.advance(Tuning.LEASE - 1);

    root.deliver(A1, ask(EVENT, OTHER));
    root.advance(1);

    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void leasesStartAfreshAfterARestart() { // rule 12
    root.deliver(A0, ask(EVENT, FIRST));
    var restarted = Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain(), store);

    restarted.deliver(A1, ask(EVENT, OTHER));
    restarted.advance(Tuning.LEASE - 1);
    assertThat(restarted.occupied("claims")).isEqualTo(1);
    restarted.advance(1);

    assertThat(restarted.take(A1)).containsExactly(told(OTHER, Outcome.HELD));
    assertThat(restarted.occupied("claims")).isZero();
  }

  @Test
  void aConfirmRecordsTheEventDropsTheClaimAndIsAcknowledged() {
    root.deliver(A0, ask(EVENT, FIRST));
    root.forgetSent();

    root.deliver(A0, confirm(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(store.filter().holds(EVENT)).isTrue();
    assertThat(store.claims()).isEmpty();
    root.deliver(A1, ask(EVENT, OTHER));
    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.DUPLICATE));
  }

  @Test
  void aConfirmIsRecordedThoughNobodyHoldsTheClaim() { // rule 3
    root.deliver(A0, confirm(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(store.filter().holds(EVENT)).isTrue();
  }

  @Test
  void aConfirmEndsAnotherOriginsClaimToo() { // rule 3
    root.deliver(A1, ask(EVENT, OTHER));
    root.forgetSent();

    root.deliver(A0, confirm(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(store.filter().holds(EVENT)).isTrue();
    assertThat(store.claims()).isEmpty();
  }

  @Test
  void whoHoldsAClaimOnWhatSomebodyElseDeliveredIsToldDuplicate() {
    root.deliver(A1, ask(EVENT, OTHER));
    root.deliver(A0, confirm(EVENT, FIRST));
    root.forgetSent();

    root.deliver(A1, ask(EVENT, OTHER));

    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.DUPLICATE));
  }

  @Test
  void aRepeatedConfirmIsAcknowledgedAgain() { // rule 6
    root.deliver(A0, confirm(EVENT, FIRST));

    root.deliver(A0, confirm(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST), confirmed(FIRST));
  }

  @Test
  void aReleaseDropsTheClaimAndIsAcknowledged() {
    root.deliver(A0, ask(EVENT, FIRST));
    root.forgetSent();

    root.deliver(A0, release(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(released(FIRST));
    assertThat(store.filter().holds(EVENT)).isFalse();
    root.deliver(A1, ask(EVENT, OTHER));
    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.DISTINCT));
  }

  @Test
  void aReleaseLeavesAnotherOriginsClaim() { // rule 3
    root.deliver(A1, ask(EVENT, OTHER));

    root.deliver(A0, release(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(released(FIRST));
    assertThat(store.claims().get(EVENT).origin()).isEqualTo(OTHER);
  }

  @Test
  void aReleaseDoesNotUndoAConfirm() { // rule 4
    root.deliver(A0, ask(EVENT, FIRST), confirm(EVENT, FIRST));
    root.forgetSent();

    root.deliver(A0, release(EVENT, FIRST));
    root.deliver(A1, ask(EVENT, OTHER));

    assertThat(root.take(A1)).containsExactly(told(OTHER, Outcome.DUPLICATE));
  }

  @Test
  void aLaterSequenceOfTheSameAgentTakesTheClaimOver() { // rule 11
    Origin later = origin("a0", 2);
    root.deliver(A0, ask(EVENT, FIRST));
    root.forgetSent();

    root.deliver(A0, ask(EVENT, later));

    assertThat(root.take(A0)).containsExactly(told(later, Outcome.DISTINCT));
    assertThat(store.claims().get(EVENT).origin()).isEqualTo(later);
  }

  @Test
  void anEarlierSequenceOfTheSameAgentDoesNot() { // rule 11
    root.deliver(A0, ask(EVENT, origin("a0", 2)));
    root.forgetSent();

    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(told(FIRST, Outcome.HELD));
  }

  @Test
  void aLaterSequenceOfAnotherAgentDoesNot() {
    Origin later = origin("a1", 2);
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A1, ask(EVENT, later));

    assertThat(root.take(A1)).containsExactly(told(later, Outcome.HELD));
  }

  @Test
  void anAskForWhichNobodyWaitsAnyMoreIsDroppedAndCounted() { // rule 11
    root.deliver(A0, ask(EVENT, FIRST, 0));

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.occupied("claims")).isZero();
    assertThat(root.count(Tally.Count.EXPIRED_ASKS)).isEqualTo(1);
  }

  @Test
  void aRootThatLostItsStateSaysSoOfEachDistinct() {
    var amnesiac =
        Bench.root(
            Trees.flat(Trees.WHOLE), 0, Tuning.plain(), Bench.store(Trees.WHOLE, 0, Birth.LOST));

    amnesiac.deliver(A0, ask(EVENT, FIRST));

    assertThat(amnesiac.take(A0, AnswerFrame.class))
        .containsExactly(answer(ROOT, 0, FIRST, Outcome.DISTINCT, Degradation.STATE_LOST));
    assertThat(amnesiac.count(Tally.Count.DEGRADED)).isEqualTo(1);
    amnesiac.deliver(A0, ask(EVENT, FIRST));
    assertThat(amnesiac.take(A0, AnswerFrame.class)).as("asked again")
        .containsExactly(answer(ROOT, 0, FIRST, Outcome.DISTINCT, Degradation.STATE_LOST));
  }

  @Test
  void aFullTableAnswersBusyAndEvictsNothing() { // P5, rule 12
    var small = Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().claims(2).settings(), store);
    small.deliver(A0, Messages.asks("a0", 1, 2));
    small.forgetSent();

    small.deliver(A1, ask(EVENT, OTHER));

    assertThat(small.take(A1)).containsExactly(told(OTHER, Outcome.BUSY));
    assertThat(small.count(Tally.Count.BUSY)).isEqualTo(1);
    assertThat(store.claims()).containsOnlyKeys(1L, 2L);
    small.deliver(A0, release(1, origin("a0", 1)));
    small.deliver(A1, ask(EVENT, OTHER));
    assertThat(small.take(A1)).as("once there is room")
        .containsExactly(told(OTHER, Outcome.DISTINCT));
  }

  @Test
  void aFullTableStillKnowsItsOwnClaims() { // P5
    var small = Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().claims(1).settings());
    small.deliver(A0, ask(EVENT, FIRST));
    small.forgetSent();

    small.deliver(A0, ask(EVENT, FIRST));
    small.deliver(A1, ask(EVENT, OTHER));

    assertThat(small.take(A0)).containsExactly(told(FIRST, Outcome.DISTINCT));
    assertThat(small.take(A1)).containsExactly(told(OTHER, Outcome.HELD));
  }

  @Test
  void aFullTableStillKnowsWhatItsFilterHas() { // P5
    store.filter().set(EVENT);
    var small = Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().claims(1).settings(), store);
    small.deliver(A0, ask(1, FIRST));
    small.forgetSent();

    small.deliver(A1, ask(EVENT, OTHER));

    assertThat(small.take(A1)).containsExactly(told(OTHER, Outcome.DUPLICATE));
    assertThat(small.count(Tally.Count.BUSY)).isZero();
  }

  @ParameterizedTest(name = "vertical: {0}")
  @ValueSource(booleans = {false, true})
  void aFullTableIsBusyWhereItsFilterAloneDecidesNothing(boolean vertical) { // P5
    SlicePlan plan = vertical ? SlicePlan.vertical(Trees.SHAPE, 2) : Trees.WHOLE;
    long[] events =
        LongStream.iterate(1, i -> i + 1).filter(i -> plan.owner(i) == 0).limit(2).toArray();
    SliceStore store = Bench.store(plan, 0, Birth.FIRST);
    store.filter().set(events[1]);
    var small =
        Bench.root(
            Trees.flat(plan), 0, new Tuning().claims(1).verifyAbove(vertical ? 0 : 1).settings(),
            store);
    small.deliver(A0, ask(events[0], FIRST));
    small.forgetSent();

    small.deliver(A1, ask(events[1], OTHER));

    assertThat(small.take(A1)).containsExactly(told(OTHER, Outcome.BUSY));
  }

  @Test
  void framesNeverHaveMoreEventsThanABatch() { // P5
    var root = Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().batches(4, 0, 1).settings());

    root.deliver(A0, Messages.asks("a0", 1, 10));

    assertThat(root.take(A0, AnswerFrame.class)).extracting(AnswerFrame::size)
        .containsExactly(4, 4, 2);
  }
}
