package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Settings.Batching;
import io.bloomtree.tree.Settings.Limits;
import io.bloomtree.tree.Settings.Timing;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.TreeIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Configuration that makes no sense is refused, in words that say the rule and the value: P6. */
class ConfigurationTest {
  private static final NodeRef NODE = new NodeRef(new NodeId("eu"), Trees.WHOLE);

  private static final NodeRef BESIDE = new NodeRef(new NodeId("us"), Trees.WHOLE);

  private static final NodeRef SLICED =
      new NodeRef(new NodeId("root"), SlicePlan.vertical(Trees.SHAPE, 3));

  private static Machine root(long incarnation, long born) {
    return new RootSlice(
        Bench.place(Trees.flat(Trees.WHOLE), "root"), 0, Tuning.plain(), Bench.IDENTITY,
        incarnation, new HeapSliceStore(born, Birth.FIRST, Trees.WHOLE.newSlice(0)),
        new Random(1), (to, packet) -> {});
  }

  private static Machine agent(long incarnation, long born) {
    return new EdgeNode(
        Bench.place(Trees.flat(Trees.WHOLE), "a0"), Tuning.plain(), Bench.IDENTITY, incarnation,
        new HeapAgentStore(born, Birth.FIRST, Trees.WHOLE.newSlice(0)), (to, packet) -> {});
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  private static Timing timing(long deadline, long timeout, long lease, long retry, long held) {
    return new Timing(ms(deadline), ms(timeout), ms(lease), ms(retry), ms(held));
  }

  private static Arguments refused(ThrowingCallable nonsense, String message) {
    return Arguments.of(message, nonsense);
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        refused(() -> timing(0, 2, 9, 1, 1), "deadline must be at least 1 ms: PT0S"),
        refused(() -> timing(5, -2, 9, 1, 1), "timeout must be at least 1 ms: PT-0.002S"),
        refused(() -> timing(5, 2, 0, 1, 1), "lease must be at least 1 ms: PT0S"),
        refused(() -> timing(5, 2, 9, 0, 1), "retry must be at least 1 ms: PT0S"),
        refused(() -> timing(5, 2, 9, 1, 0), "heldRetry must be at least 1 ms: PT0S"),
        refused(() -> timing(5, 6, 9, 1, 1),
            "timeout must not be longer than deadline: timeout=PT0.006S, deadline=PT0.005S"),
        refused(() -> timing(5, 2, 9, 3, 1),
            "retry must not be longer than timeout: retry=PT0.003S, timeout=PT0.002S"),
        refused(() -> timing(5, 2, 9, 1, 3),
            "heldRetry must not be longer than timeout: heldRetry=PT0.003S, timeout=PT0.002S"),
        refused(() -> timing(5, 4, 4, 1, 1), // rule 12
            "lease must be longer than timeout: lease=PT0.004S, timeout=PT0.004S"),
        refused(() -> timing(5, 4, 3, 1, 1), // rule 12
            "lease must be longer than timeout: lease=PT0.003S, timeout=PT0.004S"),
        refused(() -> new Batching(0, ms(1), 1), "events must be in 1..8192: 0"),
        refused(() -> new Batching(8193, ms(1), 1), "events must be in 1..8192: 8193"),
        refused(() -> new Batching(1, ms(-1), 1), "linger must not be negative: PT-0.001S"),
        refused(() -> new Batching(1, ms(1), 0), "inFlight must be >= 1: 0"),
        refused(() -> new Limits(0, 1, 1, 1, 1), "claims must be >= 1: 0"),
        refused(() -> new Limits(1, 0, 1, 1, 1), "relayed must be >= 1: 0"),
        refused(() -> new Limits(1, 1, 0, 1, 1), "offers must be >= 1: 0"),
        refused(() -> new Limits(1, 1, 1, -1, 1), "outstanding must be >= 1: -1"),
        refused(() -> new Limits(1, 1, 1, 1, 0), "agents must be >= 1: 0"),
        refused(() -> new Tuning().verifyAbove(-1).settings(), "verifyAbove must be >= 0: -1"),
        refused(() -> new SlicePolicy.Quorum(0), "quorum must be >= 1: 0"),
        refused(() -> new Identity(new TreeIdentity("t", "h", 0), -1, 0),
            "epoch must be in 0..65535: -1"),
        refused(() -> new Identity(new TreeIdentity("t", "h", 0), 65_536, 0),
            "epoch must be in 0..65535: 65536"),
        refused(() -> new Place(NODE, -1, Optional.of(NODE), List.of(), 1),
            "level must be >= 0: -1"),
        refused(() -> new Place(NODE, 1, Optional.empty(), List.of(), 1),
            "the root, and only the root, has no parent: id=eu, level=1"),
        refused(() -> new Place(NODE, 0, Optional.of(NODE), List.of(), 1),
            "the root, and only the root, has no parent: id=eu, level=0"),
        refused(() -> new Place(NODE, 0, Optional.empty(), List.of(), 0),
            "rootSlices must be >= 1: 0"),
        refused(() -> new Place(NODE, 0, Optional.empty(), List.of(), 2),
            "rootSlices must be the root's: rootSlices=2, root's=1"),
        refused(() -> new Place(NODE, 1, Optional.of(SLICED), List.of(), 1),
            "rootSlices must be the root's: rootSlices=1, root's=3"),
        refused(
            () -> new Place(NODE, 1, Optional.of(SLICED), List.of(), 3, List.of(BESIDE), List.of()),
            "nothing can take the root's place: id=eu, level=1"),
        refused(
            () -> new Place(NODE, 0, Optional.empty(), List.of(), 1, List.of(), List.of(BESIDE)),
            "the root has no guests: id=eu"),
        refused(
            () -> new Place(NODE, 2, Optional.of(BESIDE), List.of(), 1, List.of(BESIDE), List.of()),
            "a neighbour must have one role: id=us"),
        refused(
            () -> new Place(
                NODE, 1, Optional.of(SLICED), List.of(BESIDE), 3, List.of(), List.of(BESIDE)),
            "a neighbour must have one role: id=us"),
        refused(() -> root(2, 3),
            "state must not be younger than its machine: born=3, incarnation=2"),
        refused(() -> agent(2, 3),
            "state must not be younger than its machine: born=3, incarnation=2"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void nonsense(String message, ThrowingCallable nonsense) {
    assertThatIllegalArgumentException().isThrownBy(nonsense).withMessage(message);
  }

  @Test
  void theLimitsThemselvesAreAccepted() {
    timing(5, 5, 6, 5, 5);
    new Batching(8192, Duration.ZERO, 1);
    new Limits(1, 1, 1, 1, 1);
    new Identity(new TreeIdentity("t", "h", 0), 65_535, 0);
    Settings.defaults();
    new Place(SLICED, 0, Optional.empty(), List.of(), 3);
    new Place(NODE, 1, Optional.of(SLICED), List.of(), 3);
    new Place(NODE, 2, Optional.of(SLICED), List.of(), 3);
    root(2, 2);
    agent(2, 2);
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatNullPointerException().isThrownBy(() -> new NodeRef(null, Trees.WHOLE))
        .withMessage("id");
    assertThatNullPointerException().isThrownBy(() -> new NodeRef(NODE.id(), null))
        .withMessage("plan");
    assertThatNullPointerException().isThrownBy(() -> new Identity(null, 0, 0))
        .withMessage("tree");
    assertThatNullPointerException().isThrownBy(() -> new Tuning().mode(null).settings())
        .withMessage("mode");
    assertThatNullPointerException().isThrownBy(() -> new Tuning().parent(null).settings())
        .withMessage("parent");
  }
}
