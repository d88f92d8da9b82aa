package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.EdgeBench.AGENT;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.distinct;
import static io.bloomtree.tree.Messages.duplicate;
import static io.bloomtree.tree.Messages.failure;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.ReleaseFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies of one event that wait in one agent at the same time: rule 1. */
class SharedAsksTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin SECOND = origin("a0", 2);

  private final EdgeBench edge =
      new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain()).welcomed(ROOT, 1);

  private void told(Origin origin, Outcome outcome) {
    edge.deliver(ROOT, answer(ROOT, 0, origin, outcome));
  }

  @Test
  void manyCopiesShareOneAsk() {
    edge.claim(EVENT);
    edge.claim(EVENT);
    edge.offer(EVENT);

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(FIRST);
  }

  @Test
  void oneIsToldDistinctAndTheOthersWait() { // P2
    var first = edge.claim(EVENT);
    var second = edge.claim(EVENT);

    told(FIRST, Outcome.DISTINCT);

    assertThat(first.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(second.resolutions()).isEmpty();
  }

  @Test
  void aCopyThatComesWhileTheEventIsClaimedWaitsToo() {
    edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    edge.forgetSent();

    var late = edge.claim(EVENT);

    assertThat(late.resolutions()).isEmpty();
    assertThat(edge.takeAsks(ROOT)).isEmpty();
  }

  @Test
  void theOthersAreDuplicatesOnceItIsConfirmed() {
    var first = edge.claim(EVENT);
    var second = edge.claim(EVENT);
    var third = edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    assertThat(edge.store.leaf().holds(EVENT)).isFalse();
    edge.forgetSent();

    edge.confirm(first);

    assertThat(edge.store.leaf().holds(EVENT)).isTrue();
    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(second.resolutions()).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
    assertThat(third.resolutions()).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void theOthersAskAnewUnderANewOriginOnceItIsReleased() { // rule 3
    var first = edge.claim(EVENT);
    var second = edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    edge.forgetSent();

    edge.release(first);

    assertThat(edge.take(ROOT, ReleaseFrame.class)).containsExactly(release(EVENT, FIRST));
    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(SECOND);
    told(SECOND, Outcome.DISTINCT);
    assertThat(second.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.NONE));
  }

  @Test
  void theyAskOnTheNextTickNotInTheStepThatReleases() {
    var first = edge.claim(EVENT);
    edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    edge.forgetSent();

    edge.machine.release(first.handle(), edge.now());
    assertThat(edge.takeAsks(ROOT)).isEmpty();
    assertThat(edge.machine.nextTick()).as("which is due").isLessThanOrEqualTo(edge.now());
    edge.machine.tick(edge.now());
    edge.settle();

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(SECOND);
  }

  @Test
  void aCopyWhoseListenerThrowsLeavesTheEventToTheNext() { // P2
    edge.offer(EVENT, (offer, resolution) -> {
      throw new IllegalStateException("cannot deliver");
    });
    var second = edge.offer(EVENT);

    told(FIRST, Outcome.DISTINCT);
    told(SECOND, Outcome.DISTINCT);

    assertThat(second.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(edge.store.leaf().holds(EVENT)).isTrue();
  }

  @Test
  void aDuplicateIsToldToAll() {
    var first = edge.offer(EVENT);
    var second = edge.claim(EVENT);

    told(FIRST, Outcome.DUPLICATE);

    assertThat(List.of(first, second)).allSatisfy(copy ->
        assertThat(copy.resolutions()).containsExactly(duplicate(ROOT, 0, Degradation.NONE)));
  }

  @Test
  void theClaimIsReleasedOnlyWhenTheLastWaiterHasLeft() { // rule 1
    var first = edge.claim(EVENT);
    Waiting.whileHearing(edge, ROOT, Tuning.DEADLINE / 2);
    told(FIRST, Outcome.HELD);
    var second = edge.claim(EVENT);
    edge.forgetSent();

    Waiting.whileHearing(edge, ROOT, Tuning.DEADLINE / 2);
    assertThat(first.resolutions()).containsExactly(failure(Reason.HELD, AGENT));
    assertThat(edge.take(ROOT, ReleaseFrame.class)).isEmpty();
    Waiting.whileHearing(edge, ROOT, Tuning.DEADLINE / 2);

    assertThat(second.resolutions()).containsExactly(failure(Reason.HELD, AGENT));
    assertThat(edge.take(ROOT, ReleaseFrame.class)).containsExactly(release(EVENT, FIRST));
  }

  @Test
  void anAskSaysHowLongTheLastOfThemWaits() { // rule 11
    edge.claim(EVENT);
    edge.advance(Tuning.RETRY / 2);
    edge.claim(EVENT);
    edge.forgetSent();

    edge.advance(Tuning.RETRY / 2);

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::remainingMillis)
        .containsExactly(Tuning.DEADLINE - Tuning.RETRY / 2);
  }

  @Test
  void aHolderThatDoesNotComeBackFailsTheOthersAtTheirDeadline() { // P3
    edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    var second = edge.claim(EVENT);

    edge.advance(Tuning.DEADLINE);

    assertThat(second.resolutions()).containsExactly(failure(Reason.HELD, AGENT));
  }

  @Test
  void whenTheLeaseIsOverdueTheOthersAskAnewAndTheHolderMayStillConfirm() {
    var first = edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.LEASE - 10);
    edge.claim(EVENT);
    edge.forgetSent();

    edge.advance(10);
    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(SECOND);
    assertThat(edge.occupied("outstanding")).as("the overdue one counts no more").isEqualTo(1);
    edge.confirm(first);

    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(edge.store.leaf().holds(EVENT)).isTrue();
    assertThat(edge.occupied("outstanding")).as("its ask, and the other's confirm").isEqualTo(2);
  }

  @Test
  void anOverdueHolderMayStillRelease() {
    var first = edge.claim(EVENT);
    told(FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.LEASE);
    edge.forgetSent();

    edge.release(first);

    assertThat(edge.take(ROOT)).containsExactly(release(EVENT, FIRST));
    assertThat(edge.occupied("outstanding")).isEqualTo(1);
  }
}
