package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.FIRST_SET;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.handover;
import static io.bloomtree.tree.Messages.handoverAck;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probeReply;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static io.bloomtree.tree.Messages.set;
import static io.bloomtree.tree.Messages.setAck;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HandoverAckFrame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.SetFrame;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The slice that decides while an event's owner is away, and what it does once it is back. */
class StandInTest {
  private static final SlicePlan HORIZONTAL = SlicePlan.horizontal(Trees.SHAPE, 3);
  private static final SlicePlan VERTICAL = SlicePlan.vertical(Trees.SHAPE, 3);
  private static final long ELSEWHERE = eventOn(HORIZONTAL, 0);
  private static final long SPREAD = eventOn(VERTICAL, 0, 1, 2);
  private static final Endpoint OWNER = at("root", 0);
  private static final Endpoint THIRD = at("root", 2);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin OTHER = origin("a1", 1);
  /** How long a slice may take to answer before it is done without. */

  private static long[] eventsOfSlice0(int count) {
    return LongStream.iterate(1, i -> i + 1).filter(i -> HORIZONTAL.owner(i) == 0).limit(count)
        .toArray();
  }

  private static Bench<RootSlice> standIn(SlicePlan plan) {
    return standIn(plan, Bench.store(plan, 1, Birth.FIRST));
  }

  private static Bench<RootSlice> standIn(SlicePlan plan, SliceStore store) {
    return Bench.root(Trees.flat(plan), 1, Tuning.plain(), store);
  }

  @Test
  void aHorizontalStandInTriesTheOwnerThenDecidesAndSaysThatTheOwnerIsAway() {
    var root = standIn(HORIZONTAL);

    root.deliver(A0, ask(ELSEWHERE, FIRST));
    assertThat(root.take(OWNER, ProbeFrame.class)).hasSize(1);
    root.advance(Tuning.TIMEOUT);
    root.deliver(A1, ask(ELSEWHERE, OTHER));

    assertThat(root.take(A0)).containsExactly(
        answer(OWNER, 0, FIRST, Outcome.DISTINCT, Degradation.OWNER_AWAY));
    assertThat(root.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.HELD));
    assertThat(root.count(Tally.Count.DEGRADED)).isEqualTo(1);
  }

  @Test
  void aHorizontalStandInPassesOnWhatTheOwnerFoundAfterAll() {
    var root = standIn(HORIZONTAL);
    root.deliver(A0, ask(ELSEWHERE, FIRST));
    long round = root.take(OWNER, ProbeFrame.class).get(0).probes().get(0).round();

    root.deliver(OWNER, probeReply(round, 10, 10));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
  }

  @Test
  void aVerticalStandInWithAnUnsetPositionDecides() {
    var root = standIn(VERTICAL);

    root.deliver(A0, ask(SPREAD, FIRST));

    assertThat(root.take(A0)).containsExactly(
        answer(OWNER, 0, FIRST, Outcome.DISTINCT, Degradation.OWNER_AWAY));
    assertThat(root.take(THIRD)).isEmpty();
  }

  @Test
  void aVerticalStandInThatHasTheEventProbesTheOtherSlices() {
    SliceStore store = Bench.store(VERTICAL, 1, Birth.FIRST);
    store.filter().set(SPREAD);
    var root = standIn(VERTICAL, store);

    root.deliver(A0, ask(SPREAD, FIRST));

    long round = root.take(THIRD, ProbeFrame.class).get(0).probes().get(0).round();
    root.deliver(THIRD, probeReply(round, 2, 2));
    root.deliver(OWNER, probeReply(round, 4, 4));
    assertThat(root.take(A0)).as("all have it: as good as the owner's word")
        .containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
  }

  @Test
  void aVerticalStandInWhoseOwnerIsSilentFollowsThePolicy() {
    SliceStore store = Bench.store(VERTICAL, 1, Birth.FIRST);
    store.filter().set(SPREAD);
    var root =
        Bench.root(
            Trees.flat(VERTICAL), 1,
            new Tuning().slices(new SlicePolicy.Duplicate()).settings(), store);
    root.deliver(A0, ask(SPREAD, FIRST));
    long round = root.take(THIRD, ProbeFrame.class).get(0).probes().get(0).round();
    root.deliver(THIRD, probeReply(round, 2, 2));

    root.advance(Tuning.TIMEOUT);

    assertThat(root.take(A0)).containsExactly(
        answer(OWNER, 0, FIRST, Outcome.DUPLICATE, Degradation.OWNER_AWAY));
  }

  @Test
  void aHeldClaimIsHandedToTheOwnerUntilItAcknowledges() {
    SliceStore store = Bench.store(HORIZONTAL, 1, Birth.FIRST);
    var root = standIn(HORIZONTAL, store);
    root.deliver(A0, ask(ELSEWHERE, FIRST));
    root.advance(Tuning.TIMEOUT);

    root.deliver(OWNER, new PongFrame(1));
    assertThat(root.take(OWNER, HandoverFrame.class)).containsExactly(handover(ELSEWHERE, FIRST));
    root.advance(Tuning.RETRY);
    assertThat(root.take(OWNER, HandoverFrame.class)).containsExactly(handover(ELSEWHERE, FIRST));
    root.deliver(OWNER, handoverAck(FIRST));

    assertThat(store.claims()).isEmpty();
    root.advance(Tuning.RETRY);
    assertThat(root.take(OWNER, HandoverFrame.class)).isEmpty();
  }

  @Test
  void nothingIsHandedToAnOwnerThatIsAwayUntilItIsBack() {
    var root = standIn(HORIZONTAL);
    root.deliver(A0, ask(ELSEWHERE, FIRST));
    root.advance(Tuning.TIMEOUT + Tuning.RETRY);
    root.forgetSent();

    root.advance(5 * Tuning.RETRY);
    assertThat(root.take(OWNER, HandoverFrame.class)).isEmpty();
    root.deliver(OWNER, new PongFrame(1));

    assertThat(root.take(OWNER, HandoverFrame.class)).as("at once")
        .containsExactly(handover(ELSEWHERE, FIRST));
    root.advance(Tuning.RETRY);
    assertThat(root.take(OWNER, HandoverFrame.class)).as("and again, until it acknowledges")
        .containsExactly(handover(ELSEWHERE, FIRST));
  }

  @Test
  void aConfirmedEventIsSentAtOnceToAnOwnerThatIsBack() {
    var root = standIn(HORIZONTAL);
    root.deliver(A0, confirm(ELSEWHERE, FIRST));
    root.advance(Tuning.TIMEOUT + Tuning.RETRY);
    root.forgetSent();

    root.deliver(THIRD, new PongFrame(1));
    assertThat(root.take(OWNER, SetFrame.class)).as("another slice is none of it").isEmpty();
    root.deliver(OWNER, new PongFrame(1));

    assertThat(root.take(OWNER, SetFrame.class)).containsExactly(set(ELSEWHERE));
  }

  @Test
  void nothingIsSentTwiceToAnOwnerThatWasNeverAway() {
    var root = standIn(HORIZONTAL);
    root.deliver(A0, confirm(ELSEWHERE, FIRST));
    root.forgetSent();

    root.deliver(OWNER, new PongFrame(1));

    assertThat(root.take(OWNER)).isEmpty();
  }

  @Test
  void aClaimHandedOverAfterItsReleaseIsNotAdopted() { // P3
    SliceStore store = Bench.store(HORIZONTAL, 0, Birth.FIRST);
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, Tuning.plain(), store);
    owner.deliver(A0, release(ELSEWHERE, FIRST));

    owner.deliver(at("root", 1), handover(ELSEWHERE, FIRST));

    assertThat(owner.take(A0)).containsExactly(released(FIRST));
    assertThat(owner.take(at("root", 1))).containsExactly(handoverAck(FIRST));
    assertThat(store.claims()).isEmpty();
    owner.deliver(A1, ask(ELSEWHERE, OTHER));
    assertThat(owner.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.DISTINCT));
  }

  @Test
  void releasesAreRememberedUpToALimitTheOldestForgottenFirst() { // P5
    SliceStore store = Bench.store(HORIZONTAL, 0, Birth.FIRST);
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, Tuning.plain(), store);
    for (int i = 1; i <= Handovers.MEMORY + 1; i++) {
      owner.deliver(A0, release(ELSEWHERE, origin("a0", i)));
    }
    assertThat(owner.occupied("released")).isEqualTo(Handovers.MEMORY);

    owner.deliver(at("root", 1), handover(ELSEWHERE, origin("a0", 2)));
    assertThat(store.claims()).isEmpty();
    owner.deliver(at("root", 1), handover(ELSEWHERE, origin("a0", 1)));

    assertThat(store.claims()).containsOnlyKeys(ELSEWHERE);
  }

  @Test
  void theReleaseOfAClaimThatIsHereIsNotRemembered() {
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, Tuning.plain());
    owner.deliver(A0, ask(ELSEWHERE, FIRST), release(ELSEWHERE, FIRST));

    assertThat(owner.occupied("released")).isZero();
    assertThat(owner.occupied("claims")).isZero();
  }

  @Test
  void anAcknowledgementEndsTheClaimsItNamesAndNoOthers() {
    SliceStore store = Bench.store(HORIZONTAL, 1, Birth.FIRST);
    var root = standIn(HORIZONTAL, store);
    long[] events = eventsOfSlice0(3);
    root.deliver(A0, ask(events[0], FIRST), ask(events[1], origin("a0", 2)));
    root.deliver(A1, ask(events[2], OTHER));
    root.advance(Tuning.TIMEOUT);
    assertThat(store.claims()).hasSize(3);

    root.deliver(OWNER, new HandoverAckFrame(List.of(FIRST, OTHER, origin("a1", 99))));

    assertThat(store.claims()).containsOnlyKeys(events[1]);
  }

  @Test
  void claimsOfAnOwnerThatStaysAwayDoNotKeepOthersFromBeingHandedOver() {
    // slice 2 stands in for both others; only slice 1 comes back
    var root = Bench.root(Trees.flat(HORIZONTAL), 2, new Tuning().batches(1, 0, 1).settings());
    long back = eventOn(HORIZONTAL, 1);
    root.deliver(A0, ask(ELSEWHERE, FIRST), ask(back, OTHER));
    root.advance(2 * Tuning.TIMEOUT);
    root.forgetSent();

    root.deliver(at("root", 1), new PongFrame(1));
    root.advance(2 * Tuning.RETRY);

    assertThat(root.take(at("root", 1), HandoverFrame.class))
        .contains(handover(back, OTHER));
  }

  @Test
  void theOwnerTakesAClaimOver() {
    SliceStore store = Bench.store(HORIZONTAL, 0, Birth.FIRST);
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, Tuning.plain(), store);

    owner.deliver(at("root", 1), handover(ELSEWHERE, FIRST));

    assertThat(owner.take(at("root", 1))).containsExactly(handoverAck(FIRST));
    assertThat(store.claims()).containsEntry(
        ELSEWHERE, new SliceStore.HeldClaim(FIRST, Degradation.OWNER_AWAY));
    owner.deliver(A1, ask(ELSEWHERE, OTHER));
    owner.deliver(A0, ask(ELSEWHERE, FIRST));
    assertThat(owner.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.HELD));
    assertThat(owner.take(A0)).containsExactly(
        answer(OWNER, 0, FIRST, Outcome.DISTINCT, Degradation.OWNER_AWAY));
  }

  @Test
  void theOwnerPrefersItsOwnClaimsFencesAndConfirms() {
    SliceStore store = Bench.store(HORIZONTAL, 0, Birth.FIRST);
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, Tuning.plain(), store);
    long[] events = eventsOfSlice0(3);
    owner.deliver(A1, ask(events[0], OTHER));
    owner.deliver(A0, hello("a0", 2, 0));
    owner.deliver(A1, confirm(events[2], origin("a1", 2)));

    owner.deliver(at("root", 1), handover(events[0], origin("a2", 1)),
        handover(events[1], FIRST), handover(events[2], origin("a2", 2)));

    assertThat(owner.take(at("root", 1))).containsExactly(
        new HandoverAckFrame(List.of(origin("a2", 1), FIRST, origin("a2", 2))));
    assertThat(store.claims()).containsOnlyKeys(events[0]);
    assertThat(store.claims().get(events[0]).origin()).isEqualTo(OTHER);
  }

  @Test
  void anOwnerWithoutRoomLeavesTheClaimWithTheStandIn() { // P5
    var owner = Bench.root(Trees.flat(HORIZONTAL), 0, new Tuning().claims(1).settings());
    long[] events = eventsOfSlice0(2);
    owner.deliver(A1, ask(events[0], OTHER));

    owner.deliver(at("root", 1), handover(events[1], FIRST));

    assertThat(owner.take(at("root", 1))).isEmpty();
    assertThat(owner.count(Tally.Count.BUSY)).isEqualTo(1);
  }

  @Test
  void aHorizontalStandInKeepsAConfirmForTheOwner() {
    SliceStore store = Bench.store(HORIZONTAL, 1, Birth.FIRST);
    var root = standIn(HORIZONTAL, store);
    root.deliver(A0, ask(ELSEWHERE, FIRST));
    root.advance(Tuning.TIMEOUT);
    root.deliver(OWNER, new PongFrame(1));
    root.forgetSent();

    root.deliver(A0, confirm(ELSEWHERE, FIRST));

    assertThat(root.take(A0)).as("before the owner has it").isEmpty();
    assertThat(root.take(OWNER)).containsExactly(set(ELSEWHERE));
    assertThat(store.filter().holds(ELSEWHERE)).as("no positions of it are here").isFalse();
    assertThat(store.unspread().get(ELSEWHERE).slices()).containsExactly(0);
    root.deliver(A1, ask(ELSEWHERE, OTHER));
    assertThat(root.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.DUPLICATE));
    root.deliver(OWNER, setAck(FIRST_SET));
    assertThat(store.unspread()).isEmpty();
    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
  }

  @Test
  void everyConfirmOfOneEventIsAcknowledgedOnceItsOwnerHasIt() { // rule 5
    var root = standIn(HORIZONTAL);
    root.deliver(A0, confirm(ELSEWHERE, FIRST));
    root.deliver(A1, confirm(ELSEWHERE, OTHER));
    root.deliver(A0, confirm(ELSEWHERE, FIRST));

    root.deliver(OWNER, setAck(FIRST_SET));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(root.take(A1)).containsExactly(confirmed(OTHER));
    root.deliver(A0, confirm(ELSEWHERE, FIRST));
    root.deliver(OWNER, setAck(FIRST_SET));
    assertThat(root.take(A0)).as("of the first time").isEmpty();
    root.deliver(OWNER, setAck(FIRST_SET + 1));
    assertThat(root.take(A0)).as("repeated, for its acknowledgement was lost")
        .containsExactly(confirmed(FIRST));
  }

  @Test
  void aRestartedStandInAcknowledgesWhatIsConfirmedToItAnew() { // P7
    SliceStore store = Bench.store(HORIZONTAL, 1, Birth.FIRST);
    standIn(HORIZONTAL, store).deliver(A0, confirm(ELSEWHERE, FIRST));

    var restarted = standIn(HORIZONTAL, store);
    assertThat(restarted.take(OWNER)).containsExactly(set(ELSEWHERE));
    restarted.deliver(A0, confirm(ELSEWHERE, FIRST));
    assertThat(restarted.take(A0)).isEmpty();
    restarted.deliver(OWNER, setAck(FIRST_SET));

    assertThat(restarted.take(A0)).containsExactly(confirmed(FIRST));
  }

  @Test
  void aVerticalStandInSetsItsPositionsAndLeavesTheRestToTheOwner() {
    SliceStore store = Bench.store(VERTICAL, 1, Birth.FIRST);
    var root = standIn(VERTICAL, store);

    root.deliver(A0, confirm(SPREAD, FIRST));

    assertThat(root.take(A0)).as("before the owner has it").isEmpty();
    assertThat(store.filter().holds(SPREAD)).isTrue();
    assertThat(root.take(OWNER)).containsExactly(set(SPREAD));
    assertThat(root.take(THIRD)).isEmpty();
    root.deliver(OWNER, setAck(FIRST_SET));
    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
  }

  @Test
  void anOwnerThatTakesAConfirmOverSetsTheOtherSlicesAndEndsItsClaim() {
    SliceStore store = Bench.store(VERTICAL, 0, Birth.FIRST);
    var owner = Bench.root(Trees.flat(VERTICAL), 0, Tuning.plain(), store);
    owner.deliver(A1, ask(SPREAD, OTHER));
    owner.forgetSent();

    owner.deliver(at("root", 1), set(SPREAD));

    assertThat(owner.take(at("root", 1)))
        .containsExactlyInAnyOrder(setAck(FIRST_SET), set(SPREAD));
    assertThat(owner.take(THIRD)).containsExactly(set(SPREAD));
    assertThat(store.claims()).isEmpty();
    assertThat(store.filter().holds(SPREAD)).isTrue();
  }

  @Test
  void anOwnerThatTakesAConfirmOverAnswersWhoeverIsBeingTested() {
    SliceStore store = Bench.store(VERTICAL, 0, Birth.FIRST);
    store.filter().set(SPREAD);
    var owner = Bench.root(Trees.flat(VERTICAL), 0, Tuning.plain(), store);
    owner.deliver(A1, ask(SPREAD, OTHER));

    owner.deliver(at("root", 1), set(SPREAD));

    assertThat(owner.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.DUPLICATE));
    assertThat(owner.occupied("rounds")).isZero();
  }

  @Test
  void anOwnerWithoutRoomLeavesTheConfirmWithTheStandIn() { // P5
    var owner = Bench.root(Trees.flat(VERTICAL), 0, new Tuning().claims(1).settings());
    owner.deliver(A0, confirm(SPREAD, FIRST));
    long next = SPREAD + 1;
    while (VERTICAL.owner(next) != 0 || VERTICAL.slicesOf(next).length < 3) {
      next++;
    }
    owner.forgetSent();

    owner.deliver(at("root", 1), set(next));

    assertThat(owner.take(at("root", 1))).isEmpty();
    assertThat(owner.count(Tally.Count.BUSY)).isEqualTo(1);
  }

  @Test
  void aSliceThatIsNotTheOwnerSetsItsPositionsAndAcknowledges() {
    SliceStore store = Bench.store(VERTICAL, 1, Birth.FIRST);
    var slice = standIn(VERTICAL, store);

    slice.deliver(OWNER, set(SPREAD));

    assertThat(slice.take(OWNER)).containsExactly(setAck(FIRST_SET));
    assertThat(store.filter().holds(SPREAD)).isTrue();
    assertThat(store.unspread()).isEmpty();
  }
}
