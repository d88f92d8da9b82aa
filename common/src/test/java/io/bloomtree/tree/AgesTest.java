package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.duplicate;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.setAck;
import static io.bloomtree.tree.Messages.testimony;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.ReleaseFrame;
import io.bloomtree.wire.SetFrame;
import io.bloomtree.wire.SetFrame.SliceSet;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyFrame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines whose filters have a window: how old they take an event to be, packet by packet. */
class AgesTest {
  private static final int SPAN = 400;
  private static final Window WINDOW = new Window(Window.Unit.MILLIS, SPAN, SPAN);
  private static final SlidingShape SHAPE = SlidingShape.sizedFor(1_000, 0.001, WINDOW);
  private static final SlicePlan WHOLE = SlicePlan.whole(SHAPE);
  private static final SlicePlan VERTICAL = SlicePlan.vertical(SHAPE, 3);
  private static final SlicePlan BUFFER =
      SlicePlan.whole(new TimedBufferShape(new BufferShape(1_000), WINDOW));
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint THIRD = at("root", 2);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin OTHER = origin("a1", 1);

  private static TreeShape flat(SlicePlan plan) {
    return new TreeShape(1, 1, 2, plan, plan, plan);
  }

  private static TreeShape withRegion(SlicePlan plan) {
    return new TreeShape(2, 1, 2, plan, plan, plan);
  }

  private static void assertForgetsAfter(Bench<?> bench, FilterSlice filter, long millis) {
    bench.advance(millis);
    filter.advance(bench.now());
    assertThat(filter.holds(EVENT)).as("held for " + millis + " ms").isTrue();
    filter.advance(bench.now() + 2); // the rest of a millisecond, and a slot
    assertThat(filter.holds(EVENT)).as("held longer").isFalse();
  }

  @Test
  void aConfirmIsRecordedAsOldAsItIs() {
    SliceStore store = Bench.store(WHOLE, 0, Birth.FIRST);
    var root = Bench.root(flat(WHOLE), 0, Tuning.plain(), store);

    root.deliver(A0, confirm(EVENT, FIRST, 150));

    assertForgetsAfter(root, store.filter(), SPAN - 150);
  }

  @Test
  void aConfirmThatIsRepeatedIsNoFurtherEventOfAWindow() {
    SlicePlan events = SlicePlan.whole(SlidingShape.sizedFor(100, 0.001, Window.ofEvents(100)));
    SliceStore store = Bench.store(events, 0, Birth.FIRST);
    var root = Bench.root(flat(events), 0, Tuning.plain(), store);
    root.deliver(A0, confirm(EVENT, FIRST));

    for (int i = 0; i < 300; i++) {
      root.deliver(A1, confirm(EVENT + 1, OTHER));
    }

    assertThat(store.filter().holds(EVENT)).isTrue();
  }

  @Test
  void aConfirmGrowsOlderWhereItWaits() {
    var region = Bench.region(withRegion(WHOLE), 0, new Tuning().batches(2, 10, 1).settings());
    region.deliver(A0, confirm(EVENT, FIRST, 150));

    region.advance(10);

    assertThat(region.take(ROOT)).containsExactly(confirm(EVENT, FIRST, 160));
  }

  /** Recorded or not: it may be forgotten before the copy that was claimed since is confirmed. */
  @ParameterizedTest(name = "{0} ms old")
  @ValueSource(longs = {SPAN - 10, SPAN + 100})
  void anOldConfirmEndsOnlyTheClaimOfItsOrigin(long age) { // P2
    var root = Bench.root(flat(WHOLE), 0, Tuning.plain());
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A1, confirm(EVENT, OTHER, age));
    root.advance(20);
    root.deliver(A1, ask(EVENT, origin("a1", 2)));

    assertThat(root.take(A1)).containsExactly(
        confirmed(OTHER), answer(ROOT, 0, origin("a1", 2), Outcome.HELD));
    root.deliver(A0, confirm(EVENT, FIRST, SPAN + 100));
    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void whoeverHoldsAClaimIsToldSoAgainThoughAnOldConfirmCame() {
    var root = Bench.root(flat(WHOLE), 0, Tuning.plain());
    root.deliver(A0, ask(EVENT, FIRST));
    root.deliver(A1, confirm(EVENT, OTHER, 10));

    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(
        answer(ROOT, 0, FIRST, Outcome.DISTINCT), answer(ROOT, 0, FIRST, Outcome.DISTINCT));
  }

  @Test
  void whatAnAnswerSaysIsAsOldAsItWasAndTheTimeTheAskTook() {
    SliceStore store = Bench.store(WHOLE, 0, Birth.FIRST);
    var region = Bench.region(withRegion(WHOLE), 0, Tuning.plain(), store);
    region.deliver(A0, ask(EVENT, FIRST));
    region.advance(50);

    region.deliver(ROOT, duplicate(ROOT, 0, FIRST, 100));

    assertThat(region.take(A0)).containsExactly(duplicate(ROOT, 0, FIRST, 150));
    assertForgetsAfter(region, store.filter(), SPAN - 150);
  }

  @Test
  void anAgentCountsTheTimeTheAskTookToo() {
    var edge = new EdgeBench(withRegion(WHOLE), Tuning.plain()).welcomed(REGION, 1);
    edge.offer(EVENT);
    edge.advance(50);

    edge.deliver(REGION, duplicate(ROOT, 0, FIRST, 100));

    assertForgetsAfter(edge, edge.store.leaf(), SPAN - 150);
  }

  /** A copy is learnt of when its hit was verified: the event has grown older meanwhile. */
  @Test
  void verifyingDoesNotMakeAnEventYounger() {
    SliceStore store = Bench.store(BUFFER, 0, Birth.FIRST);
    var root = Bench.root(flat(BUFFER), 0, new Tuning().verifyAbove(1).settings(), store);
    root.deliver(A0, confirm(EVENT, FIRST));
    root.deliver(A1, ask(EVENT, OTHER));
    root.advance(50);

    long round = root.take(A0, VerifyFrame.class).get(0).probes().get(0).round();
    root.deliver(A0, testimony(round, Testimony.HAVE));

    assertThat(root.take(A1, VerifyFrame.class)).hasSize(1);
    assertThat(root.take(A1)).containsExactly(duplicate(ROOT, 0, OTHER, 50));
    assertThat(store.filter().age(EVENT)).isEqualTo(50);
  }

  /** Slices that have set the earlier of two confirms must not let the event die with it. */
  @ParameterizedTest(name = "restarted meanwhile: {0}")
  @ValueSource(booleans = {false, true})
  void theYoungerOfTwoConfirmsReachesSlicesThatKnowTheOlder(boolean restarted) {
    long event = eventOn(VERTICAL, 0, 1, 2);
    SliceStore store = Bench.store(VERTICAL, 0, Birth.FIRST);
    var root = Bench.root(flat(VERTICAL), 0, Tuning.plain(), store);
    root.deliver(A0, confirm(event, FIRST, 300));
    SliceSet older = takeSet(root, SECOND);
    root.deliver(SECOND, setAck(older.round()));

    root.deliver(A1, confirm(event, OTHER));
    if (restarted) {
      root = Bench.root(flat(VERTICAL), 0, Tuning.plain(), store);
    } else {
      root.deliver(THIRD, setAck(older.round()));
    }

    SliceSet younger = takeSet(root, SECOND);
    assertThat(younger.ageMillis()).isZero();
    root.deliver(SECOND, setAck(younger.round()));
    assertThat(root.occupied("unspread")).isEqualTo(1);
    root.deliver(THIRD, setAck(younger.round()));
    assertThat(root.occupied("unspread")).isZero();
  }

  private static SliceSet takeSet(Bench<RootSlice> root, Endpoint slice) {
    List<SetFrame> sets = root.take(slice, SetFrame.class);
    assertThat(sets).hasSize(1);
    return sets.get(0).sets().get(0);
  }

  /** The repetition found the event forgotten: nobody else would end that claim. */
  @Test
  void aClaimForARepetitionOfWhatWasADuplicateIsReleased() { // rule 11
    var edge = new EdgeBench(withRegion(WHOLE), Tuning.plain()).welcomed(REGION, 1);
    edge.offer(EVENT);
    edge.advance(Tuning.RETRY);
    edge.deliver(REGION, duplicate(ROOT, 0, FIRST, SPAN - 1));

    edge.deliver(REGION, answer(ROOT, 0, FIRST, Outcome.DISTINCT));

    assertThat(edge.take(REGION, ReleaseFrame.class))
        .containsExactly(Messages.release(EVENT, FIRST));
  }

  /** The root would take the claim to be given up, and the event is not known there yet. */
  @Test
  void whatTheLeafForgotIsNotAskedForBeforeItsConfirmIsAcknowledged() { // P2, rule 11
    var shape = new TreeShape(2, 1, 2, Trees.WHOLE, Trees.WHOLE, WHOLE);
    var edge = new EdgeBench(shape, Tuning.plain()).welcomed(REGION, 1);
    edge.offer(EVENT);
    edge.deliver(REGION, answer(ROOT, 0, FIRST, Outcome.DISTINCT));
    edge.advance(SPAN + 10);
    edge.take(REGION, AskFrame.class);

    edge.offer(EVENT);
    edge.advance(Tuning.HELD_RETRY);
    assertThat(edge.takeAsks(REGION)).isEmpty();

    edge.deliver(REGION, confirmed(FIRST));
    edge.advance(Tuning.HELD_RETRY);
    assertThat(edge.takeAsks(REGION)).extracting(AskFrame.Ask::origin)
        .containsExactly(origin("a0", 2));
  }
}
