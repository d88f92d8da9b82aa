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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AskFrame;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many events that are offered at once, each as if it were the only one. */
class BulkOfferTest {
  private static final Endpoint ROOT = at("root", 0);

  private final EdgeBench edge = edge(new Tuning());
  private final Map<Integer, List<Resolution>> told = new TreeMap<>();

  private static EdgeBench edge(Tuning tuning) {
    return new EdgeBench(Trees.flat(Trees.WHOLE), tuning.settings()).welcomed(ROOT, 1);
  }

  private void note(int index, Resolution resolution) {
    told.computeIfAbsent(index, i -> new ArrayList<>()).add(resolution);
  }

  private void offerAll(EdgeBench edge, long... events) {
    edge.machine.offerAll(
        events, 0, events.length, 0, Long.MAX_VALUE, this::note, edge.now());
    edge.settle();
  }

  @Test
  void whatTheLeafHasIsADuplicateAtOnceAndTheRestIsAskedFor() {
    edge.store.leaf().set(7);
    edge.store.leaf().set(9);

    edge.machine.offerAll(new long[] {9, 7, 8, 9, 7}, 1, 4, this::note, edge.now());

    assertThat(told).containsOnlyKeys(1, 3);
    assertThat(told.get(1)).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
    assertThat(edge.count(Tally.Count.TESTS)).isEqualTo(3);
    assertThat(edge.count(Tally.Count.HITS)).isEqualTo(2);
    edge.settle();
    assertThat(edge.takeAsks(ROOT)).extracting(Ask::fingerprint).containsExactly(8L);
  }

  @Test
  void eachIsToldWithItsIndexAndConfirmed() {
    offerAll(edge, 5, 6);
    edge.settle();
    edge.forgetSent();

    edge.deliver(ROOT, answer(ROOT, 0, origin("a0", 2), Outcome.DISTINCT));
    edge.settle();

    assertThat(told).containsOnlyKeys(1);
    assertThat(told.get(1)).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(edge.take(ROOT)).containsExactly(confirm(6, origin("a0", 2)));
  }

  @Test
  void oneWhoseListenerThrowsIsReleased() { // rule 14
    edge.machine.offerAll(new long[] {5}, 0, 1, (index, resolution) -> {
      throw new IllegalStateException("cannot deliver");
    }, edge.now());
    edge.settle();
    edge.forgetSent();

    edge.deliver(ROOT, answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));
    edge.settle();

    assertThat(edge.take(ROOT)).containsExactly(release(5, origin("a0", 1)));
    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).isEqualTo(1);
  }

  @Test
  void copiesInOneCallShareAnAsk() { // rule 1
    offerAll(edge, 5, 5);
    edge.settle();

    assertThat(edge.takeAsks(ROOT)).hasSize(1);
    edge.deliver(ROOT, answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));
    assertThat(told.get(0)).containsExactly(distinct(ROOT, 0, Degradation.NONE));
    assertThat(told.get(1)).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
  }

  @Test
  void aCopyBehindOneThatWasRecordedInTheSameCallIsADuplicate() { // P2
    EdgeBench edge = edge(new Tuning().parent(ParentPolicy.DELIVER));
    edge.offer(1);
    edge.advance(Tuning.TIMEOUT * 2); // its parent is away: what is offered is delivered at once

    offerAll(edge, 5, 5);

    assertThat(told.get(0)).containsExactly(distinct(AGENT, 1, Degradation.PARENT_AWAY));
    assertThat(told.get(1)).containsExactly(duplicate(AGENT, 1, Degradation.NONE));
  }

  @Test
  void moreThanIsTestedAtOnceIsAskedForInOrder() {
    EdgeBench edge = edge(new Tuning().offers(5_000).outstanding(5_000));
    long[] events = LongStream.range(100, 1_700).toArray();

    offerAll(edge, events);
    edge.settle();

    assertThat(edge.takeAsks(ROOT)).isNotEmpty().extracting(Ask::fingerprint)
        .isEqualTo(LongStream.range(100, 100 + edge.count(Tally.Count.TESTS)).boxed().toList());
    assertThat(edge.count(Tally.Count.TESTS)).isEqualTo(events.length);
    assertThat(told).isEmpty();
  }

  @Test
  void theStepEndsOnce() {
    EdgeBench edge = edge(new Tuning());

    edge.machine.offerAll(LongStream.range(0, 40).toArray(), 0, 40, this::note, edge.now());
    edge.settle();

    assertThat(edge.take(ROOT, AskFrame.class).stream().mapToInt(AskFrame::size).sum())
        .isEqualTo(40);
  }

  @ParameterizedTest(name = "offers {0}, outstanding {1}")
  @CsvSource({"3, 9", "9, 3"})
  void thereIsRoomForAsManyAsAreTaken(int offers, int outstanding) { // P5
    EdgeBench edge = edge(new Tuning().offers(offers).outstanding(outstanding));
    edge.offer(1);

    assertThat(edge.machine.room()).isEqualTo(2);
    offerAll(edge, 10, 11, 12);

    assertThat(told).containsOnlyKeys(2);
    assertThat(told.get(2)).containsExactly(failure(Reason.OVERLOADED, AGENT));
    assertThat(edge.machine.room()).isZero();
  }

  @Test
  void aListenerMustNotOfferInBulk() {
    edge.store.leaf().set(5);
    edge.machine.offer(5, 0, (offer, resolution) ->
        assertThatIllegalStateException()
            .isThrownBy(() -> offerAll(edge, 6))
            .withMessage("a listener must not offer: let it plan to"), edge.now());

    assertThat(edge.count(Tally.Count.FAILED_LISTENERS)).isZero();
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void argumentsAreCheckedBeforeAnyEventIsTaken() { // P6
    assertThatNullPointerException()
        .isThrownBy(() -> edge.machine.offerAll(new long[1], 0, 1, null, edge.now()));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> edge.machine.offerAll(new long[1], 0, 2, this::note, edge.now()));
    assertThat(edge.count(Tally.Count.TESTS)).isZero();
  }
}
