package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.set;
import static io.bloomtree.tree.Messages.testimony;
import static io.bloomtree.tree.Messages.verify;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A hit that is put to the children of the node that has it. */
class VerificationTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin ORIGIN = origin("a0", 1);
  private static final long PATIENCE = Tuning.TIMEOUT / 4;

  private final SliceStore store = Bench.store(Trees.WHOLE, 0, Birth.FIRST);

  /** A region whose hits are put to its two agents, and which hits. */
  private Bench<RegionSlice> region() {
    store.filter().set(EVENT);
    return Bench.region(
        Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, new Tuning().verifyAbove(2).settings(),
        store);
  }

  private static long round(Bench<?> bench, Endpoint witness) {
    return bench.take(witness, VerifyFrame.class).get(0).probes().get(0).round();
  }

  @Test
  void allChildrenAreAskedTheOneTheAskCameFromIncluded() {
    var region = region();

    region.deliver(A0, ask(EVENT, ORIGIN));

    long round = round(region, A0);
    assertThat(region.take(A1)).containsExactly(verify(round, EVENT));
    assertThat(region.take(A0)).as("an answer").isEmpty();
  }

  @Test
  void aMissIsNotPutToTheChildren() {
    var region = region();

    region.deliver(A0, ask(EVENT + 1, ORIGIN));

    assertThat(region.take(A1)).isEmpty();
    assertThat(region.takeAsks(ROOT)).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(value = Testimony.class, names = "DENY", mode = EnumSource.Mode.EXCLUDE)
  void oneChildThatDoesNotDenyIsEnoughToKeepTheHit(Testimony testimony) {
    var region = region();
    region.deliver(A0, ask(EVENT, ORIGIN));
    long round = round(region, A0);

    region.deliver(A1, testimony(round, testimony));

    assertThat(region.take(A0)).containsExactly(answer(REGION, 1, ORIGIN, Outcome.DUPLICATE));
    assertThat(region.occupied("rounds")).isZero();
  }

  @Test
  void silentChildrenCannotRefuteAHit() {
    var region = region();
    region.deliver(A0, ask(EVENT, ORIGIN));
    region.deliver(A0, testimony(round(region, A0), Testimony.DENY));

    region.advance(PATIENCE - 1);
    assertThat(region.take(A0)).isEmpty();
    region.advance(1);

    assertThat(region.take(A0)).containsExactly(answer(REGION, 1, ORIGIN, Outcome.DUPLICATE));
    assertThat(region.count(Tally.Count.REFUTED_HITS)).isZero();
  }

  @Test
  void aHitThatAllChildrenDenyIsAMissAndGoesOnUpwards() {
    var region = region();
    region.deliver(A0, ask(EVENT, ORIGIN));
    long round = round(region, A0);

    region.deliver(A0, testimony(round, Testimony.DENY));
    assertThat(region.takeAsks(ROOT)).isEmpty();
    region.deliver(A1, testimony(round, Testimony.DENY));

    assertThat(region.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(ORIGIN);
    assertThat(region.take(A0)).isEmpty();
    assertThat(region.count(Tally.Count.REFUTED_HITS)).isEqualTo(1);
  }

  @Test
  void aHitOfTheRootThatAllChildrenDenyIsDistinct() {
    store.filter().set(EVENT);
    var root =
        Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().verifyAbove(1).settings(), store);
    root.deliver(A0, ask(EVENT, ORIGIN));
    long round = round(root, A0);
    root.deliver(A1, ask(EVENT, origin("a1", 1)));
    assertThat(root.take(A1)).as("while it is tested").contains(
        answer(ROOT, 0, origin("a1", 1), Outcome.HELD)); // rule 7

    root.deliver(A0, testimony(round, Testimony.DENY));
    root.deliver(A1, testimony(round, Testimony.DENY));

    assertThat(root.take(A0)).containsExactly(answer(ROOT, 0, ORIGIN, Outcome.DISTINCT));
  }

  @Test
  void oneChildDenyingTwiceDoesNotStandForTwo() {
    var region = region();
    region.deliver(A0, ask(EVENT, ORIGIN));
    long round = round(region, A0);

    region.deliver(A0, testimony(round, Testimony.DENY));
    region.deliver(A0, testimony(round, Testimony.DENY));
    region.deliver(at("stranger", 0), testimony(round, Testimony.DENY));

    assertThat(region.takeAsks(ROOT)).isEmpty();
  }

  @Test
  void aChildThatLostItsStateUnknowinglyCannotRefuteAHit() {
    var region = region();
    region.deliver(A1, 1, confirm(7, origin("a1", 7)));
    region.deliver(A0, ask(EVENT, ORIGIN));
    long round = round(region, A0);

    region.deliver(A1, 2, testimony(round, Testimony.DENY));

    assertThat(region.take(A0)).containsExactly(answer(REGION, 1, ORIGIN, Outcome.DUPLICATE));
  }

  @Test
  void aChildThatLostWhatAStandInTookFromItCannotRefuteAHit() { // P2
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 2);
    long event = eventOn(sliced, 1);
    var owner =
        Bench.region(
            Trees.withRegion(Trees.WHOLE, sliced), 1, new Tuning().verifyAbove(2).settings());
    owner.deliver(A1, 1, new PingFrame(1)); // all that it ever said to this slice
    owner.deliver(REGION, set(event));
    owner.deliver(A0, ask(event, ORIGIN));
    long round = round(owner, A0);

    owner.deliver(A0, testimony(round, Testimony.DENY));
    owner.deliver(A1, 2, testimony(round, Testimony.DENY));

    assertThat(owner.take(A0))
        .containsExactly(answer(REGION, 1, ORIGIN, Outcome.DUPLICATE));
    assertThat(owner.count(Tally.Count.REFUTED_HITS)).isZero();
  }

  @Test
  void aChildWhoseStateWasAlwaysThatYoungMayBeNew() {
    var region = region();
    region.deliver(A0, 5, ask(EVENT, ORIGIN));
    long round = round(region, A0);

    region.deliver(A0, 5, testimony(round, Testimony.DENY));
    region.deliver(A1, 5, testimony(round, Testimony.DENY));

    assertThat(region.takeAsks(ROOT)).hasSize(1);
  }

  @Test
  void ofASlicedChildTheStandInsAreAskedFirst() {
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 3);
    long event = eventOn(sliced, 1);
    store.filter().set(event);
    var root =
        Bench.root(
            Trees.withRegion(Trees.WHOLE, sliced), 0, new Tuning().verifyAbove(1).settings(),
            store);

    root.deliver(at("r1-0", 1), ask(event, ORIGIN));
    long round = round(root, at("r1-0", 0));
    assertThat(root.take(at("r1-0", 2))).containsExactly(verify(round, event));
    assertThat(root.take(at("r1-0", 1))).as("the owner, not yet").isEmpty();
    root.deliver(at("r1-0", 2), testimony(round, Testimony.DENY));
    root.deliver(at("r1-0", 0), testimony(round, Testimony.DENY));
    assertThat(root.take(at("r1-0", 1))).containsExactly(verify(round, event));
    root.deliver(at("r1-0", 1), testimony(round, Testimony.DENY));

    assertThat(root.take(at("r1-0", 1)))
        .containsExactly(answer(ROOT, 0, ORIGIN, Outcome.DISTINCT));
  }

  @Test
  void aStandInThatKeepsTheEventKeepsTheHit() {
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 2);
    long event = eventOn(sliced, 1);
    store.filter().set(event);
    var root =
        Bench.root(
            Trees.withRegion(Trees.WHOLE, sliced), 0, new Tuning().verifyAbove(1).settings(),
            store);
    root.deliver(at("r1-0", 1), ask(event, ORIGIN));

    root.deliver(at("r1-0", 0), testimony(round(root, at("r1-0", 0)), Testimony.HAVE));

    assertThat(root.take(at("r1-0", 1)))
        .containsExactly(answer(ROOT, 0, ORIGIN, Outcome.DUPLICATE));
  }

  @ParameterizedTest(name = "{0}, knows it: {1}")
  @CsvSource({
      "FIRST, false, DENY", "FIRST, true, HAVE", "RECOVERED, false, DENY", "LOST, false, UNKNOWN",
      "LOST, true, HAVE"})
  void aRegionOnTheThresholdTestifiesFromItsFilter(
      Birth birth, boolean knows, Testimony testimony) {
    SliceStore own = Bench.store(Trees.WHOLE, 0, birth);
    if (knows) {
      own.filter().set(EVENT);
    }
    var region =
        Bench.region(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, new Tuning().verifyAbove(1).settings(),
            own);

    region.deliver(ROOT, verify(3, EVENT));

    assertThat(region.take(ROOT)).containsExactly(testimony(3, testimony));
  }

  @Test
  void aRegionAboveTheThresholdPutsItToItsChildrenInTurn() {
    var region = region();
    region.deliver(ROOT, verify(3, EVENT));
    long round = round(region, A0);
    assertThat(region.take(ROOT)).isEmpty();

    region.deliver(A0, testimony(round, Testimony.DENY));
    region.deliver(A1, testimony(round, Testimony.DENY));

    assertThat(region.take(ROOT)).containsExactly(testimony(3, Testimony.DENY));
  }

  @Test
  void theRootWaitsAsLongAsItsChildrenMayTakeToAskTheirs() {
    store.filter().set(EVENT);
    var root =
        Bench.root(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0,
            new Tuning().verifyAbove(2).settings(), store);
    root.deliver(REGION, ask(EVENT, ORIGIN));
    root.forgetSent();

    root.advance(3 * PATIENCE - 1);
    assertThat(root.take(REGION)).isEmpty();
    root.advance(1);

    assertThat(root.take(REGION)).containsExactly(answer(ROOT, 0, ORIGIN, Outcome.DUPLICATE));
  }

  @Test
  void aStandInTestifiesOnlyOfWhatItKeepsForTheOwner() {
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 2);
    long event = eventOn(sliced, 1);
    SliceStore own = Bench.store(sliced, 0, Birth.FIRST);
    own.filter().set(event);
    var standIn =
        Bench.region(Trees.withRegion(Trees.WHOLE, sliced), 0, Tuning.plain(), own);

    standIn.deliver(ROOT, verify(1, event));
    standIn.deliver(A0, confirm(event, ORIGIN));
    standIn.deliver(ROOT, verify(2, event));

    assertThat(standIn.take(ROOT)).contains(
        testimony(1, Testimony.DENY), testimony(2, Testimony.HAVE));
  }

  @ParameterizedTest(name = "{0}, knows it: {1}")
  @CsvSource({"FIRST, false, DENY", "FIRST, true, HAVE", "LOST, false, UNKNOWN"})
  void anAgentTestifiesFromItsLeaf(Birth birth, boolean knows, Testimony testimony) {
    var agents = new HeapAgentStore(1, birth, Trees.WHOLE.newSlice(0));
    if (knows) {
      agents.leaf().set(EVENT);
    }
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain(), 1, agents);
    edge.forgetSent();

    edge.deliver(ROOT, verify(3, EVENT));

    assertThat(edge.take(ROOT)).containsExactly(testimony(3, testimony));
  }

  @Test
  void aRegionWithTooManyRoundsCannotTell() { // P5
    store.filter().set(EVENT);
    var region =
        Bench.region(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0,
            new Tuning().verifyAbove(2).relayed(1).settings(), store);
    region.deliver(ROOT, verify(3, EVENT));

    region.deliver(ROOT, verify(4, EVENT));

    assertThat(region.take(ROOT)).containsExactly(testimony(4, Testimony.UNKNOWN));
    assertThat(region.count(Tally.Count.BUSY)).isEqualTo(1);
  }
}
