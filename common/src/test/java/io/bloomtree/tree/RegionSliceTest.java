package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.released;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.ConfirmFrame;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An unsliced region between two agents and the root. */
class RegionSliceTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin OTHER = origin("a1", 1);

  private final SliceStore store = Bench.store(Trees.WHOLE, 0, Birth.FIRST);
  private Bench<RegionSlice> region = region(new Tuning());

  private Bench<RegionSlice> region(Tuning tuning) {
    return Bench.region(
        Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, tuning.settings(), store);
  }

  private static AnswerFrame fromRoot(Origin origin, Outcome outcome) {
    return answer(ROOT, 0, origin, outcome);
  }

  @Test
  void aHitIsAnsweredHere() {
    store.filter().set(EVENT);

    region.deliver(A0, ask(EVENT, FIRST));

    assertThat(region.take(A0)).containsExactly(answer(REGION, 1, FIRST, Outcome.DUPLICATE));
    assertThat(region.take(ROOT)).isEmpty();
    assertThat(region.occupied("asks")).isZero();
  }

  @Test
  void aMissGoesOnWithWhatIsLeftOfItsTime() { // rule 11
    region = region(new Tuning().batches(4, 3, 1));

    region.deliver(A0, ask(EVENT, FIRST, 500));
    region.advance(3);

    assertThat(region.takeAsks(ROOT)).containsExactly(new Ask(EVENT, FIRST, 497, 0, 0));
  }

  @Test
  void anAskForWhichNobodyWaitsAnyMoreIsDroppedAndCounted() { // rule 11
    region.deliver(A0, ask(EVENT, FIRST, 0));

    assertThat(region.take(ROOT)).isEmpty();
    assertThat(region.take(A0)).isEmpty();
    assertThat(region.count(Tally.Count.EXPIRED_ASKS)).isEqualTo(1);
  }

  @Test
  void anAskIsForgottenWhenItsTimeIsUp() { // rule 11
    region.deliver(A0, ask(EVENT, FIRST, 50));
    assertThat(region.occupied("asks")).isEqualTo(1);

    region.advance(50);

    assertThat(region.occupied("asks")).isZero();
    assertThat(region.take(A0)).isEmpty();
  }

  @Test
  void eachOriginKeepsItsOwnAskAndItsOwnAnswer() { // rule 8
    region.deliver(A0, ask(EVENT, FIRST));
    region.deliver(A1, ask(EVENT, OTHER));
    assertThat(region.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(FIRST, OTHER);

    region.deliver(ROOT, fromRoot(OTHER, Outcome.HELD), fromRoot(FIRST, Outcome.DISTINCT));

    assertThat(region.take(A0)).containsExactly(fromRoot(FIRST, Outcome.DISTINCT));
    assertThat(region.take(A1)).containsExactly(fromRoot(OTHER, Outcome.HELD));
  }

  @Test
  void anAnswerGoesToWhereTheOriginLastAskedFrom() {
    SlicePlan sliced = SlicePlan.horizontal(Trees.SHAPE, 2);
    var region =
        Bench.region(
            new TreeShape(3, 1, 2, Trees.WHOLE, sliced, Trees.WHOLE), 0, Tuning.plain());
    long event = eventOn(sliced, 0);
    Endpoint oldWay = at("r2-0", 0);
    Endpoint newWay = at("r2-0", 1);
    region.deliver(oldWay, ask(event, FIRST));
    region.deliver(newWay, ask(event, FIRST));

    region.deliver(ROOT, fromRoot(FIRST, Outcome.DISTINCT));

    assertThat(region.take(oldWay)).isEmpty();
    assertThat(region.take(newWay)).containsExactly(fromRoot(FIRST, Outcome.DISTINCT));
  }

  @Test
  void aRepeatedAskIsRepeatedUpwardsOnceItsFrameIsGivenUp() {
    region.deliver(A0, ask(EVENT, FIRST));
    region.deliver(A0, ask(EVENT, FIRST));
    assertThat(region.takeAsks(ROOT)).as("it is in flight").hasSize(1);

    region.advance(Tuning.RETRY);
    region.deliver(A0, ask(EVENT, FIRST));

    assertThat(region.takeAsks(ROOT)).hasSize(1);
    assertThat(region.occupied("asks")).isEqualTo(1);
  }

  @Test
  void repeatedConfirmsAndReleasesAreRepeatedUpwardsOnceTheirFrameIsGivenUp() {
    region.deliver(A0, confirm(1, FIRST), release(2, OTHER));
    region.deliver(A0, confirm(1, FIRST), release(2, OTHER));
    assertThat(region.take(ROOT)).as("they are in flight")
        .containsExactly(confirm(1, FIRST), release(2, OTHER));

    region.advance(Tuning.RETRY);
    region.forgetSent();
    region.deliver(A0, confirm(1, FIRST), release(2, OTHER));

    assertThat(region.take(ROOT)).containsExactly(confirm(1, FIRST), release(2, OTHER));
  }

  @Test
  void nobodyWaitsLongerThanTheTreesDeadline() { // rule 11
    region.deliver(A0, ask(EVENT, FIRST, Long.MAX_VALUE));

    assertThat(region.takeAsks(ROOT)).extracting(Ask::remainingMillis)
        .containsExactly(Tuning.DEADLINE);
    Waiting.whileHearing(region, ROOT, Tuning.DEADLINE - 1);
    assertThat(region.occupied("asks")).isEqualTo(1);
    region.advance(1);
    assertThat(region.occupied("asks")).isZero();
  }

  @Test
  void aConfirmThatWaitsLongerThanTheTimeoutIsAcknowledgedAllTheSame() { // rule 6
    region = region(new Tuning().batches(1, 0, 1));
    for (int i = 1; i <= 8; i++) {
      region.deliver(A0, confirm(i, origin("a0", i)));
    }

    // one frame in flight, given up after one retry, two retries, then after timeouts
    Waiting.whileHearing(region, ROOT, 3 * Tuning.RETRY + 5 * Tuning.TIMEOUT);
    assertThat(region.take(ROOT, ConfirmFrame.class)).hasSize(8);
    region.deliver(ROOT, confirmed(origin("a0", 8)));

    assertThat(region.take(A0)).containsExactly(confirmed(origin("a0", 8)));
    region.advance(Tuning.TIMEOUT);
    assertThat(region.occupied("confirms")).as("nobody repeats the others").isZero();
  }

  @ParameterizedTest(name = "{0}, {1} {2}: {3}")
  @CsvSource({
      "DENSE, DUPLICATE, NONE, true",
      "SPARSE, DUPLICATE, NONE, false",
      "DENSE, DUPLICATE, SLICE_AWAY, false", // rule 9
      "DENSE, DUPLICATE, PARENT_AWAY, false", // rule 9
      "DENSE, DISTINCT, NONE, false",
      "DENSE, HELD, NONE, false"})
  void onlyADenseRegionRecordsAnswersAndOnlyPlainDuplicates(
      Mode mode, Outcome outcome, Degradation degradation, boolean recorded) {
    region = region(new Tuning().mode(mode));
    region.deliver(A0, ask(EVENT, FIRST));

    AnswerFrame answer = answer(ROOT, 0, FIRST, outcome, degradation);
    region.deliver(ROOT, answer);

    assertThat(store.filter().holds(EVENT)).isEqualTo(recorded);
    assertThat(region.take(A0)).as("passed on as it is").containsExactly(answer);
  }

  @Test
  void aConfirmIsRecordedPassedOnAndAcknowledgedLast() { // rule 6
    region.deliver(A0, confirm(EVENT, FIRST));

    assertThat(store.filter().holds(EVENT)).isTrue();
    assertThat(region.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(region.take(A0)).isEmpty();
    region.deliver(ROOT, confirmed(FIRST));
    assertThat(region.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(region.occupied("confirms")).isZero();
  }

  @Test
  void aConfirmOfWhatIsKnownIsPassedOnAllTheSame() { // rule 6
    store.filter().set(EVENT);

    region.deliver(A0, confirm(EVENT, FIRST));

    assertThat(region.take(ROOT)).containsExactly(confirm(EVENT, FIRST));
    assertThat(region.take(A0)).isEmpty();
  }

  @Test
  void aReleaseIsPassedOnAndAcknowledgedLast() {
    region.deliver(A0, release(EVENT, FIRST));

    assertThat(region.take(ROOT)).containsExactly(release(EVENT, FIRST));
    assertThat(region.take(A0)).isEmpty();
    region.deliver(ROOT, released(FIRST));
    assertThat(region.take(A0)).containsExactly(released(FIRST));
    assertThat(store.filter().holds(EVENT)).isFalse();
  }

  @Test
  void anAcknowledgementOfAConfirmIsNoneOfARelease() {
    region.deliver(A0, release(EVENT, FIRST));

    region.deliver(ROOT, confirmed(FIRST));

    assertThat(region.take(A0)).isEmpty();
    assertThat(region.occupied("releases")).isEqualTo(1);
  }

  @Test
  void aHelloIsPassedOnAndItsWelcomeReturned() {
    region.deliver(A0, hello("a0", 3, 0));
    assertThat(region.take(ROOT)).containsExactly(hello("a0", 3, 0));

    region.deliver(ROOT, welcome(A0.node(), 3, 0));

    assertThat(region.take(A0)).containsExactly(welcome(A0.node(), 3, 0));
    assertThat(region.occupied("hellos")).isZero();
  }

  @Test
  void whatNobodyRepeatsIsForgottenAfterTheTimeout() { // P5
    region.deliver(A0, confirm(1, origin("a0", 1)), release(2, origin("a0", 2)),
        hello("a0", 1, 0));

    region.advance(Tuning.TIMEOUT);

    assertThat(region.occupied("confirms")).isZero();
    assertThat(region.occupied("releases")).isZero();
    assertThat(region.occupied("hellos")).isZero();
  }

  @Test
  void anUnexpectedDistinctIsPassedToItsAgent() { // rule 11
    region.deliver(A0, ask(EVENT, FIRST, 50));
    region.advance(50);

    region.deliver(ROOT, fromRoot(FIRST, Outcome.DISTINCT));

    assertThat(region.take(A0)).containsExactly(fromRoot(FIRST, Outcome.DISTINCT));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(value = Outcome.class, names = "DISTINCT", mode = EnumSource.Mode.EXCLUDE)
  void noOtherUnexpectedAnswerIs(Outcome outcome) {
    region.deliver(A0, ask(EVENT, FIRST, 50));
    region.advance(50);

    region.deliver(ROOT, fromRoot(FIRST, outcome));

    assertThat(region.take(A0)).isEmpty();
  }

  @Test
  void anUnexpectedDistinctOfAnUnknownAgentIsDropped() {
    region.deliver(ROOT, fromRoot(FIRST, Outcome.DISTINCT));

    assertThat(region.take(A0)).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
      "FAIL, UNAVAILABLE, NONE, 0", "DELIVER, DISTINCT, PARENT_AWAY, 1",
      "DROP, DUPLICATE, PARENT_AWAY, 1"})
  void whenTheParentIsAwayThePolicyDecides(
      ParentPolicy policy, Outcome outcome, Degradation degradation, long counted) {
    region = region(new Tuning().parent(policy));
    region.deliver(A0, ask(1, origin("a0", 9)));
    region.advance(Tuning.TIMEOUT);
    assertThat(region.take(A0)).as("away only now").isEmpty();
    region.advance(Tuning.TIMEOUT);
    AnswerFrame first = answer(REGION, 1, origin("a0", 9), outcome, degradation);
    assertThat(region.take(A0)).as("the one that waited").containsExactly(first);

    region.deliver(A0, ask(EVENT, FIRST));

    assertThat(region.take(A0)).as("one that comes later, at once")
        .containsExactly(answer(REGION, 1, FIRST, outcome, degradation));
    assertThat(region.count(Tally.Count.DEGRADED)).isEqualTo(2 * counted);
    assertThat(store.filter().holds(EVENT)).as("recorded").isFalse(); // rule 9
  }

  @Test
  void aParentThatIsSlowIsNotAway() {
    region.deliver(A0, ask(EVENT, FIRST));
    region.advance(Tuning.TIMEOUT - 1);
    region.deliver(ROOT, new PongFrame(1));

    region.advance(Messages.REMAINING);

    assertThat(region.take(A0)).isEmpty();
    assertThat(region.occupied("asks")).isZero();
  }

  @Test
  void aParentIsBackWhenAnythingIsHeardOfIt() {
    region.deliver(A0, ask(1, origin("a0", 9)));
    region.advance(Tuning.TIMEOUT);
    assertThat(region.take(ROOT, PingFrame.class)).hasSize(4);
    region.forgetSent();

    region.deliver(ROOT, new PongFrame(5));
    region.deliver(A0, ask(EVENT, FIRST));

    assertThat(region.takeAsks(ROOT)).extracting(Ask::origin).containsExactly(FIRST);
  }

  @Test
  void asksBeyondTheLimitAreAnsweredBusy() { // P5
    region = region(new Tuning().relayed(2));
    region.deliver(A0, Messages.asks("a0", 1, 2));

    region.deliver(A1, ask(EVENT, OTHER));

    assertThat(region.take(A1)).containsExactly(answer(REGION, 1, OTHER, Outcome.BUSY));
    assertThat(region.takeAsks(ROOT)).hasSize(2);
    assertThat(region.count(Tally.Count.BUSY)).isEqualTo(1);
  }

  @Test
  void confirmsBeyondTheLimitAreLeftUnacknowledged() { // P5
    region = region(new Tuning().relayed(1));
    region.deliver(A0, confirm(1, FIRST));
    region.deliver(A1, confirm(2, OTHER));
    assertThat(region.take(ROOT)).containsExactly(confirm(1, FIRST));
    assertThat(region.count(Tally.Count.BUSY)).isEqualTo(1);

    region.deliver(ROOT, confirmed(FIRST, OTHER));

    assertThat(region.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(region.take(A1)).isEmpty();
    region.deliver(A1, confirm(2, OTHER));
    assertThat(region.take(ROOT)).as("repeated, once there is room")
        .containsExactly(confirm(2, OTHER));
  }

  @Test
  void releasesAndHellosBeyondTheLimitAreLeftToBeRepeated() { // P5
    region = region(new Tuning().relayed(1));

    region.deliver(A0, release(1, FIRST), hello("a0", 1, 0));
    region.deliver(A1, release(2, OTHER), hello("a1", 1, 0));

    assertThat(region.take(ROOT))
        .containsExactlyInAnyOrder(release(1, FIRST), hello("a0", 1, 0));
    assertThat(region.count(Tally.Count.BUSY)).isEqualTo(2);
  }

  @Test
  void aFullTableStillTakesRepetitions() { // P5
    region = region(new Tuning().relayed(1));
    region.deliver(A0, ask(1, FIRST), confirm(2, FIRST), release(3, FIRST), hello("a0", 1, 0));
    region.advance(Tuning.RETRY);
    region.forgetSent();

    region.deliver(A0, ask(1, FIRST), confirm(2, FIRST), release(3, FIRST), hello("a0", 1, 0));

    assertThat(region.take(A0)).as("nothing is busy").isEmpty();
    assertThat(region.take(ROOT)).hasSize(4);
  }

  @Test
  void theWaysOfAgentsAreRememberedUpToTheLimit() { // P5
    region = region(new Tuning().agents(1));

    region.deliver(A0, ask(1, FIRST));
    region.deliver(A1, ask(2, OTHER));

    assertThat(region.occupied("routes")).isEqualTo(1);
    region.deliver(ROOT, fromRoot(OTHER, Outcome.DISTINCT));
    assertThat(region.take(A1)).as("an expected answer needs no way")
        .containsExactly(fromRoot(OTHER, Outcome.DISTINCT));
  }
}
