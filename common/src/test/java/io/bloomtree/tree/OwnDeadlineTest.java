package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.EdgeBench.AGENT;
import static io.bloomtree.tree.Messages.answer;
import static io.bloomtree.tree.Messages.distinct;
import static io.bloomtree.tree.Messages.failure;
import static io.bloomtree.tree.Messages.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.AskFrame.Ask;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Offers that waited outside the agent end by the deadline they came with (P3). */
class OwnDeadlineTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);

  private final EdgeBench edge =
      new EdgeBench(Trees.flat(Trees.WHOLE), new Tuning().settings()).welcomed(ROOT, 1);
  private final List<String> order = new ArrayList<>();
  private final List<Resolution> told = new ArrayList<>();

  private Offer offer(String name, long remaining) {
    long now = edge.now();
    return edge.machine.offer(EVENT, 0, now + remaining, (offer, resolution) -> {
      order.add(name);
      told.add(resolution);
    }, now);
  }

  @ParameterizedTest(name = "remaining {0} ms")
  @ValueSource(longs = {0, -1, -100_000})
  void oneWhoseDeadlineHasPassedFailsAtOnce(long remaining) {
    long now = edge.now();
    edge.store.leaf().set(7);

    offer("late", remaining);
    edge.machine.claim(
        EVENT, 0, now + remaining, (offer, resolution) -> told.add(resolution), now);
    edge.machine.offerAll(
        new long[] {7, 8}, 0, 2, 0, now + remaining,
        (index, resolution) -> told.add(resolution), now);

    assertThat(told).hasSize(4).containsOnly(failure(Reason.OVERLOADED, AGENT));
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void theAskSaysHowLongItsOwnDeadlineIsAway() {
    offer("one", 30);
    edge.settle();

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::remainingMillis)
        .containsExactly(30L);
  }

  @Test
  void nobodyWaitsLongerThanTheTreeLetsAnOfferWait() {
    offer("one", Long.MAX_VALUE / 2);
    edge.settle();

    assertThat(edge.takeAsks(ROOT)).extracting(Ask::remainingMillis)
        .containsExactly(Tuning.DEADLINE);
  }

  @Test
  void copiesEndInTheOrderOfTheirDeadlines() {
    offer("c", 60);
    offer("a", 20);
    offer("d", 60);
    offer("b", 40);
    edge.settle();
    edge.deliver(ROOT, answer(ROOT, 0, origin("a0", 1), Outcome.HELD));

    edge.advance(20);
    assertThat(order).containsExactly("a");
    edge.advance(20);
    assertThat(order).containsExactly("a", "b");
    edge.advance(20);
    assertThat(order).containsExactly("a", "b", "c", "d");
    assertThat(told).containsOnly(failure(Reason.HELD, AGENT));
    assertThat(edge.occupied("offers")).isZero();
  }

  @Test
  void theCopyWithTheEarliestDeadlineIsToldFirst() {
    offer("later", 60);
    offer("sooner", 40);
    edge.settle();

    edge.deliver(ROOT, answer(ROOT, 0, origin("a0", 1), Outcome.DISTINCT));

    assertThat(order).containsExactly("sooner", "later");
    assertThat(told).first().isEqualTo(distinct(ROOT, 0, Degradation.NONE));
  }
}
