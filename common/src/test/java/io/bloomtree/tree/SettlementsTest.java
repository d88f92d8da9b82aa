package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.ReleaseFrame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent's confirms and releases, repeated until they are acknowledged. */
class SettlementsTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Origin FIRST = origin("a0", 1);

  private EdgeBench edge = edge(new Tuning());

  private static EdgeBench edge(Tuning tuning) {
    return new EdgeBench(Trees.flat(Trees.WHOLE), tuning.settings()).welcomed(ROOT, 1);
  }

  private void answered(Origin origin, Outcome outcome) {
    edge.deliver(ROOT, answer(ROOT, 0, origin, outcome));
  }

  /** Claims the event under the given sequence, and releases it. */
  private void claimAndRelease(long fingerprint, long sequence) {
    var told = edge.claim(fingerprint);
    answered(origin("a0", sequence), Outcome.DISTINCT);
    edge.release(told);
    edge.deliver(ROOT, released(origin("a0", sequence)));
    edge.forgetSent();
  }

  @ParameterizedTest(name = "linger {0} ms")
  @ValueSource(longs = {0, 1, 7})
  void anUnacknowledgedConfirmIsRepeatedAfterOneRetry(long linger) { // rule 5
    edge = edge(new Tuning().batches(512, linger, 64));
    edge.offer(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    edge.advance(linger);
    assertThat(edge.take(ROOT, ConfirmFrame.class)).hasSize(1);

    edge.advance(Tuning.RETRY - 1);
    assertThat(edge.take(ROOT, ConfirmFrame.class)).as("before").isEmpty();
    edge.advance(1);

    assertThat(edge.take(ROOT, ConfirmFrame.class)).containsExactly(confirm(EVENT, FIRST));
  }

  @Test
  void theJournalIsWrittenBeforeTheLeafAndBeforeTheConfirmIsSent() { // P7
    var store = new WatchedStore();
    edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain(), 1, store);
    edge.greeted().welcomed(ROOT, 1);
    store.edge = edge;
    edge.offer(EVENT);
    edge.forgetSent();

    answered(FIRST, Outcome.DISTINCT);

    assertThat(store.journal()).hasSize(1);
    assertThat(store.leaf().holds(EVENT)).isTrue();
    assertThat(store.heldWhenJournaled).isFalse();
    assertThat(store.sentWhenJournaled).isEmpty();
  }

  /** Sees what the leaf holds, and what was sent, when a confirm is journaled. */
  private static final class WatchedStore extends ForwardingAgentStore {
    private EdgeBench edge;
    private boolean heldWhenJournaled = true;
    private List<ConfirmFrame> sentWhenJournaled = List.of(confirm(EVENT, FIRST));

    WatchedStore() {
      super(new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
    }

    @Override public void journal(Unacknowledged confirm) {
      heldWhenJournaled = leaf().holds(confirm.fingerprint());
      sentWhenJournaled = edge.take(ROOT, ConfirmFrame.class);
      super.journal(confirm);
    }
  }

  @Test
  void aConfirmIsRepeatedAndKeptUntilItIsAcknowledged() { // rule 5
    edge.offer(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    edge.forgetSent();

    edge.advance(3 * Tuning.RETRY); // the second time after twice as long
    assertThat(edge.take(ROOT, ConfirmFrame.class))
        .containsExactly(confirm(EVENT, FIRST), confirm(EVENT, FIRST));
    assertThat(edge.store.journal())
        .containsExactly(new AgentStore.Unacknowledged(EVENT, FIRST, 2_000, 0));
    edge.deliver(ROOT, confirmed(FIRST));

    assertThat(edge.store.journal()).isEmpty();
    edge.advance(10 * Tuning.RETRY);
    assertThat(edge.take(ROOT, ConfirmFrame.class)).isEmpty();
  }

  @Test
  void aReleaseIsRepeatedUntilItIsAcknowledged() { // rule 11
    var told = edge.claim(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    edge.release(told);
    edge.forgetSent();

    edge.advance(Tuning.RETRY);
    assertThat(edge.take(ROOT, ReleaseFrame.class)).containsExactly(release(EVENT, FIRST));
    edge.deliver(ROOT, released(FIRST));
    edge.advance(10 * Tuning.RETRY);

    assertThat(edge.take(ROOT, ReleaseFrame.class)).isEmpty();
  }

  @Test
  void anAcknowledgedReleaseDoesNotAcknowledgeAConfirm() {
    edge.offer(EVENT);
    answered(FIRST, Outcome.DISTINCT);

    edge.deliver(ROOT, released(FIRST));

    assertThat(edge.store.journal()).hasSize(1);
    assertThat(edge.occupied("outstanding")).isEqualTo(1);
  }

  @Test
  void aDistinctThatComesAfterItsReleaseIsReleasedAgain() { // rule 11
    edge.offer(EVENT);
    edge.advance(Tuning.DEADLINE);
    edge.deliver(ROOT, released(FIRST));
    edge.forgetSent();

    answered(FIRST, Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(release(EVENT, FIRST));
    assertThat(edge.store.leaf().holds(EVENT)).isFalse();
  }

  @Test
  void aDistinctDoubledWhileItsEventIsBeingDeliveredReleasesNothing() { // rule 2
    edge.claim(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    edge.forgetSent();

    answered(FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.RETRY);

    assertThat(edge.take(ROOT, ReleaseFrame.class)).isEmpty();
  }

  @Test
  void aDistinctDoubledAfterItsConfirmReleasesNothing() { // rule 2
    edge.offer(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    answered(FIRST, Outcome.DISTINCT);
    edge.deliver(ROOT, confirmed(FIRST));

    answered(FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.RETRY);

    assertThat(edge.take(ROOT, ReleaseFrame.class)).isEmpty();
  }

  @Test
  void aDistinctForAnotherAgentOrIncarnationIsNoneOfItsBusiness() {
    answered(origin("a1", 1), Outcome.DISTINCT);
    answered(origin("a0", 7, 1), Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).isEmpty();
    assertThat(edge.count(Tally.Count.UNWANTED_ANSWERS)).isZero();
  }

  @Test
  void releasesAreRememberedUpToALimitAndWhatIsForgottenIsCounted() { // P5
    edge = edge(new Tuning().outstanding(2));
    for (int i = 1; i <= 3; i++) {
      claimAndRelease(EVENT + i, i);
    }
    assertThat(edge.occupied("released")).isEqualTo(2);

    answered(origin("a0", 1), Outcome.DISTINCT);
    assertThat(edge.take(ROOT)).isEmpty();
    assertThat(edge.count(Tally.Count.UNWANTED_ANSWERS)).isEqualTo(1);
    answered(origin("a0", 3), Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(release(EVENT + 3, origin("a0", 3)));
  }

  @Test
  void confirmsGoOutThoughAsksFillTheirBudget() { // rule 13
    edge = edge(new Tuning().batches(1, 0, 1));
    var told = edge.claim(EVENT);
    answered(FIRST, Outcome.DISTINCT);
    for (int i = 1; i <= 5; i++) {
      edge.offer(EVENT + i);
    }
    assertThat(edge.takeAsks(ROOT)).as("the first, and one that fills the budget").hasSize(2);

    edge.confirm(told);

    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
  }
}
