package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import org.junit.jupiter.api.Test;

/** What an operator is told of a machine: P6. */
class WatchTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final SlicePlan SLICED = SlicePlan.horizontal(Trees.SHAPE, 2);

  private static EdgeBench startedEdge(Settings settings) {
    return new EdgeBench(
        Trees.flat(Trees.WHOLE), settings, 1,
        new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
  }

  @Test
  void aPeerIsMetWhenItIsHeardForTheFirstTime() {
    var region = Bench.startedRegion(
        Trees.withRegion(Trees.WHOLE, SLICED), 0, Tuning.plain(),
        Bench.store(SLICED, 0, Birth.FIRST));

    region.deliver(ROOT, new PongFrame(1));
    region.deliver(ROOT, new PongFrame(1));
    region.deliver(at("r1-0", 1), new PongFrame(1));
    region.deliver(A0, new PongFrame(1));

    assertThat(region.watch.take()).containsExactly("met PARENT root/0", "met SLICE r1-0/1");
  }

  @Test
  void aPeerThatWasNeverHeardIsAwayAndThenBack() {
    var edge = startedEdge(Tuning.plain());

    edge.advance(Tuning.TIMEOUT);
    assertThat(edge.watch.take()).containsExactly("away PARENT root/0");
    edge.advance(70);
    edge.deliver(ROOT, new PongFrame(1));
    edge.deliver(ROOT, new PongFrame(1));

    assertThat(edge.watch.take()).containsExactly("back PARENT root/0 after 70");
  }

  @Test
  void refusalsAreToldOnBothSides() {
    var root = Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain());
    Endpoint stranger = at("stranger", 0);

    root.deliver(stranger, new PongFrame(1));
    root.deliver(A0, new RefusalFrame(RefusalCode.EPOCH, "too old"));

    assertThat(root.watch.take()).containsExactly(
        "refused stranger/0 STRANGER: stranger/0 is neither above, below nor beside root",
        "refused by a0/0 EPOCH: too old");
  }

  @Test
  void anAgentWhoseParentIsAwayIsDegradedUntilTheParentIsBack() {
    var edge = startedEdge(new Tuning().parent(ParentPolicy.DROP).settings());
    edge.advance(Tuning.TIMEOUT);
    edge.watch.take();

    edge.offer(EVENT);
    edge.advance(10);
    edge.offer(EVENT + 1);
    assertThat(edge.watch.take()).as("told once").containsExactly("degraded PARENT_AWAY");
    edge.advance(3 * Tuning.TIMEOUT);
    assertThat(edge.watch.take()).as("still away").isEmpty();
    edge.deliver(ROOT, new PongFrame(1));

    assertThat(edge.watch.take()).containsExactly(
        "back PARENT root/0 after " + (10 + 3 * Tuning.TIMEOUT),
        "recovered from 2 after " + (10 + 3 * Tuning.TIMEOUT));
    assertThat(edge.count(Tally.Count.DEGRADED)).isEqualTo(2);
  }

  @Test
  void anAgentWhoseParentIsThereHasRecoveredWhenNothingWasDegradedForAWhile() {
    var edge =
        new EdgeBench(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE),
            new Tuning().parent(ParentPolicy.DROP).settings());
    edge.watch.take();
    edge.offer(EVENT);
    edge.deliver(REGION, Messages.answer(REGION, 1, origin("a0", 1), Outcome.UNAVAILABLE));
    assertThat(edge.watch.take()).containsExactly("degraded PARENT_AWAY");

    Waiting.whileHearing(edge, REGION, Tuning.TIMEOUT - 10);
    edge.offer(EVENT + 1);
    edge.deliver(REGION, Messages.answer(REGION, 1, origin("a0", 2), Outcome.UNAVAILABLE));
    Waiting.whileHearing(edge, REGION, Tuning.TIMEOUT - 10);
    assertThat(edge.watch.take()).as("too early").isEmpty();
    Waiting.whileHearing(edge, REGION, 10);

    assertThat(edge.watch.take())
        .containsExactly("recovered from 2 after " + (2 * Tuning.TIMEOUT - 10));
  }

  @Test
  void aRegionTellsOfThePoliciesAnswers() {
    var region =
        Bench.startedRegion(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0,
            new Tuning().parent(ParentPolicy.DELIVER).settings(),
            Bench.store(Trees.WHOLE, 0, Birth.FIRST));
    region.advance(Tuning.TIMEOUT);
    region.watch.take();

    region.deliver(A0, ask(EVENT, origin("a0", 1)));
    assertThat(region.watch.take()).containsExactly("degraded PARENT_AWAY");
    region.deliver(ROOT, new PongFrame(1));

    assertThat(region.watch.take())
        .containsExactly("back PARENT root/0 after 0", "recovered from 1 after 0");
  }

  @Test
  void aStandInTellsThatTheOwnerIsAway() {
    var root =
        Bench.startedRoot(
            Trees.flat(SLICED), 0, Tuning.plain(), Bench.store(SLICED, 0, Birth.FIRST));
    root.advance(Tuning.TIMEOUT);

    root.deliver(A0, ask(Bench.eventOn(SLICED, 1), origin("a0", 1)));
    root.advance(Tuning.TIMEOUT);
    root.deliver(SECOND, new PongFrame(1));

    assertThat(root.watch.take()).startsWith("away SLICE root/1", "degraded OWNER_AWAY")
        .last().asString().startsWith("recovered from 1 after ");
  }

  @Test
  void aSliceThatLostItsStateDoesNotRecoverByItself() {
    var root =
        Bench.root(
            Trees.flat(Trees.WHOLE), 0, Tuning.plain(),
            Bench.store(Trees.WHOLE, 0, Birth.LOST));

    root.deliver(A0, ask(EVENT, origin("a0", 1)));
    root.advance(5 * Tuning.TIMEOUT);

    assertThat(root.watch.take()).containsExactly("state lost", "degraded STATE_LOST");
  }
}
