package io.bloomtree.tree;

import static io.bloomtree.tree.Bench.at;
import static io.bloomtree.tree.Messages.ask;
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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that a machine must not act on, and frames that it does not expect: P6. */
class StrangersTest {
  private static final long EVENT = 42;
  private static final Endpoint ROOT = at("root", 0);
  private static final Endpoint A0 = at("a0", 0);
  private static final Origin ORIGIN = origin("a0", 1);
  private static final TreeIdentity OTHER = new TreeIdentity("another", "none", 0);

  private final Bench<RootSlice> root =
      Bench.root(Trees.flat(Trees.WHOLE), 0, Tuning.plain());

  private static Packet packet(TreeIdentity tree, int epoch, Frame frame) {
    return new Packet(tree.digest(), epoch, A0, 1, 1, List.of(frame));
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
  void aRefusalIsNeverAnsweredWithARefusal() {
    root.deliver(
        packet(OTHER, Bench.IDENTITY.epoch(), new RefusalFrame(RefusalCode.OTHER_TREE, "no")));
    root.deliver(packet(Bench.IDENTITY.tree(), 99, new RefusalFrame(RefusalCode.EPOCH, "no")));

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.count(Tally.Count.REFUSED_PACKETS)).isEqualTo(2);
  }

  @Test
  void aRefusalFromTheSameTreeIsCounted() {
    root.deliver(A0, new RefusalFrame(RefusalCode.MALFORMED, "cut short"));

    assertThat(root.take(A0)).isEmpty();
    assertThat(root.count(Tally.Count.REFUSALS_RECEIVED)).isEqualTo(1);
  }

  @Test
  void aParentOfAnotherTreeCountsAsAway() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain());
    edge.advance(Tuning.TIMEOUT - 1);

    edge.deliver(
        new Packet(
            OTHER.digest(), Bench.IDENTITY.epoch(), ROOT, 1, 1, List.of(new PongFrame(1))));
    edge.advance(1);

    assertThat(edge.count(Tally.Count.PEERS_LOST)).isEqualTo(1);
  }

  static Stream<Frame> notForTheRoot() {
    return Stream.of(
        Messages.answer(ROOT, 0, ORIGIN, Outcome.DISTINCT), confirmed(ORIGIN),
        welcome(A0.node(), 1, 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notForTheRoot")
  void aRootCountsAndDropsWhatOnlyOthersAreSent(Frame frame) {
    assertThatItIsCountedAndDropped(root, frame);
  }

  static Stream<Frame> notForARegion() {
    return Stream.of(handover(EVENT, ORIGIN), handoverAck(ORIGIN));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notForARegion")
  void aRegionCountsAndDropsWhatOnlyOthersAreSent(Frame frame) {
    assertThatItIsCountedAndDropped(
        Bench.region(Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, Tuning.plain()), frame);
  }

  static Stream<Frame> notForAnAgent() {
    return Stream.of(
        ask(EVENT, ORIGIN), Messages.confirm(EVENT, ORIGIN), release(EVENT, ORIGIN),
        hello("a1", 1, 0), probe(1, EVENT), probeReply(1, 1, 1), testimony(1, Testimony.HAVE),
        set(EVENT), setAck(EVENT), handover(EVENT, ORIGIN), handoverAck(ORIGIN));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notForAnAgent")
  void anAgentCountsAndDropsWhatOnlyOthersAreSent(Frame frame) {
    assertThatItIsCountedAndDropped(
        new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain()).welcomed(ROOT, 1), frame);
  }

  private static void assertThatItIsCountedAndDropped(Bench<?> bench, Frame frame) {
    Endpoint stranger = at("stranger", 0);

    bench.deliver(stranger, frame, new PingFrame(1));

    assertThat(bench.count(Tally.Count.MISDIRECTED_FRAMES)).isEqualTo(1);
    assertThat(bench.take(stranger)).as("the rest of the packet is served")
        .containsExactly(new PongFrame(1));
  }

  static Stream<Frame> aboutNothing() {
    return Stream.of(
        probeReply(99, 1, 1), testimony(99, Testimony.DENY), setAck(EVENT), handoverAck(ORIGIN));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("aboutNothing")
  void repliesThatNobodyWaitsForAreNotFatal(Frame frame) {
    root.deliver(at("root", 0), frame);

    assertThat(root.take(A0)).isEmpty();
  }

  @Test
  void anAgentTestifiesToWhoeverAsks() {
    var edge = new EdgeBench(Trees.flat(Trees.WHOLE), Tuning.plain()).welcomed(ROOT, 1);

    edge.deliver(ROOT, verify(3, EVENT));

    assertThat(edge.take(ROOT)).containsExactly(testimony(3, Testimony.DENY));
  }

  @Test
  void aHelloForASliceThatTheRootDoesNotHaveIsCountedAndDropped() {
    // an agent of the next epoch, in which the root has more slices, may talk to this region
    var region = Bench.region(Trees.withRegion(Trees.WHOLE, Trees.WHOLE), 0, Tuning.plain());

    assertThatItIsCountedAndDropped(region, hello("a0", 1, 7));
  }
}
