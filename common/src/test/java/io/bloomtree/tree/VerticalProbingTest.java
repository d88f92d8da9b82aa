package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Bench.eventOn;
import static io.bloomtree.tree.Messages.FIRST_SET;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probe;
import static io.bloomtree.tree.Messages.probeReply;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.set;
import static io.bloomtree.tree.Messages.setAck;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.ProbeFrame;
import io.bloomtree.wire.SetFrame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The owner of an event whose positions are on three vertical slices of the root. */
class VerticalProbingTest {
  private static final SlicePlan PLAN = SlicePlan.vertical(Trees.SHAPE, 3);
  private static final long EVENT = eventOn(PLAN, 0, 1, 2);
  private static final Endpoint OWNER = at("root", 0);
  private static final Endpoint SECOND = at("root", 1);
  private static final Endpoint THIRD = at("root", 2);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin FIRST = origin("a0", 1);
  private static final Origin OTHER = origin("a1", 1);
  /** How long a slice may take to answer before it is done without. */

  private final SliceStore store = Bench.store(PLAN, 0, Birth.FIRST);
  private final int positionsHere = store.filter().probes(EVENT);

  private Bench<RootSlice> root(Tuning tuning) {
    return Bench.root(Trees.flat(PLAN), 0, tuning.settings(), store);
  }

  private static long round(Bench<RootSlice> root, Endpoint slice) {
    List<ProbeFrame> probes = root.take(slice, ProbeFrame.class);
    assertThat(probes).hasSize(1);
    assertThat(probes.get(0).probes()).hasSize(1);
    assertThat(probes.get(0).probes().get(0).fingerprint()).isEqualTo(EVENT);
    return probes.get(0).probes().get(0).round();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Probing.class)
  void anUnsetPositionOfItsOwnIsEnoughForTheOwner(Probing probing) {
    var root = root(new Tuning().probing(probing));

    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DISTINCT));
    assertThat(root.take(SECOND)).isEmpty();
    assertThat(root.take(THIRD)).isEmpty();
  }

  @Test
  void inParallelAllSlicesAreProbedAtOnce() {
    store.filter().set(EVENT);
    var root = root(new Tuning());

    root.deliver(A0, ask(EVENT, FIRST));

    long round = round(root, SECOND);
    assertThat(round(root, THIRD)).isEqualTo(round);
    root.deliver(SECOND, probeReply(round, 3, 3));
    assertThat(root.take(A0)).isEmpty();
    root.deliver(THIRD, probeReply(round, 2, 2));
    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
    assertThat(root.occupied("claims")).isZero();
    assertThat(root.occupied("rounds")).isZero();
  }

  @Test
  void inParallelTheFirstUnsetPositionDecides() {
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));
    long round = round(root, THIRD);

    root.deliver(THIRD, probeReply(round, 1, 2));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DISTINCT));
    root.deliver(SECOND, probeReply(round, 3, 3));
    assertThat(root.take(A0)).as("a reply to a round that has ended").isEmpty();
  }

  @Test
  void inAPipelineEachSliceIsProbedWhenTheOneBeforeHasTheEvent() {
    store.filter().set(EVENT);
    var root = root(new Tuning().probing(Probing.PIPELINED));

    root.deliver(A0, ask(EVENT, FIRST));
    long round = round(root, SECOND);
    assertThat(root.take(THIRD)).isEmpty();
    root.deliver(SECOND, probeReply(round, 3, 3));
    assertThat(round(root, THIRD)).isEqualTo(round);
    root.deliver(THIRD, probeReply(round, 2, 2));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
  }

  @Test
  void aPipelineStopsAtTheFirstUnsetPosition() {
    store.filter().set(EVENT);
    var root = root(new Tuning().probing(Probing.PIPELINED));
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(SECOND, probeReply(round(root, SECOND), 2, 3));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DISTINCT));
    assertThat(root.take(THIRD)).isEmpty();
  }

  @Test
  void whileAnEventIsTestedOthersAreToldHeldAndItsOriginWaits() { // rule 7
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A1, ask(EVENT, OTHER));
    root.deliver(A0, ask(EVENT, FIRST));

    assertThat(root.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.HELD));
    assertThat(root.take(A0)).isEmpty();
    assertThat(root.take(SECOND)).as("probed once").hasSize(1);
    assertThat(store.claims()).as("held by nobody yet").isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Probing.class)
  void anUnsetPositionDecidesThoughAnotherSliceIsSilent(Probing probing) {
    store.filter().set(EVENT);
    var root = root(new Tuning().probing(probing).slices(new SlicePolicy.Duplicate()));
    root.deliver(A0, ask(EVENT, FIRST));
    root.advance(probing == Probing.PARALLEL ? 0 : Tuning.TIMEOUT);

    root.deliver(THIRD, probeReply(round(root, THIRD), 1, 2));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DISTINCT));
    assertThat(root.count(Tally.Count.DEGRADED)).isZero();
  }

  /** The owner's positions and two on the second slice are set, the third slice is silent. */
  @ParameterizedTest(name = "{0}, quorum {1} above what is set: {2}")
  @CsvSource({
      "distinct, 0, DISTINCT", "duplicate, 0, DUPLICATE", "quorum, -1, DUPLICATE",
      "quorum, 0, DUPLICATE", "quorum, 1, DISTINCT"})
  void whenASliceIsSilentThePolicyDecides(String policy, int above, Outcome outcome) { // P3
    store.filter().set(EVENT);
    SlicePolicy slices = switch (policy) {
      case "distinct" -> new SlicePolicy.Distinct();
      case "duplicate" -> new SlicePolicy.Duplicate();
      default -> new SlicePolicy.Quorum(positionsHere + 2 + above);
    };
    var root = root(new Tuning().slices(slices));
    root.deliver(A0, ask(EVENT, FIRST));
    root.deliver(SECOND, probeReply(round(root, SECOND), 2, 2));
    root.advance(Tuning.TIMEOUT - 1);
    assertThat(root.take(A0)).isEmpty();

    root.advance(1);

    assertThat(root.take(A0))
        .containsExactly(answer(OWNER, 0, FIRST, outcome, Degradation.SLICE_AWAY));
    assertThat(root.count(Tally.Count.DEGRADED)).isEqualTo(1);
    assertThat(store.claims().isEmpty()).isEqualTo(outcome == Outcome.DUPLICATE);
  }

  @Test
  void aSliceThatIsSlowIsAskedAgain() {
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));
    root.deliver(SECOND, probeReply(round(root, SECOND), 2, 2));
    long round = round(root, THIRD);

    Waiting.whileHearing(root, THIRD, 3 * Tuning.TIMEOUT);

    assertThat(root.take(A0)).as("no policy decides").isEmpty();
    assertThat(root.take(THIRD, ProbeFrame.class)).hasSize(12).allSatisfy(
        again -> assertThat(again.probes()).extracting(ProbeFrame.Probe::round)
            .containsExactly(round));
    assertThat(root.take(SECOND, ProbeFrame.class)).as("it has answered").isEmpty();
    root.deliver(THIRD, probeReply(round, 2, 2));
    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Probing.class)
  void aSliceThatIsThereAndNeverAnswersIsNotWaitedForForEver(Probing probing) { // P5
    store.filter().set(EVENT);
    var root = root(new Tuning().probing(probing));
    root.deliver(A0, ask(EVENT, FIRST));
    root.deliver(SECOND, probeReply(round(root, SECOND), 2, 2));

    Waiting.whileHearing(root, THIRD, Tuning.LEASE + Tuning.TIMEOUT);

    assertThat(root.take(A0)).containsExactly(
        answer(OWNER, 0, FIRST, Outcome.DISTINCT, Degradation.SLICE_AWAY));
    assertThat(root.occupied("rounds")).isZero();
  }

  @Test
  void aSliceKnownToBeAwayIsNotWaitedFor() {
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));
    root.advance(Tuning.TIMEOUT);
    root.forgetSent();

    root.deliver(A0, ask(EVENT, origin("a0", 2)));

    assertThat(root.take(A0)).containsExactly(
        answer(OWNER, 0, origin("a0", 2), Outcome.DISTINCT, Degradation.SLICE_AWAY));
    assertThat(root.take(SECOND, ProbeFrame.class)).isEmpty();
  }

  @Test
  void aReplyOfAnEarlierRoundDoesNotSpeakInALaterOne() { // rule 7
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));
    long earlier = round(root, SECOND);
    root.deliver(A0, release(EVENT, FIRST));
    root.forgetSent();
    root.deliver(A1, ask(EVENT, OTHER));

    root.deliver(SECOND, probeReply(earlier, 0, 3));

    assertThat(root.take(A1)).isEmpty();
    assertThat(round(root, SECOND)).isNotEqualTo(earlier);
  }

  @Test
  void aHelloEndsTheTestingOfLowerIncarnations() { // rule 4
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A0, hello("a0", 2, 0));

    assertThat(root.occupied("claims")).isZero();
    assertThat(root.occupied("rounds")).isZero();
  }

  @Test
  void aConfirmAnswersWhoeverIsBeingTested() {
    store.filter().set(EVENT);
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST));

    root.deliver(A1, confirm(EVENT, OTHER));

    assertThat(root.take(A0)).containsExactly(answer(OWNER, 0, FIRST, Outcome.DUPLICATE));
    assertThat(root.take(A1)).containsExactly(confirmed(OTHER));
    assertThat(root.occupied("rounds")).isZero();
  }

  @Test
  void aSliceAnswersProbesWithHowManyOfItsPositionsAreSet() {
    var slice = Bench.root(Trees.flat(PLAN), 0, Tuning.plain(), store);

    slice.deliver(SECOND, probe(1, EVENT));
    store.filter().set(EVENT);
    slice.deliver(SECOND, probe(2, EVENT));

    assertThat(slice.take(SECOND)).containsExactly(
        probeReply(1, 0, positionsHere), probeReply(2, positionsHere, positionsHere));
  }

  @Test
  void aConfirmIsSetOnTheOtherSlicesUntilEachHasAcknowledged() {
    var root = root(new Tuning());

    root.deliver(A0, confirm(EVENT, FIRST));

    assertThat(root.take(A0)).containsExactly(confirmed(FIRST));
    assertThat(root.take(SECOND)).containsExactly(set(EVENT));
    assertThat(root.take(THIRD)).containsExactly(set(EVENT));
    root.deliver(SECOND, setAck(FIRST_SET));
    root.advance(Tuning.RETRY);
    assertThat(root.take(SECOND, SetFrame.class)).isEmpty();
    assertThat(root.take(THIRD, SetFrame.class)).containsExactly(set(EVENT));
    assertThat(store.unspread()).containsOnlyKeys(EVENT);
    root.deliver(THIRD, setAck(FIRST_SET));
    assertThat(store.unspread()).isEmpty();
  }

  @Test
  void aConfirmedEventIsADuplicateAndDoesNotExpireWhileSlicesAreAway() { // rule 13
    var root = root(new Tuning());
    root.deliver(A0, ask(EVENT, FIRST), confirm(EVENT, FIRST));

    root.advance(10 * Tuning.LEASE);
    root.deliver(A1, ask(EVENT, OTHER));

    assertThat(root.take(A1)).containsExactly(answer(OWNER, 0, OTHER, Outcome.DUPLICATE));
    root.forgetSent();
    root.deliver(THIRD, new PongFrame(1));
    assertThat(root.take(THIRD)).as("as soon as it is back").containsExactly(set(EVENT));
  }

  @Test
  void aRestartedOwnerGoesOnSetting() { // P7
    root(new Tuning()).deliver(A0, confirm(EVENT, FIRST));

    var restarted = root(new Tuning());

    assertThat(restarted.take(SECOND)).containsExactly(set(EVENT));
    assertThat(restarted.take(THIRD)).containsExactly(set(EVENT));
  }

  @Test
  void confirmsBeyondTheLimitAreLeftUnacknowledged() { // P5
    var root = root(new Tuning().claims(1));
    root.deliver(A0, confirm(EVENT, FIRST));
    long next = EVENT + 1;
    while (PLAN.owner(next) != 0 || PLAN.slicesOf(next).length == 1) {
      next++;
    }
    root.forgetSent();

    root.deliver(A1, confirm(next, OTHER));

    assertThat(root.take(A1)).isEmpty();
    assertThat(root.count(Tally.Count.BUSY)).isEqualTo(1);
    root.deliver(SECOND, setAck(FIRST_SET));
    root.deliver(THIRD, setAck(FIRST_SET));
    root.deliver(A1, confirm(next, OTHER));
    assertThat(root.take(A1)).as("repeated, once there is room")
        .containsExactly(confirmed(OTHER));
  }

  @Test
  void testsAndSetsDoNotWaitBehindOneAnother() { // rule 13
    store.filter().set(EVENT);
    var root = root(new Tuning().batches(1, 0, 1));

    root.deliver(A0, ask(EVENT, FIRST));
    long next = EVENT + 1;
    for (int i = 2; i < 10; i++, next++) {
      while (PLAN.owner(next) != 0 || PLAN.slicesOf(next).length < 3) {
        next++;
      }
      root.deliver(A0, confirm(next, origin("a0", i)));
    }

    assertThat(root.take(SECOND, ProbeFrame.class)).hasSize(1);
    assertThat(root.take(SECOND, SetFrame.class)).hasSize(8);
  }
}
