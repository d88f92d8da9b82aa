package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.EdgeBench.AGENT;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import org.junit.jupiter.api.Test;

/** What an agent says when it starts. */
class GreetingsTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final SlicePlan SLICED = SlicePlan.horizontal(Trees.SHAPE, 2);

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
    assertThat(edge.machine.nextTick()).as("nothing left to do").isEqualTo(Long.MAX_VALUE);
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
    store.journal(new AgentStore.Unacknowledged(EVENT, earlier, 0));

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
  void confirmsOfThisIncarnationDoNotKeepItFromSayingHello() {
    Origin earlier = origin("a0", 1, 7);
    var store = new HeapAgentStore(1, Birth.RECOVERED, Trees.WHOLE.newSlice(0));
    store.journal(new AgentStore.Unacknowledged(EVENT, earlier, 0));
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
