package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.AckFrame;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.HandoverFrame;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.WelcomeFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** While a node is cut in another way, no event has two owners (P2), and none is forgotten (P7). */
class FenceTest {
  private static final SlicePlan OLD = Trees.WHOLE;
  private static final SlicePlan NEW = SlicePlan.horizontal(Trees.SHAPE, 2);
  private static final Endpoint FIRST = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint A0 = at("a0", 0);
  private static final int EPOCH = Bench.IDENTITY.epoch();
  private static final long OURS = Bench.eventOn(NEW, 1);
  private static final long THEIRS = Bench.eventOn(NEW, 0);
  private static final Origin ORIGIN = origin("a0", 1);

  private final HeapSliceStore store = store(SECOND);
  private final Bench<RootSlice> slice =
      Bench.root(Trees.flat(NEW), 1, Tuning.plain(), store);
  private final CopiedMachine keeper = keeper();

  private static HeapSliceStore store(Endpoint self) {
    return new HeapSliceStore(1, Birth.FIRST, new Former(self, EPOCH, NEW), 0);
  }

  /** The other slice, which keeps the filter that the root had when it was whole. */
  private static CopiedMachine keeper() {
    var before = new HeapSliceStore(1, Birth.FIRST, new Former(FIRST, EPOCH - 1, OLD), 0);
    before.filter().set(OURS);
    var own = new Former(FIRST, EPOCH, NEW);
    return new CopiedMachine(FIRST, HeapSliceStore.after(List.of(before), 1, own, 0), own);
  }

  private void settle() {
    keeper.answerAll(slice);
    assertThat(slice.watch.take()).contains("settled in " + EPOCH);
  }

  private static Packet packet(Endpoint from, int epoch, Frame frame) {
    return new Packet(Bench.IDENTITY.tree().digest(), epoch, from, 1, 1, List.of(frame));
  }

  @Test
  void beforeItKnowsWhatTheOldOwnersKnewASliceIsBusyAndAcknowledgesNothing() {
    slice.deliver(A0, ask(OURS, ORIGIN));
    slice.deliver(A0, confirm(OURS + 1, origin("a0", 9)));

    assertThat(slice.take(A0, AnswerFrame.class))
        .containsExactly(answer(SECOND, 0, ORIGIN, Outcome.BUSY));
    assertThat(slice.take(A0, AckFrame.class)).isEmpty();
    assertThat(slice.watch.take()).contains("settling in " + EPOCH);
  }

  @Test
  void thenItKnowsIt() {
    settle();

    slice.deliver(A0, ask(OURS, ORIGIN));

    assertThat(slice.take(A0, AnswerFrame.class))
        .containsExactly(answer(SECOND, 0, ORIGIN, Outcome.DUPLICATE));
    assertThat(store.settledEpoch()).isEqualTo(EPOCH);
    assertThat(store.formers()).containsExactly(new Former(FIRST, EPOCH - 1, OLD));
  }

  @Test
  void whatWasConfirmedBeforeIsAcknowledgedWhenItIsRepeated() {
    slice.deliver(A0, confirm(OURS, ORIGIN));
    settle();
    assertThat(slice.take(A0, AckFrame.class)).isEmpty();

    slice.deliver(A0, confirm(OURS, ORIGIN));

    assertThat(slice.take(A0, AckFrame.class)).containsExactly(confirmed(ORIGIN));
  }

  @Test
  void itWaitsForClaimsThatAreItsOwnNow() {
    keeper.pending = 1;

    keeper.answerAll(slice);

    assertThat(slice.watch.take()).noneMatch(line -> line.startsWith("settled"));
    keeper.pending = 0;
    settle();
  }

  @Test
  void itHandsOverClaimsThatAreNotItsOwnAnyMore() {
    var kept = store(SECOND);
    kept.putClaim(THEIRS, new HeldClaim(ORIGIN, Degradation.NONE));
    var other = Bench.root(Trees.flat(NEW), 1, Tuning.plain(), kept);

    other.advance(Tuning.RETRY);

    assertThat(other.take(FIRST, HandoverFrame.class)).containsExactly(
        new HandoverFrame(
            List.of(new HandoverFrame.HeldClaim(THEIRS, ORIGIN, Degradation.NONE))));
  }

  @Test
  void whoRunsTheOldTopologyIsWaitedFor() {
    keeper.epoch = EPOCH - 1;

    keeper.answerAll(slice);

    assertThat(slice.watch.take()).noneMatch(line -> line.startsWith("settled"));
  }

  @Test
  void itLosesItsStateWithAKeeperThatLostIts() {
    keeper.lost = true;

    keeper.answerAll(slice);

    assertThat(store.birth()).isEqualTo(Birth.LOST);
    slice.deliver(A0, ask(OURS + 2, ORIGIN));
  }

  @Test
  void aFilterThatIsOnlyLargerNeedsNobody() {
    SlicePlan smaller = SlicePlan.horizontal(Trees.SHAPE, 2);
    SlicePlan larger =
        SlicePlan.horizontal(
            BloomShape.sizedFor(
                BloomShape.Layout.PLAIN, 4_000, 0.001), 2);
    var before = new HeapSliceStore(1, Birth.FIRST, new Former(SECOND, EPOCH - 1, smaller), 0);
    before.settled(EPOCH - 1);
    before.filter().set(OURS);
    var after = HeapSliceStore.after(List.of(before), 1, new Former(SECOND, EPOCH, larger), 0);

    var wider = Bench.root(Trees.flat(larger), 1, Tuning.plain(), after);
    wider.deliver(A0, ask(OURS, ORIGIN));

    assertThat(wider.watch.take()).contains("settled in " + EPOCH);
    assertThat(wider.take(A0, AnswerFrame.class))
        .containsExactly(answer(SECOND, 0, ORIGIN, Outcome.DUPLICATE));
  }

  @Test
  void nobodyStandsInForAnOwnerThatRunsAnotherTopology() {
    settle();
    slice.deliver(packet(FIRST, EPOCH + 1, new PingFrame(1)));

    slice.deliver(A0, ask(THEIRS, ORIGIN));

    assertThat(slice.take(A0, AnswerFrame.class))
        .containsExactly(answer(SECOND, 0, ORIGIN, Outcome.BUSY));
  }

  @Test
  void norForOneThatOnlyTheAskerTakesForTheOwner() {
    settle();

    slice.deliver(packet(A0, EPOCH + 1, ask(THEIRS, ORIGIN)));

    assertThat(slice.take(A0, AnswerFrame.class))
        .containsExactly(answer(SECOND, 0, ORIGIN, Outcome.BUSY));
  }

  @Test
  void noLeaseEndsWhileSlicesRunDifferentTopologies() {
    settle();
    long event = Bench.eventOn(NEW, 1) + 1_000;
    while (NEW.owner(event) != 1) {
      event++;
    }
    slice.deliver(A0, ask(event, ORIGIN));
    slice.deliver(packet(FIRST, EPOCH - 1, new PingFrame(1)));

    slice.advance(3 * Tuning.LEASE);
    assertThat(slice.occupied("claims")).isEqualTo(1);
    slice.deliver(FIRST, new PingFrame(2));
    slice.advance(3 * Tuning.LEASE);

    assertThat(slice.occupied("claims")).isZero();
  }

  @Test
  void aHelloToASliceThatIsNoMoreIsWelcomed() {
    slice.deliver(packet(A0, EPOCH - 1, hello(2, EPOCH - 1)));

    assertThat(slice.take(A0, WelcomeFrame.class))
        .containsExactly(new WelcomeFrame(A0.node(), 3, 2));
  }

  @Test
  void aHelloToASliceThatIsNotThereYetIsLeftToBeRepeated() {
    slice.deliver(packet(A0, EPOCH + 1, hello(2, EPOCH + 1)));

    assertThat(slice.take(A0, WelcomeFrame.class)).isEmpty();
    assertThat(slice.take(A0, RefusalFrame.class)).isEmpty();
    assertThat(slice.count(Tally.Count.EARLY_HELLOS)).isEqualTo(1);
  }

  private static HelloFrame hello(int slice, int epoch) {
    return new HelloFrame(A0.node(), 3, slice, "bench", "none", 0, epoch, 0, false);
  }
}
