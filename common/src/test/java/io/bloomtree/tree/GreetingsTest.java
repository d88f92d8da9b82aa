package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.EdgeBench.AGENT;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine says when it starts. */
class GreetingsTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final SlicePlan SLICED = SlicePlan.horizontal(Trees.SHAPE, 2);

  private static EdgeBench started(TreeShape shape) {
    return new EdgeBench(
        shape, Tuning.plain(), 1,
        new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
  }

  @Test
  void anAgentMakesItselfKnownToEverySliceOfItsParent() {
    var edge = started(Trees.withRegion(Trees.WHOLE, SLICED));

    assertThat(edge.take(REGION, PingFrame.class)).containsExactly(new PingFrame(1));
    assertThat(edge.take(at("r1-0", 1), PingFrame.class)).containsExactly(new PingFrame(1));
    assertThat(edge.take(ROOT)).isEmpty();
  }

  @Test
  void aRegionMakesItselfKnownToItsOtherSlicesAndEverySliceOfItsParent() {
    SlicePlan three = SlicePlan.horizontal(Trees.SHAPE, 3);
    var region =
        Bench.startedRegion(
            Trees.withRegion(SLICED, three), 1, Tuning.plain(),
            Bench.store(three, 1, Birth.FIRST));

    assertThat(List.of(REGION, at("r1-0", 2), ROOT, SECOND)).allSatisfy(neighbour ->
        assertThat(region.take(neighbour)).containsExactly(new PingFrame(1)));
    assertThat(region.take(at("r1-0", 1))).as("to itself").isEmpty();
    assertThat(region.take(AGENT)).as("to its children").isEmpty();
  }

  @Test
  void aSliceOfTheRootMakesItselfKnownToTheOthers() {
    var root =
        Bench.startedRoot(
            Trees.flat(SLICED), 1, Tuning.plain(), Bench.store(SLICED, 1, Birth.FIRST));

    assertThat(root.take(ROOT)).containsExactly(new PingFrame(1));
    assertThat(root.take(SECOND)).isEmpty();
    assertThat(root.take(AGENT)).isEmpty();
  }

  @Test
  void itGoesOnUntilItIsAnswered() {
    var root =
        Bench.startedRoot(
            Trees.flat(SLICED), 1, Tuning.plain(), Bench.store(SLICED, 1, Birth.FIRST));
    root.advance(2 * Tuning.TIMEOUT);
    assertThat(root.count(Tally.Count.PEERS_LOST)).isEqualTo(1);
    assertThat(root.take(ROOT)).hasSize(9).last().isEqualTo(new PingFrame(9));

    root.deliver(ROOT, new PongFrame(9));

    root.advance(2 * Tuning.TIMEOUT);
    assertThat(root.take(ROOT)).isEmpty();
    assertThat(root.machine.isIdle()).as("nothing left to do").isTrue();
  }

  @ParameterizedTest(name = "{0} incarnations ago")
  @ValueSource(ints = {0, 1})
  void itSaysWhenItsStateWasCreated(int age) {
    var sent = new ArrayList<Packet>();
    var root =
        new RootSlice(
            Bench.place(Trees.flat(SLICED), "root"), 0, Tuning.plain(), Bench.IDENTITY,
            3 + age, new HeapSliceStore(3, Birth.FIRST, SLICED.newSlice(0)), new Random(1),
            (to, packet) -> sent.add(packet));

    root.start(0);

    assertThat(sent).extracting(Packet::incarnation, Packet::born)
        .containsExactly(tuple(3L + age, 3L));
  }

  @Test
  void anAgentGreetsEverySliceOfTheRootUntilEachHasWelcomedIt() {
    var edge = new EdgeBench(Trees.flat(SLICED), Tuning.plain());
    assertThat(edge.take(ROOT)).containsExactly(hello("a0", 1, 0));
    assertThat(edge.take(SECOND)).containsExactly(hello("a0", 1, 1));

    edge.deliver(SECOND, welcome(AGENT.node(), 1, 1));
    edge.advance(Tuning.RETRY);
    assertThat(edge.take(ROOT, HelloFrame.class)).containsExactly(hello("a0", 1, 0));
    assertThat(edge.take(SECOND)).isEmpty();
    edge.deliver(ROOT, welcome(AGENT.node(), 1, 0));
    edge.advance(10 * Tuning.RETRY);

    assertThat(edge.take(ROOT, HelloFrame.class)).isEmpty();
  }

  @Test
  void aWelcomeOfAnotherAgentOrIncarnationDoesNotCount() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain());
    edge.forgetSent();

    edge.deliver(ROOT, welcome(at("a1", 0).node(), 1, 0), welcome(AGENT.node(), 9, 0));
    edge.advance(Tuning.RETRY);

    assertThat(edge.take(ROOT)).containsExactly(hello("a0", 1, 0));
  }

  @Test
  void anAgentMayOfferBeforeItIsWelcome() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain());

    edge.offer(EVENT);

    assertThat(edge.takeAsks(ROOT)).hasSize(1);
  }

  @Test
  void confirmsOfEarlierIncarnationsAreAcknowledgedBeforeTheHello() { // rule 5
    Origin earlier = origin("a0", 1, 7);
    var store = new HeapAgentStore(1, Birth.RECOVERED, Trees.WHOLE.newSlice(0));
    store.journal(new AgentStore.Unacknowledged(EVENT, earlier, 0, 0));

    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain(), 2, store);
    edge.advance(Tuning.RETRY);
    assertThat(edge.take(ROOT, ConfirmFrame.class))
        .containsExactly(confirm(EVENT, earlier), confirm(EVENT, earlier));
    assertThat(edge.take(ROOT, HelloFrame.class)).isEmpty();
    edge.forgetSent();
    edge.deliver(ROOT, confirmed(earlier));
    edge.advance(Tuning.RETRY);

    assertThat(edge.take(ROOT)).containsExactly(hello("a0", 2, 0));
    assertThat(store.journal()).isEmpty();
  }

  @Test
  void whatWasJournaledBeforeAnAgentWasKilledIsInItsLeafWhenItIsBack() { // P7
    var store = new HeapAgentStore(1, Birth.RECOVERED, Trees.WHOLE.newSlice(0));
    store.journal(new AgentStore.Unacknowledged(EVENT, origin("a0", 1, 7), 0, 0));

    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain(), 2, store);

    assertThat(store.leaf().holds(EVENT)).isTrue();
    assertThat(edge.offer(EVENT).resolutions())
        .containsExactly(Messages.duplicate(AGENT, 1, Degradation.NONE));
  }

  @Test
  void confirmsOfThisIncarnationDoNotKeepItFromSayingHello() {
    Origin earlier = origin("a0", 1, 7);
    var store = new HeapAgentStore(1, Birth.RECOVERED, Trees.WHOLE.newSlice(0));
    store.journal(new AgentStore.Unacknowledged(EVENT, earlier, 0, 0));
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain(), 2, store);
    edge.offer(EVENT + 1);
    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(origin("a0", 2, 1));
    edge.deliver(ROOT,
        Messages.answer(ROOT, 0, origin("a0", 2, 1), Outcome.DISTINCT));
    edge.forgetSent();

    edge.deliver(ROOT, confirmed(earlier));
    edge.advance(Tuning.RETRY);

    assertThat(edge.take(ROOT, HelloFrame.class)).containsExactly(hello("a0", 2, 0));
    assertThat(store.journal()).as("its own confirm").hasSize(1);
  }
}
