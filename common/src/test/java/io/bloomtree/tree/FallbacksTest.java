package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.failure;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.HelloFrame;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nodes that turn to another region while their parent is away. */
class FallbacksTest {
  private static final long EVENT = 42;
  private static final Endpoint PARENT = at("r1-0", 0);
  private static final Endpoint FALLBACK = at("r1-1", 0);
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint GUEST = at("a1", 0);

  /** Two agents, each below a region of its own, which is the other agent's fallback. */
  private static final TreeShape SHAPE =
      new TreeShape(2, 2, 2, Trees.WHOLE, Trees.WHOLE, Trees.WHOLE, 1);

  private final EdgeBench edge = new EdgeBench(SHAPE, Tuning.plain());

  /** The parent falls silent, and the agent notices by heartbeats alone. */
  private void loseParent() {
    edge.deliver(PARENT, welcome(EdgeBench.AGENT.node(), 1, 0));
    edge.silence(PARENT);
    edge.advance(3 * Tuning.TIMEOUT / 2);
    edge.forgetSent();
  }

  @Test
  void anEventGoesToTheFallbackWhileTheParentIsAwayAndToTheParentOnceItIsBack() {
    edge.offer(EVENT);
    assertThat(edge.takeAsks(PARENT)).hasSize(1);
    edge.deliver(PARENT, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DUPLICATE));
    loseParent();

    var told = edge.offer(EVENT + 1);
    assertThat(edge.takeAsks(FALLBACK)).extracting(Ask::origin).containsExactly(origin("a0", 2));
    edge.deliver(FALLBACK, Messages.answer(ROOT, 0, origin("a0", 2), Outcome.DUPLICATE));
    assertThat(told.resolutions()).hasSize(1);
    edge.deliver(PARENT, new PongFrame(1));
    edge.offer(EVENT + 2);

    assertThat(edge.takeAsks(FALLBACK)).isEmpty();
    assertThat(edge.takeAsks(PARENT)).extracting(Ask::origin).containsExactly(origin("a0", 3));
  }

  @Test
  void anAskThatWasUnderWayToTheParentIsRepeatedToTheFallback() {
    edge.deliver(PARENT, welcome(EdgeBench.AGENT.node(), 1, 0));
    edge.offer(EVENT);

    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    assertThat(edge.takeAsks(FALLBACK)).extracting(Ask::origin).contains(origin("a0", 1));
  }

  @Test
  void aFallbackMayAcknowledgeWhatTheParentWasAskedFor() {
    edge.offer(EVENT);
    edge.deliver(PARENT, Messages.answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));
    assertThat(edge.take(PARENT, ConfirmFrame.class)).hasSize(1);
    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);
    assertThat(edge.take(FALLBACK, ConfirmFrame.class)).isNotEmpty();

    edge.deliver(FALLBACK, confirmed(origin("a0", 1)));

    assertThat(edge.machine.isIdle()).isTrue();
  }

  @Test
  void aHelloGoesThroughTheFallbackWhileTheParentIsAway() {
    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    assertThat(edge.take(FALLBACK, HelloFrame.class)).isNotEmpty();
    edge.deliver(FALLBACK, welcome(EdgeBench.AGENT.node(), 1, 0));
    edge.forgetSent();
    edge.advance(10 * Tuning.RETRY);
    assertThat(edge.take(FALLBACK, HelloFrame.class)).isEmpty();
  }

  @Test
  void thePolicyDecidesWhenTheFallbackIsAwayToo() {
    loseParent();
    edge.silence(FALLBACK);
    edge.advance(3 * Tuning.TIMEOUT / 2);

    var told = edge.offer(EVENT);

    assertThat(told.resolutions())
        .containsExactly(failure(Reason.PARENT_AWAY, EdgeBench.AGENT));
  }

  @Test
  void theWatchIsToldWhichIsWhich() {
    assertThat(edge.watch.take()).containsExactly("met PARENT r1-0/0", "met FALLBACK r1-1/0");
    edge.silence(FALLBACK);
    edge.advance(3 * Tuning.TIMEOUT / 2);

    assertThat(edge.watch.take()).contains("away FALLBACK r1-1/0");
  }

  @Test
  void aRegionServesItsGuestsAsItsChildren() {
    var region = Bench.region(SHAPE, 0, Tuning.plain());

    region.deliver(
        GUEST, ask(EVENT, origin("a1", 1)), confirm(EVENT + 1, origin("a1", 2)),
        release(EVENT + 2, origin("a1", 3)), hello("a1", 1, 0));

    assertThat(region.take(ROOT)).containsExactlyInAnyOrder(
        ask(EVENT, origin("a1", 1)), confirm(EVENT + 1, origin("a1", 2)),
        release(EVENT + 2, origin("a1", 3)), hello("a1", 1, 0));
    region.deliver(ROOT, confirmed(origin("a1", 2)));
    assertThat(region.take(GUEST)).containsExactly(confirmed(origin("a1", 2)));
  }

  @Test
  void aRegionOfAnUpperLevelTurnsToItsFallbackToo() {
    TreeShape shape = new TreeShape(3, 2, 4, Trees.WHOLE, Trees.WHOLE, Trees.WHOLE, 1);
    var region =
        new Bench<>(transport ->
            new RegionSlice(
                Bench.place(shape, "r2-0"), 0, Tuning.plain(), Bench.IDENTITY, 1,
                Bench.store(Trees.WHOLE, 0, Birth.FIRST), new Random(1), transport))
            .greeted();
    region.silence(PARENT);
    region.advance(3 * Tuning.TIMEOUT / 2);

    region.deliver(at("a0", 0), ask(EVENT, origin("a0", 1)));

    assertThat(region.takeAsks(FALLBACK)).hasSize(1);
    assertThat(region.takeAsks(PARENT)).isEmpty();
  }

  @Test
  void fallbacksAndVerificationExcludeEachOther() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EdgeBench(SHAPE, new Tuning().verifyAbove(1).settings()))
        .withMessage("fallbacks and verification exclude each other: id=a0, verifyAbove=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bench.region(SHAPE, 0, new Tuning().verifyAbove(1).settings()));
  }
}
