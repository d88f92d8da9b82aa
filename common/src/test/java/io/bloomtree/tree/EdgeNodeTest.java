package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.EdgeBench.AGENT;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.distinct;
import static io.bloomtree.tree.Messages.duplicate;
import static io.bloomtree.tree.Messages.failure;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.bloomtree.tree.EdgeBench.Told;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ReleaseFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a producer is told, and when its event is confirmed. */
class EdgeNodeTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Origin FIRST = origin("a0", 1);

  private final EdgeBench edge = edge(new Tuning());

  private static EdgeBench edge(Tuning tuning) {
    return new EdgeBench(Trees.flat(Trees.WHOLE), tuning.settings()).welcomed(ROOT, 1);
  }

  private static void told(EdgeBench edge, Origin origin, Outcome outcome) {
    edge.deliver(ROOT, answer(ROOT, 0, origin, outcome));
  }

  @Test
  void whatTheLeafHasIsADuplicateWithoutAnyMessage() {
    edge.store.leaf().set(EVENT);

    Told told = edge.offer(EVENT);

    assertThat(told.resolutions()).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
    edge.advance(Tuning.DEADLINE);
    assertThat(edge.take(ROOT)).isEmpty();
  }

  @Test
  void aMissIsAskedForWithTheTimeThatItsProducerWaits() {
    edge.offer(EVENT);

    assertThat(edge.takeAsks(ROOT))
        .containsExactly(new Ask(EVENT, FIRST, Tuning.DEADLINE, 0, 0));
  }

  @ParameterizedTest(name = "linger {0} ms")
  @ValueSource(longs = {0, 1, 7})
  void anUnansweredAskIsRepeatedAfterOneRetry(long linger) {
    EdgeBench edge = edge(new Tuning().batches(512, linger, 64));
    edge.offer(EVENT);
    edge.advance(linger);
    assertThat(edge.takeAsks(ROOT)).hasSize(1);

    edge.advance(Tuning.RETRY - 1);
    assertThat(edge.takeAsks(ROOT)).as("before").isEmpty();
    edge.advance(1);

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(FIRST);
  }

  @Test
  void anAskIsRepeatedUnderItsOriginUntilItIsAnswered() {
    edge.offer(EVENT);

    edge.advance(3 * Tuning.RETRY); // the second time after twice as long

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin, Ask::remainingMillis)
        .containsExactly(
            tuple(FIRST, 1_000L),
            tuple(FIRST, 900L),
            tuple(FIRST, 700L));
  }

  @Test
  void anOfferIsConfirmedWhenItsListenerReturns() { // rule 14
    Told told = edge.offer(EVENT);
    edge.forgetSent();

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(told.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(edge.store.leaf().holds(EVENT)).isTrue();
  }

  @ParameterizedTest(name = "claim: {0}, error: {1}")
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void anOfferIsReleasedWhenItsListenerThrows(boolean isClaim, boolean error) { // rule 14
    Offer.Listener failing = (offer, resolution) -> {
      if (error) {
        throw new AssertionError("cannot deliver");
      }
      throw new IllegalStateException("cannot deliver");
    };
    Told told = isClaim ? edge.claim(EVENT, failing) : edge.offer(EVENT, failing);
    edge.forgetSent();

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(release(EVENT, FIRST));
    assertThat(edge.store.leaf().holds(EVENT)).isFalse();
    assertThat(told.handle().isHolding()).isFalse();
    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).isEqualTo(1);
  }

  @Test
  void aListenerThatConfirmsAndThenThrowsHasConfirmed() { // rule 2
    edge.offer(EVENT, (offer, resolution) -> {
      edge.machine.confirm(offer, edge.now());
      throw new IllegalStateException("after the fact");
    });
    edge.forgetSent();

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).isEqualTo(1);
  }

  @Test
  void aListenerThatThrowsIsCountedWhateverItIsTold() {
    Offer.Listener failing = (offer, resolution) -> {
      throw new IllegalStateException("does not want it");
    };
    edge.store.leaf().set(EVENT);

    edge.offer(EVENT, failing);
    EdgeBench full = edge(new Tuning().offers(1));
    full.offer(EVENT);
    full.offer(EVENT, failing);

    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).as("a duplicate").isEqualTo(1);
    assertThat(full.count(Tally.Count.FAILED_LISTENERS)).as("a failure").isEqualTo(1);
  }

  @ParameterizedTest(name = "claim: {0}")
  @ValueSource(booleans = {false, true})
  void aListenerMustNotOffer(boolean isClaim) {
    var thrown = new Throwable[1];
    Told told = edge.offer(EVENT, (offer, resolution) -> {
      thrown[0] = catchThrowable(() -> {
        if (isClaim) {
          edge.claim(EVENT + 1);
        } else {
          edge.offer(EVENT + 1);
        }
      });
    });

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(thrown[0]).isInstanceOf(IllegalStateException.class)
        .hasMessage("a listener must not offer: let it plan to");
    assertThat(told.resolutions()).hasSize(1);
    assertThat(edge.store.leaf().holds(EVENT)).as("the offer it was told of").isTrue();
    assertThat(edge.offer(EVENT + 1).resolutions()).as("afterwards it may be").isEmpty();
  }

  @Test
  void itMayBeOfferedAgainAfterAListenerThrew() {
    edge.offer(EVENT, (offer, resolution) -> {
      throw new AssertionError("cannot deliver");
    });
    told(edge, FIRST, Outcome.DISTINCT);
    edge.deliver(ROOT, released(FIRST));
    edge.forgetSent();

    edge.offer(EVENT);

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(origin("a0", 2));
  }

  @Test
  void manyCopiesWhoseListenersAllThrowAreToldOneAfterTheOther() { // P3
    int copies = 20_000;
    EdgeBench edge =
        edge(new Tuning().parent(ParentPolicy.DELIVER).offers(copies).outstanding(2 * copies));
    var told = new int[1];
    for (int i = 0; i < copies; i++) {
      edge.machine.offer(EVENT, 0, (offer, resolution) -> {
        told[0]++;
        throw new IllegalStateException("cannot deliver");
      }, edge.now());
    }

    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    assertThat(told[0]).isEqualTo(copies);
    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).isEqualTo(copies);
    assertThat(edge.count(Tally.Count.DEGRADED)).as("told DISTINCT").isEqualTo(copies);
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void aListenerThatThrowsAtADuplicateKeepsNobodyFromBeingTold() { // P3
    edge.offer(EVENT, (offer, resolution) -> {
      throw new IllegalStateException("does not want it");
    });
    Told second = edge.offer(EVENT);
    Told other = edge.offer(EVENT + 1);

    edge.deliver(ROOT, answer(ROOT, 0, FIRST, Outcome.DUPLICATE),
        answer(ROOT, 0, origin("a0", 2), Outcome.DISTINCT));

    assertThat(second.resolutions()).containsExactly(duplicate(ROOT, 0, Degradation.NONE));
    assertThat(other.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void aListenerThatThrowsAtAFailureKeepsNobodyFromBeingTold() { // P3
    edge.offer(EVENT, (offer, resolution) -> {
      throw new IllegalStateException("does not want it");
    });
    Told second = edge.offer(EVENT);

    edge.advance(Tuning.DEADLINE);

    assertThat(second.resolutions()).containsExactly(failure(Reason.PARENT_AWAY, AGENT));
  }

  @Test
  void aClaimIsTheProducersToConfirm() { // rule 14
    Told told = edge.claim(EVENT);
    edge.forgetSent();
    told(edge, FIRST, Outcome.DISTINCT);
    assertThat(edge.take(ROOT)).isEmpty();
    assertThat(told.handle().isHolding()).isTrue();

    edge.confirm(told);

    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(told.handle().isHolding()).isFalse();
  }

  @ParameterizedTest(name = "claim: {0}")
  @ValueSource(booleans = {false, true})
  void whatItsListenerConfirmsIsConfirmedOnce(boolean isClaim) {
    Offer.Listener eager = (offer, resolution) -> edge.machine.confirm(offer, edge.now());
    Told told = isClaim ? edge.claim(EVENT, eager) : edge.offer(EVENT, eager);
    edge.forgetSent();

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(told.resolutions()).hasSize(1);
    assertThat(edge.occupied("outstanding")).isEqualTo(1);
  }

  @Test
  void whatItsListenerReleasesIsNotConfirmed() {
    edge.offer(EVENT, (offer, resolution) -> edge.machine.release(offer, edge.now()));
    edge.forgetSent();

    told(edge, FIRST, Outcome.DISTINCT);

    assertThat(edge.take(ROOT)).containsExactly(release(EVENT, FIRST));
  }

  @Test
  void aClaimEndsOnce() {
    Told told = edge.claim(EVENT);
    assertThatIllegalStateException().as("before it is told")
        .isThrownBy(() -> edge.confirm(told));
    told(edge, FIRST, Outcome.DISTINCT);
    edge.confirm(told);

    assertThatIllegalStateException().isThrownBy(() -> edge.confirm(told))
        .withMessageContaining("holds no claim");
    assertThatIllegalStateException().isThrownBy(() -> edge.release(told));
  }

  @Test
  void aDuplicateHoldsNoClaim() {
    Told told = edge.claim(EVENT);
    told(edge, FIRST, Outcome.DUPLICATE);

    assertThatIllegalStateException().isThrownBy(() -> edge.confirm(told));
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
      "DENSE, NONE, true", "SPARSE, NONE, false", "DENSE, SLICE_AWAY, false"}) // rule 9
  void onlyADenseLeafRecordsADuplicateAndOnlyAPlainOne(
      Mode mode, Degradation degradation, boolean recorded) {
    EdgeBench edge = edge(new Tuning().mode(mode));
    Told told = edge.offer(EVENT);

    edge.deliver(ROOT, answer(ROOT, 0, FIRST, Outcome.DUPLICATE, degradation));

    assertThat(told.resolutions()).containsExactly(duplicate(ROOT, 0, degradation));
    assertThat(edge.store.leaf().holds(EVENT)).isEqualTo(recorded);
  }

  @Test
  void aHeldEventIsAskedForAgainShortly() {
    edge.offer(EVENT);
    edge.forgetSent();
    told(edge, FIRST, Outcome.HELD);

    edge.advance(Tuning.HELD_RETRY - 1);
    assertThat(edge.takeAsks(ROOT)).isEmpty();
    edge.advance(1);

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(FIRST);
  }

  @Test
  void manyHeldAnswersMakeOneAsk() { // rule 10
    edge.offer(EVENT);
    edge.forgetSent();
    told(edge, FIRST, Outcome.HELD);
    edge.advance(Tuning.HELD_RETRY / 2);
    told(edge, FIRST, Outcome.HELD);
    told(edge, FIRST, Outcome.HELD);

    edge.advance(Tuning.HELD_RETRY);

    assertThat(edge.takeAsks(ROOT)).hasSize(1);
  }

  @ParameterizedTest(name = "{0}, policy {1}")
  @CsvSource({"HELD, FAIL", "HELD, DELIVER", "HELD, DROP", "BUSY, FAIL", "BUSY, DELIVER"})
  void whatIsHeldOrBusyUntilItsDeadlineFailsWhateverThePolicy( // P3, rule 9
      Outcome outcome, ParentPolicy policy) {
    EdgeBench edge = edge(new Tuning().parent(policy));
    Told told = edge.offer(EVENT);
    told(edge, FIRST, outcome);

    Waiting.whileHearing(edge, ROOT, Tuning.DEADLINE - 1);
    assertThat(told.resolutions()).isEmpty();
    edge.advance(1);

    assertThat(told.resolutions())
        .containsExactly(failure(Reason.valueOf(outcome.name()), AGENT));
    assertThat(edge.take(ROOT, ReleaseFrame.class)).containsExactly(release(EVENT, FIRST));
  }

  @Test
  void whatNeverLeftTheAgentFailsAsOverloaded() { // P3, P5
    EdgeBench edge = edge(new Tuning().batches(1, 0, 1));
    for (int i = 1; i <= 30; i++) {
      edge.offer(EVENT + i);
    }
    Told last = edge.offer(EVENT);

    Waiting.whileHearing(edge, ROOT, Tuning.DEADLINE);

    assertThat(last.resolutions()).containsExactly(failure(Reason.OVERLOADED, AGENT));
  }

  @Test
  void aFencedAgentsOffersFail() {
    Told told = edge.offer(EVENT);

    told(edge, FIRST, Outcome.FENCED);

    assertThat(told.resolutions()).containsExactly(failure(Reason.FENCED, ROOT));
    assertThat(edge.occupied("outstanding")).isZero();
  }

  @Test
  void whenTheParentIsAwayOffersFailAtOnceAndAreReleased() { // P3
    Told waiting = edge.offer(EVENT);
    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    Told late = edge.offer(EVENT + 1);

    assertThat(waiting.resolutions()).containsExactly(failure(Reason.PARENT_AWAY, AGENT));
    assertThat(late.resolutions()).containsExactly(failure(Reason.PARENT_AWAY, AGENT));
    edge.forgetSent();
    edge.deliver(ROOT, new PongFrame(1));
    edge.advance(Tuning.RETRY);
    assertThat(edge.take(ROOT)).as("what was asked; the other never was")
        .containsExactly(release(EVENT, FIRST));
  }

  @Test
  void whenTheParentIsAwayAndThePolicyIsDropOffersAreDegradedDuplicates() {
    EdgeBench edge = edge(new Tuning().parent(ParentPolicy.DROP));
    Told first = edge.offer(EVENT);
    Told copy = edge.offer(EVENT);

    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    assertThat(first.resolutions())
        .containsExactly(duplicate(AGENT, 1, Degradation.PARENT_AWAY));
    assertThat(copy.resolutions())
        .containsExactly(duplicate(AGENT, 1, Degradation.PARENT_AWAY));
    assertThat(edge.count(Tally.Count.DEGRADED)).isEqualTo(2);
    assertThat(edge.store.leaf().holds(EVENT)).isFalse(); // rule 9
  }

  @Test
  void whenTheParentIsAwayAndThePolicyIsDeliverTheConfirmIsSentLater() {
    EdgeBench edge = edge(new Tuning().parent(ParentPolicy.DELIVER));
    Told first = edge.offer(EVENT);
    Told copy = edge.offer(EVENT);

    edge.advance(Tuning.TIMEOUT + Tuning.RETRY);

    assertThat(first.resolutions())
        .containsExactly(distinct(AGENT, 1, Degradation.PARENT_AWAY));
    assertThat(copy.resolutions()).as("the event is delivered now")
        .containsExactly(duplicate(AGENT, 1, Degradation.NONE));
    assertThat(edge.count(Tally.Count.DEGRADED)).isEqualTo(1);
    assertThat(edge.store.journal()).hasSize(1);
    edge.advance(10 * Tuning.TIMEOUT);
    edge.forgetSent();
    edge.deliver(ROOT, new PongFrame(1));
    edge.advance(Tuning.RETRY);
    assertThat(edge.take(ROOT, ConfirmFrame.class)).containsExactly(confirm(EVENT, FIRST));
    edge.deliver(ROOT, confirmed(FIRST));
    assertThat(edge.store.journal()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(ParentPolicy.class)
  void anUnavailableAnswerIsDecidedByTheAgentsOwnPolicy(ParentPolicy policy) {
    EdgeBench edge =
        new EdgeBench(
            Trees.withRegion(Trees.WHOLE, Trees.WHOLE),
            new Tuning().parent(policy).settings());
    Endpoint region = at("r1-0", 0);
    Told told = edge.offer(EVENT);

    edge.deliver(region, answer(region, 1, FIRST, Outcome.UNAVAILABLE));

    assertThat(told.resolutions()).containsExactly(switch (policy) {
      case FAIL -> failure(Reason.PARENT_AWAY, region);
      case DELIVER -> distinct(AGENT, 2, Degradation.PARENT_AWAY);
      case DROP -> duplicate(AGENT, 2, Degradation.PARENT_AWAY);
    });
  }

  @Test
  void aDegradedDistinctOfAboveSaysSo() {
    Told told = edge.offer(EVENT);

    edge.deliver(ROOT, answer(ROOT, 0, FIRST, Outcome.DISTINCT, Degradation.OWNER_AWAY));

    assertThat(told.resolutions()).containsExactly(distinct(ROOT, 0, Degradation.OWNER_AWAY));
  }

  @Test
  void offersBeyondTheLimitAreRefused() { // P5
    EdgeBench edge = edge(new Tuning().offers(2));
    edge.offer(EVENT);
    edge.offer(EVENT);

    assertThat(edge.offer(EVENT).resolutions()).as("another copy")
        .containsExactly(failure(Reason.OVERLOADED, AGENT));
    assertThat(edge.offer(EVENT + 1).resolutions()).as("another event")
        .containsExactly(failure(Reason.OVERLOADED, AGENT));
  }

  @Test
  void eventsBeyondTheLimitAreRefusedUntilConfirmsAreAcknowledged() { // P5
    EdgeBench edge = edge(new Tuning().outstanding(1));
    edge.offer(EVENT);
    told(edge, FIRST, Outcome.DISTINCT);
    assertThat(edge.occupied("outstanding")).isEqualTo(1);

    assertThat(edge.offer(EVENT + 1).resolutions())
        .containsExactly(failure(Reason.OVERLOADED, AGENT));
    edge.deliver(ROOT, confirmed(FIRST));

    assertThat(edge.offer(EVENT + 1).resolutions()).isEmpty();
  }

  @Test
  void aClaimWhoseLeaseRanOutMakesRoomAndIsConfirmedOnlyIfThereIsSome() { // P5
    EdgeBench edge = edge(new Tuning().outstanding(1));
    Told first = edge.claim(EVENT);
    told(edge, FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.LEASE);
    assertThat(edge.occupied("outstanding")).isZero();
    assertThat(edge.offer(EVENT + 1).resolutions()).isEmpty();
    edge.forgetSent();

    edge.confirm(first);

    assertThat(edge.count(Tally.Count.UNRECORDED_CONFIRMS)).isEqualTo(1);
    assertThat(edge.take(ROOT)).isEmpty();
    assertThat(edge.store.journal()).isEmpty();
    assertThat(edge.store.leaf().holds(EVENT)).isFalse();
    assertThat(first.handle().isHolding()).isFalse();
  }

  @Test
  void aClaimWhoseLeaseRanOutIsReleasedOnlyIfThereIsRoom() { // P5
    EdgeBench edge = edge(new Tuning().outstanding(1));
    Told first = edge.claim(EVENT);
    told(edge, FIRST, Outcome.DISTINCT);
    edge.advance(Tuning.LEASE);
    edge.offer(EVENT + 1);
    edge.forgetSent();

    edge.release(first);

    assertThat(edge.take(ROOT)).isEmpty();
    assertThat(edge.occupied("outstanding")).isEqualTo(1);
  }

  @Test
  void copiesOfAnEventInHandAreTakenThoughTheAgentIsFull() { // P5
    EdgeBench edge = edge(new Tuning().outstanding(1));
    edge.offer(EVENT);

    assertThat(edge.offer(EVENT).resolutions()).isEmpty();
  }

  @Test
  void waitersThatWouldAskAnewFailWhenTheAgentIsFull() { // P5
    EdgeBench edge = edge(new Tuning().outstanding(1));
    Told first = edge.claim(EVENT);
    Told copy = edge.claim(EVENT);
    told(edge, FIRST, Outcome.DISTINCT);

    edge.release(first);

    assertThat(copy.resolutions()).containsExactly(failure(Reason.OVERLOADED, AGENT));
    assertThat(edge.occupied("outstanding")).as("the release").isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(ints = {-1, 256})
  void anImportanceThatDoesNotFitItsByteIsRefusedWhenItIsOffered(int importance) { // P6
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> edge.machine.offer(EVENT, importance, (offer, told) -> {}, edge.now()))
        .withMessage("importance must be in 0..255: " + importance);
    assertThat(edge.occupied("offers")).isZero();
  }
}
