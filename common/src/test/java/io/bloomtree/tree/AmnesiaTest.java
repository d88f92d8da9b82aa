package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.testimony;
import static io.bloomtree.tree.Messages.verify;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.Cells;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.ChunkRequestFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.ImageRequestFrame;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.VerifyReplyFrame;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A machine that lost its state is told, says so, and gets it back from its children (P7). */
class AmnesiaTest {
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final long KNOWN = 5;
  private static final long NEW = 6;
  private static final TreeShape SHAPE = Trees.flat(Trees.WHOLE);
  private static final SlicePlan SLIDING =
      SlicePlan.whole(
          SlidingShape.sizedFor(100, 0.001, new Window(Window.Unit.MILLIS, 10_000, 10)));

  private final SliceStore store = store(Trees.WHOLE, Birth.FIRST);
  private final Bench<RootSlice> root = Bench.root(SHAPE, 0, Tuning.plain(), store);
  private final CopiedMachine[] children =
      Bench.place(SHAPE, "root").children().stream()
          .map(child -> child(child.slice(0), child.plan())).toArray(CopiedMachine[]::new);

  private static SliceStore store(SlicePlan plan, Birth birth) {
    var store =
        new HeapSliceStore(1, birth, new Former(ROOT, Bench.IDENTITY.epoch(), plan), 0);
    store.settled(Bench.IDENTITY.epoch());
    return store;
  }

  /** A child that was fed an event. */
  private static CopiedMachine child(Endpoint self, SlicePlan plan) {
    var own = own(self, plan);
    return new CopiedMachine(self, fed(own), own);
  }

  private static Former own(Endpoint self, SlicePlan plan) {
    return new Former(self, Bench.IDENTITY.epoch(), plan);
  }

  private static AgentStore fed(Former own) {
    var store = new HeapAgentStore(1, Birth.FIRST, own, 0);
    store.leaf().set(KNOWN);
    return store;
  }

  private void loseState() {
    root.watch.take();
    root.deliver(A0, new PongFrame(1, OptionalLong.of(0)));
  }

  private void rebuild() {
    for (int i = 0; i < children.length; i++) {
      for (CopiedMachine child : children) {
        child.answerAll(root);
      }
    }
  }

  @Test
  void whoHearsOfAnOlderStateOfItsOwnHasLostIt() {
    loseState();
    loseState();

    root.deliver(A0, ask(NEW, origin("a0", 1)));

    assertThat(store.birth()).isEqualTo(Birth.LOST);
    assertThat(root.watch.take()).doesNotContain("state lost").contains("degraded STATE_LOST");
    assertThat(root.take(A0, AnswerFrame.class)).containsExactly(
        answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT, Degradation.STATE_LOST));
  }

  @Test
  void whoHearsOfAStateThatIsNotOlderHasLostNothing() {
    root.deliver(A0, new PingFrame(1, OptionalLong.of(1)));
    root.deliver(A0, new PongFrame(1, OptionalLong.empty()));

    assertThat(store.birth()).isEqualTo(Birth.FIRST);
  }

  @Test
  void whoeverIsPingedBySomebodyWithAYoungerStateThanBeforeTellsIt() {
    root.deliver(A0, 3, new PingFrame(1));
    root.deliver(A0, 5, new PingFrame(2));

    assertThat(root.take(A0, PongFrame.class)).containsExactly(
        new PongFrame(1), new PongFrame(2, OptionalLong.of(3)));
  }

  @Test
  void anAgentThatWasToldRefutesNothing() {
    var edge = new EdgeBench(SHAPE, Tuning.plain());
    edge.deliver(ROOT, new PongFrame(1, OptionalLong.of(0)));

    edge.deliver(ROOT, verify(7, NEW));

    assertThat(edge.take(ROOT, VerifyReplyFrame.class))
        .containsExactly(testimony(7, Testimony.UNKNOWN));
  }

  @Test
  void anAgentThatCameUpWithoutItsStateSaysSoInItsHello() {
    var lost = new HeapAgentStore(1, Birth.LOST, own(A0, Trees.WHOLE), 0);
    var edge = new EdgeBench(SHAPE, Tuning.plain(), 1, lost);

    HelloFrame hello = edge.take(ROOT, HelloFrame.class).get(0);
    root.deliver(A0, hello);

    assertThat(hello.lost()).isTrue();
    assertThat(root.watch.take()).containsOnlyOnce("loss of a0");
  }

  @Test
  void aRootThatWasRebuiltKnowsWhatItsChildrenKnowAndIsHealedWhenItsClaimsHaveRunOut() {
    loseState();

    rebuild();
    root.deliver(A0, ask(KNOWN, origin("a0", 1)));
    assertThat(root.take(A0, AnswerFrame.class))
        .containsExactly(answer(ROOT, 0, origin("a0", 1), Outcome.DUPLICATE));
    assertThat(root.watch.take()).contains("rebuilt").doesNotContain("healed");
    root.advance(Tuning.LEASE);

    assertThat(root.watch.take()).contains("healed");
    assertThat(store.birth()).isEqualTo(Birth.RECOVERED);
    root.deliver(A0, ask(NEW, origin("a0", 2)));
    assertThat(root.take(A0, AnswerFrame.class))
        .containsExactly(answer(ROOT, 0, origin("a0", 2), Outcome.DISTINCT));
  }

  @Test
  void tellsHowItIsUntilItIsHealed() {
    assertThat(root.machine.vitals().degraded()).isEmpty();
    loseState();
    root.deliver(A0, ask(NEW, origin("a0", 1)));

    Vitals lost = root.machine.vitals();
    rebuild();
    root.advance(Tuning.LEASE);
    Vitals healed = root.machine.vitals();

    assertThat(lost.birth()).isEqualTo(Birth.LOST);
    assertThat(lost.degraded()).containsExactly(Degradation.STATE_LOST);
    assertThat(lost.degradedAnswers())
        .containsEntry(Degradation.STATE_LOST, 1L).containsEntry(Degradation.SLICE_AWAY, 0L);
    assertThat(healed.birth()).isEqualTo(Birth.RECOVERED);
    assertThat(healed.degraded()).isEmpty();
    assertThat(healed.degradedAnswers()).containsEntry(Degradation.STATE_LOST, 1L);
    assertThat(healed.copy()).isEmpty();
  }

  @Test
  void tellsHowFarACopyIs() {
    loseState();
    // it asks a few times what there is before it copies
    for (int i = 0; i < 10 && root.machine.vitals().copy().isEmpty(); i++) {
      children[0].answer(root);
      root.advance(Tuning.plain().copying().pause().toMillis());
    }

    assertThat(root.machine.vitals().copy()).hasValueSatisfying(copy -> {
      assertThat(copy.from()).isEqualTo(A0);
      assertThat(copy.total()).isPositive();
      assertThat(copy.done()).isBetween(0L, copy.total());
    });
  }

  @Test
  void whoIsHealedIsNotToldOfTheSameLossAgain() {
    loseState();
    rebuild();
    root.advance(Tuning.LEASE);

    loseState();

    assertThat(root.watch.take()).isEmpty();
    assertThat(store.birth()).isEqualTo(Birth.RECOVERED);
  }

  @Test
  void itRecoversWhenItIsHealedAndNotBefore() {
    loseState();
    root.deliver(A0, ask(NEW, origin("a0", 1)));
    root.deliver(A0, confirm(NEW, origin("a0", 1)));
    root.advance(10 * Tuning.TIMEOUT);
    assertThat(root.watch.take()).contains("degraded STATE_LOST")
        .noneMatch(line -> line.startsWith("recovered"));

    rebuild();
    root.advance(Tuning.LEASE);

    assertThat(root.watch.take()).anyMatch(line -> line.startsWith("recovered from 1 "));
  }

  @Test
  void aChildThatLostItsOwnStateDoesNotMakeItComplete() {
    children[0].lost = true;
    loseState();

    rebuild();
    root.advance(10 * Tuning.LEASE);
    rebuild();

    assertThat(root.watch.take()).doesNotContain("rebuilt")
        .containsOnlyOnce("not rebuilt from a0/0: it has lost its own state");
    children[0].lost = false;
    rebuild();
    assertThat(root.watch.take()).contains("rebuilt");
  }

  @Test
  void aChildThatHasYetToHandEventsToItsOtherSlicesIsWaitedFor() {
    children[0].pending = 1;
    loseState();

    rebuild();

    assertThat(root.watch.take()).doesNotContain("rebuilt");
    assertThat(root.take(A0, ChunkRequestFrame.class)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(value = Scheme.class, names = {"HORIZONTAL", "VERTICAL"})
  void aStandInThatWasRebuiltSpeaksForWhatItKeptForTheOwnerAndLost(Scheme scheme) { // P2
    SlicePlan sliced = scheme == Scheme.VERTICAL
        ? SlicePlan.vertical(Trees.SHAPE, 2) : SlicePlan.horizontal(Trees.SHAPE, 2);
    long event = ownedBy(sliced, 1, KNOWN + 1);
    Endpoint standIn = at("r1-0", 0);
    var state = new HeapSliceStore(1, Birth.LOST, own(standIn, sliced), 0);
    state.settled(Bench.IDENTITY.epoch());
    var region =
        Bench.region(Trees.withRegion(Trees.WHOLE, sliced), 0, Tuning.plain(), state);
    for (CopiedMachine child : children) {
      AgentStore leaf = fed(own(child.self, Trees.WHOLE));
      leaf.leaf().set(event); // the owner was away, and will never hear of it
      new CopiedMachine(child.self, leaf, own(child.self, Trees.WHOLE)).answerAll(region);
    }
    region.advance(Tuning.LEASE);
    assertThat(state.birth()).isEqualTo(Birth.RECOVERED);

    region.deliver(ROOT, verify(3, event));
    region.deliver(ROOT, verify(4, ownedBy(sliced, 1, event + 1)));

    assertThat(region.take(ROOT, VerifyReplyFrame.class)).containsExactly(
        testimony(3, Testimony.HAVE), testimony(4, Testimony.DENY));
  }

  private static long ownedBy(SlicePlan plan, int slice, long from) {
    return LongStream.iterate(from, event -> event + 1)
        .filter(event -> plan.owner(event) == slice).findFirst().orElseThrow();
  }

  @Test
  void aRequestIsRepeatedUntilItIsAnswered() {
    loseState();

    root.advance(2 * Tuning.RETRY);

    var asked = root.take(A0, ImageRequestFrame.class);
    assertThat(asked).hasSize(3).containsOnly(asked.get(0));
  }

  @Test
  void aRootWithAWindowIsRebuiltByChildrenThatRememberAsLong() {
    var shape = new TreeShape(1, 1, 2, SLIDING, Trees.WHOLE, SLIDING);
    var lost = Bench.root(shape, 0, Tuning.plain(), store(SLIDING, Birth.LOST));

    for (int i = 0; i < children.length; i++) {
      for (CopiedMachine child : children) {
        child(child.self, SLIDING).answerAll(lost);
      }
    }

    assertThat(lost.watch.take()).contains("rebuilt");
  }

  @Test
  void aRebuiltRootWaitsForTheClaimsThatItLostAlsoIfItsWindowIsShorter() {
    SlicePlan brief = SlicePlan.whole(
        SlidingShape.sizedFor(
            100, 0.001, new Window(Window.Unit.MILLIS, Tuning.LEASE / 2, 10)));
    SliceStore state = store(brief, Birth.LOST);
    var shape = new TreeShape(1, 1, 2, brief, Trees.WHOLE, brief);
    var lost = Bench.root(shape, 0, Tuning.plain(), state);
    for (int i = 0; i < children.length; i++) {
      for (CopiedMachine child : children) {
        child(child.self, brief).answerAll(lost);
      }
    }
    assertThat(lost.watch.take()).contains("rebuilt");

    lost.advance(Tuning.LEASE / 2);
    assertThat(state.birth()).isEqualTo(Birth.LOST);
    lost.advance(Tuning.LEASE / 2);

    assertThat(state.birth()).isEqualTo(Birth.RECOVERED);
  }

  @Test
  void aFilterThatMakesNoSenseIsNotTakenAndStopsNobody() {
    var shape = new TreeShape(1, 1, 2, SLIDING, Trees.WHOLE, SLIDING);
    SliceStore state = store(SLIDING, Birth.LOST);
    var lost = Bench.root(shape, 0, Tuning.plain(), state);
    Former own = own(A0, SLIDING);
    AgentStore store = fed(own);
    Cells registers = store.image(own).orElseThrow().areas().get("registers");
    for (int i = 1; i < registers.words(); i++) {
      registers.put(i, -1);
    }

    new CopiedMachine(A0, store, own).answerAll(lost);

    assertThat(lost.watch.take())
        .anyMatch(line -> line.startsWith("not rebuilt from a0/0: its filter cannot be used"))
        .doesNotContain("rebuilt");
    assertThat(state.formers()).isEmpty();
    lost.deliver(A0, ask(NEW, origin("a0", 1)));
    assertThat(lost.take(A0, AnswerFrame.class)).hasSize(1);
  }

  @Test
  void aRootWithAWindowIsHealedWhenItHasPassed() {
    SliceStore sliding = store(SLIDING, Birth.LOST);
    var lost = Bench.root(Trees.flat(SLIDING), 0, Tuning.plain(), sliding);
    assertThat(sliding.lostAt()).hasValue(1_000);

    lost.advance(9_999);
    assertThat(sliding.birth()).isEqualTo(Birth.LOST);
    lost.advance(1);

    assertThat(sliding.birth()).isEqualTo(Birth.RECOVERED);
    assertThat(lost.watch.take()).contains("state lost", "healed").doesNotContain("rebuilt");
  }
}
