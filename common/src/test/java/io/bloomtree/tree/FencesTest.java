package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
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

import io.bloomtree.wire.AnswerFrame;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a new incarnation's hello ends at the root, and what it must not end. */
class FencesTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Endpoint A1 = at("a1", 0);
  private static final Origin OLD = origin("a0", 3, 1);

  private final SliceStore store = Bench.store(Trees.WHOLE, 0, Birth.FIRST);
  private final Bench<RootSlice> root =
      Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain(), store);

  @Test
  void aHelloOfAHigherIncarnationDropsTheClaimsOfLowerOnes() { // rule 4
    root.deliver(A0, ask(EVENT, OLD));
    root.forgetSent();

    root.deliver(A0, hello("a0", 4, 0));

    assertThat(root.take(A0)).containsExactly(welcome(A0.node(), 4, 0));
    assertThat(store.claims()).isEmpty();
  }

  @Test
  void aHelloOfTheSameIncarnationDropsNothing() { // rule 4
    root.deliver(A0, ask(EVENT, OLD));

    root.deliver(A0, hello("a0", 3, 0));

    assertThat(root.take(A0)).contains(welcome(A0.node(), 3, 0));
    assertThat(store.claims()).containsOnlyKeys(EVENT);
  }

  @Test
  void aHelloOfALowerIncarnationIsWelcomedAndChangesNothing() {
    root.deliver(A0, hello("a0", 3, 0), ask(EVENT, OLD));
    root.forgetSent();

    root.deliver(A0, hello("a0", 2, 0), ask(7, origin("a0", 2, 1)), ask(EVENT, OLD));

    assertThat(root.take(A0)).containsExactly(
        welcome(A0.node(), 2, 0),
        new AnswerFrame(ROOT.node(), 0, List.of(
            answerOf(origin("a0", 2, 1), Outcome.FENCED), answerOf(OLD, Outcome.DISTINCT))));
  }

  private static AnswerFrame.Answer answerOf(Origin origin, Outcome outcome) {
    return answer(ROOT, 0, origin, outcome).answers().get(0);
  }

  @Test
  void aHelloLeavesOtherAgentsClaims() {
    root.deliver(A1, ask(EVENT, origin("a1", 1)));

    root.deliver(A0, hello("a0", 4, 0));

    assertThat(store.claims()).containsOnlyKeys(EVENT);
  }

  @Test
  void asksOfALowerIncarnationAreRefused() { // rule 4
    root.deliver(A0, hello("a0", 4, 0));
    root.forgetSent();

    root.deliver(A0, ask(EVENT, OLD));

    assertThat(root.take(A0)).containsExactly(answer(ROOT, 0, OLD, Outcome.FENCED));
    assertThat(root.count(Tally.Count.FENCED_ASKS)).isEqualTo(1);
    assertThat(store.claims()).isEmpty();
  }

  @Test
  void confirmsOfALowerIncarnationAreRecordedAndAcknowledged() { // rule 4
    root.deliver(A0, ask(EVENT, OLD), hello("a0", 4, 0));
    root.forgetSent();

    root.deliver(A0, confirm(EVENT, OLD));

    assertThat(root.take(A0)).containsExactly(confirmed(OLD));
    assertThat(store.filter().holds(EVENT)).isTrue();
    Origin later = origin("a0", 4, 1);
    root.deliver(A0, ask(EVENT, later));
    assertThat(root.take(A0)).containsExactly(answer(ROOT, 0, later, Outcome.DUPLICATE));
  }

  @Test
  void releasesOfALowerIncarnationAreAcknowledged() {
    root.deliver(A0, hello("a0", 4, 0));
    root.forgetSent();

    root.deliver(A0, release(EVENT, OLD));

    assertThat(root.take(A0)).containsExactly(released(OLD));
  }

  @Test
  void aHelloDoesNotUndoAConfirm() { // rule 4
    root.deliver(A0, ask(EVENT, OLD), confirm(EVENT, OLD));

    root.deliver(A0, hello("a0", 4, 0));

    assertThat(store.filter().holds(EVENT)).isTrue();
  }

  @Test
  void agentsBeyondTheLimitAreNotWelcomedAndCounted() { // P5
    var small = Bench.root(Trees.flat(Trees.WHOLE), 0, new Tuning().agents(1).settings());
    small.deliver(A0, hello("a0", 1, 0));

    small.deliver(A1, hello("a1", 1, 0));

    assertThat(small.take(A1)).isEmpty();
    assertThat(small.count(Tally.Count.BUSY)).isEqualTo(1);
    assertThat(small.occupied("fences")).isEqualTo(1);
    small.deliver(A0, hello("a0", 2, 0));
    assertThat(small.take(A0)).as("the one that is known")
        .containsExactly(welcome(A0.node(), 1, 0), welcome(A0.node(), 2, 0));
  }
}
