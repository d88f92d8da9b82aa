package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.FIRST_SET;
import static io.bloomtree.tree.Messages.ask;
import static io.bloomtree.tree.Messages.confirm;
import static io.bloomtree.tree.Messages.confirmed;
import static io.bloomtree.tree.Messages.handover;
import static io.bloomtree.tree.Messages.handoverAck;
import static io.bloomtree.tree.Messages.hello;
import static io.bloomtree.tree.Messages.origin;
import static io.bloomtree.tree.Messages.probe;
import static io.bloomtree.tree.Messages.probeReply;
import static io.bloomtree.tree.Messages.release;
import static io.bloomtree.tree.Messages.set;
import static io.bloomtree.tree.Messages.setAck;
import static io.bloomtree.tree.Messages.testimony;
import static io.bloomtree.tree.Messages.verify;
import static io.bloomtree.tree.Messages.welcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Frame;
import io.bloomtree.wire.Origin;
import io.bloomtree.wire.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PingFrame;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.RefusalCode;
import io.bloomtree.wire.RefusalFrame;
import io.bloomtree.wire.Testimony;
import io.bloomtree.wire.TreeIdentity;
import io.bloomtree.wire.VerifyReplyFrame;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets and frames that a machine must not act on, and what it does instead: P6. */
class StrangersTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint REGION = at("r1-0", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final SlicePlan SLICED = SlicePlan.horizontal(Trees.SHAPE, 2);
  private static final Origin ORIGIN = origin("a0", 1);
  private static final TreeIdentity OTHER = new TreeIdentity("another", "none", 0);

  private final Bench<RootSlice> root =
      Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain());

  private static Packet packet(TreeIdentity tree, int epoch, Frame frame) {
    return new Packet(tree.digest(), epoch, A0, 1, 1, List.of(frame));
  }

  private static EdgeBench startedEdge() {
    return new EdgeBench(
        Trees.flat(Trees.WHOLE), Tuning.plain(), 1,
        new HeapAgentStore(1, Birth.FIRST, Trees.WHOLE.newSlice(0)));
  }

  @Test
  void aPacketOfAnotherTreeIsRefusedInWordsThatNameBothSides() {
    root.deliver(packet(OTHER, Bench.IDENTITY.epoch(), ask(EVENT, ORIGIN)));

    List<RefusalFrame> refusals = root.take(A0, RefusalFrame.class);
    assertThat(refusals).hasSize(1);
    assertThat(refusals.get(0).code()).isEqualTo(RefusalCode.OTHER_TREE);
    assertThat(refusals.get(0).reason())
        .contains("theirs=%08x".formatted(OTHER.digest()))
        .contains("ours=%08x".formatted(Bench.IDENTITY.tree().digest()))
        .contains("bench");
    assertThat(root.take(A0)).as("an answer").isEmpty();
    assertThat(root.occupied("claims")).isZero();
    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(1);
  }

  @Test
  void anotherHashAndAnotherSeedAreOtherTrees() {
    int epoch = Bench.IDENTITY.epoch();

    root.deliver(packet(new TreeIdentity("bench", "other", 0), epoch, ask(EVENT, ORIGIN)));
    root.deliver(packet(new TreeIdentity("bench", "none", 1), epoch, ask(EVENT, ORIGIN)));

    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(2);
    assertThat(root.occupied("claims")).isZero();
  }

  @ParameterizedTest(name = "{0} from ours")
  @ValueSource(ints = {-1, 0, 1})
  void equalAndAdjacentEpochsMayTalk(int distance) {
    int epoch = Bench.IDENTITY.epoch() + distance;

    root.deliver(packet(Bench.IDENTITY.tree(), epoch, new PingFrame(5)));

    assertThat(root.take(A0)).containsExactly(new PongFrame(5));
  }

  @ParameterizedTest(name = "{0} from ours")
  @ValueSource(ints = {-7, -2, 2, 70_000})
  void otherEpochsAreRefusedInWordsThatNameBothSides(int distance) {
    int epoch = Bench.IDENTITY.epoch() + distance;

    root.deliver(packet(Bench.IDENTITY.tree(), epoch, ask(EVENT, ORIGIN)));

    assertThat(root.take(A0)).containsExactly(
        new RefusalFrame(
            RefusalCode.EPOCH, "epochs are not adjacent: theirs=" + epoch + ", ours=7"));
    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(1);
    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void aRefusalIsCountedAndNeverAnsweredWhoeverItIsFrom() {
    Endpoint stranger = at("stranger", 0);
    root.deliver(
        packet(OTHER, Bench.IDENTITY.epoch(), new RefusalFrame(RefusalCode.OTHER_TREE, "no")));
    root.deliver(packet(Bench.IDENTITY.tree(), 99, new RefusalFrame(RefusalCode.EPOCH, "no")));
    root.deliver(stranger, new RefusalFrame(RefusalCode.STRANGER, "no"));

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.take(stranger)).isEmpty();
    assertThat(root.count(Tally.Count.REFUSALS_RECEIVED)).isEqualTo(3);
    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isZero();
  }

  @Test
  void aParentThatOnlyRefusesCountsAsAway() {
    var edge = startedEdge();

    edge.silence(ROOT);
    for (int i = 0; i < 4; i++) {
      edge.deliver(ROOT, new RefusalFrame(RefusalCode.STRANGER, "no"));
      edge.advance(Tuning.TIMEOUT / 4);
    }

    assertThat(edge.count(Tally.Count.PEERS_LOST)).isEqualTo(1);
  }

  static Stream<Endpoint> strangers() {
    return Stream.of(at("stranger", 0), at("a0", 1), at("a7", 0), at("root", 1), at("r1-0", 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("strangers")
  void whoeverIsNoNeighbourIsRefused(Endpoint stranger) {
    root.deliver(stranger, ask(EVENT, ORIGIN), new PingFrame(1));

    assertThat(root.take(stranger)).containsExactly(
        new RefusalFrame(
            RefusalCode.STRANGER, stranger + " is neither above, below nor beside root"));
    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(1);
    assertThat(root.occupied("claims")).isZero();
  }

  @Test
  void aRegionDoesNotListenToTheNeighboursOfItsNeighbours() {
    var region = Bench.region(
        new TreeShape(3, 2, 4, Trees.WHOLE, Trees.WHOLE, Trees.WHOLE), 0, Tuning.plain());

    region.deliver(at("r1-1", 0), new PingFrame(1));
    region.deliver(A0, new PingFrame(1));
    region.deliver(at("r2-0", 0), new PingFrame(1));

    assertThat(region.take(at("r1-1", 0), RefusalFrame.class)).as("beside it").hasSize(1);
    assertThat(region.take(A0, RefusalFrame.class)).as("two levels below").hasSize(1);
    assertThat(region.take(at("r2-0", 0))).containsExactly(new PongFrame(1));
  }

  @Test
  void anAgentListensToItsParentOnly() {
    var edge = startedEdge().greeted();

    edge.deliver(at("a1", 0), new PingFrame(1));

    assertThat(edge.take(at("a1", 0), RefusalFrame.class)).extracting(RefusalFrame::code)
        .containsExactly(RefusalCode.STRANGER);
  }

  @Test
  void aRefusalFromTheSameTreeIsCounted() {
    root.deliver(A0, new RefusalFrame(RefusalCode.MALFORMED, "cut short"));

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.count(Tally.Count.REFUSALS_RECEIVED)).isEqualTo(1);
  }

  @Test
  void aParentOfAnotherTreeCountsAsAway() {
    var edge = startedEdge();
    edge.advance(Tuning.TIMEOUT - 1);

    edge.deliver(
        new Packet(
            OTHER.digest(), Bench.IDENTITY.epoch(), ROOT, 1, 1, List.of(new PongFrame(1))));
    edge.advance(1);

    assertThat(edge.count(Tally.Count.PEERS_LOST)).isEqualTo(1);
  }

  /** What a node above sends down. */
  private static List<Frame> down() {
    return List.of(
        Messages.answer(ROOT, 0, ORIGIN, Outcome.DISTINCT), confirmed(ORIGIN),
        welcome(A0.node(), 1, 0), verify(1, EVENT));
  }

  /** What a node below sends up. */
  private static List<Frame> up() {
    return List.of(
        ask(EVENT, ORIGIN), confirm(EVENT, ORIGIN), release(EVENT, ORIGIN), hello("a0", 1, 0),
        testimony(1, Testimony.HAVE));
  }

  /** What slices of one node send one another. */
  private static List<Frame> across() {
    return List.of(probe(1, EVENT), probeReply(1, 1, 1), set(EVENT), setAck(FIRST_SET));
  }

  /** What slices of the root send one another beside that. */
  private static List<Frame> acrossTheRoot() {
    return List.of(handover(EVENT, ORIGIN), handoverAck(ORIGIN));
  }

  private static Stream<Arguments> from(Endpoint sender, List<Frame> frames) {
    return frames.stream().map(frame -> Arguments.of(sender, frame));
  }

  static Stream<Arguments> misdirectedToTheRoot() {
    return Stream.of(
        from(REGION, down()), from(REGION, across()), from(REGION, acrossTheRoot()),
        from(at("root", 1), down()), from(at("root", 1), up()))
        .flatMap(all -> all);
  }

  @ParameterizedTest(name = "from {0}: {1}")
  @MethodSource("misdirectedToTheRoot")
  void aRootTakesFromEachNeighbourOnlyWhatIsItsToSend(Endpoint from, Frame frame) {
    assertThatItIsCountedAndDropped(
        Bench.root(Trees.withRegion(SLICED, SLICED), 0, Tuning.plain()), from, frame);
  }

  static Stream<Arguments> misdirectedToARegion() {
    return Stream.of(
        from(ROOT, up()), from(ROOT, across()), from(ROOT, acrossTheRoot()),
        from(A0, down()), from(A0, across()), from(A0, acrossTheRoot()),
        from(at("r1-0", 1), down()), from(at("r1-0", 1), up()),
        from(at("r1-0", 1), acrossTheRoot()))
        .flatMap(all -> all);
  }

  @ParameterizedTest(name = "from {0}: {1}")
  @MethodSource("misdirectedToARegion")
  void aRegionTakesFromEachNeighbourOnlyWhatIsItsToSend(Endpoint from, Frame frame) {
    assertThatItIsCountedAndDropped(
        Bench.region(Trees.withRegion(SLICED, SLICED), 0, Tuning.plain()), from, frame);
  }

  static Stream<Arguments> misdirectedToAnAgent() {
    return Stream.of(from(ROOT, up()), from(ROOT, across()), from(ROOT, acrossTheRoot()))
        .flatMap(all -> all);
  }

  @ParameterizedTest(name = "from {0}: {1}")
  @MethodSource("misdirectedToAnAgent")
  void anAgentTakesFromItsParentOnlyWhatIsItsToSend(Endpoint from, Frame frame) {
    assertThatItIsCountedAndDropped(
        new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain()).welcomed(ROOT, 1), from, frame);
  }

  private static void assertThatItIsCountedAndDropped(Bench<?> bench, Endpoint from, Frame frame) {
    bench.deliver(from, frame, new PingFrame(1));

    assertThat(bench.count(Tally.Count.MISDIRECTED_FRAMES)).isEqualTo(1);
    assertThat(bench.take(from)).as("the rest of the packet is served")
        .containsExactly(new PongFrame(1));
    assertThat(bench.machine.occupancy()).allMatch(table -> table.size() == 0);
  }

  static Stream<Frame> aboutNothing() {
    return Stream.of(
        probeReply(99, 1, 1), testimony(99, Testimony.DENY), setAck(FIRST_SET), handoverAck(ORIGIN));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("aboutNothing")
  void repliesThatNobodyWaitsForAreNotFatal(Frame frame) {
    var root = Bench.root(Trees.flat(SLICED), 0, Tuning.plain());

    root.deliver(frame instanceof VerifyReplyFrame ? A0 : at("root", 1), frame);

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.count(Tally.Count.MISDIRECTED_FRAMES)).isZero();
  }

  @Test
  void anAgentTestifiesToItsParent() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain()).welcomed(ROOT, 1);

    edge.deliver(ROOT, verify(3, EVENT));

    assertThat(edge.take(ROOT)).containsExactly(testimony(3, Testimony.DENY));
  }

  @Test
  void aHelloForASliceThatTheRootDoesNotHaveIsRefused() {
    // an agent of the next epoch, in which the root has more slices, may talk to this region
    var region = Bench.region(Trees.withRegion(SLICED, Trees.WHOLE), 0, Tuning.plain());

    region.deliver(A0, hello("a0", 1, 2));

    assertThat(region.take(A0)).containsExactly(
        new RefusalFrame(
            RefusalCode.STRANGER, "the root has no such slice: slices=2, slice=2"));
    assertThat(region.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(1);
    assertThat(region.occupied("hellos")).isZero();
  }

  @Test
  void aHelloForAnotherSliceOfTheRootIsRefused() {
    var first = Bench.root(Trees.flat(SLICED), 0, Tuning.plain());

    first.deliver(A0, hello("a0", 1, 1));

    assertThat(first.take(A0)).containsExactly(
        new RefusalFrame(
            RefusalCode.STRANGER, "hello for another slice: theirs=1, ours=0"));
    assertThat(first.occupied("fences")).isZero();
  }
}
