package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.SketchChanges;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.PongFrame;
import io.bloomtree.wire.SketchAckFrame;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What machines tell each other of their sketches, and what they make of it. */
class SketchReportingTest {
  private static final CountMinShape SHAPE = new CountMinShape(2, 64, 7);
  private static final long EVERY = 50;
  private static final Sketching SKETCHING = new Sketching(
      Duration.ofMillis(EVERY), 4_096,
      Optional.of(new Sketching.Frequency(SHAPE, 2, true)), Optional.empty());
  private static final Settings SETTINGS = Tuning.plain().with(SKETCHING);
  private static final TreeShape TREE = Trees.withRegion(Trees.WHOLE, Trees.WHOLE);
  private static final Endpoint PARENT = Bench.at("r1-0", 0);
  private static final Endpoint CHILD = Bench.at("a0", 0);

  private final EdgeBench agent = new EdgeBench(TREE, SETTINGS);

  @Test void anAgentTellsItsParentWhatItWasOffered() {
    agent.offer(5);
    agent.offer(5);
    agent.advance(EVERY);

    List<SketchFrame> told = agent.take(PARENT, SketchFrame.class);
    assertThat(told).hasSize(1);
    assertThat(told.get(0).candidates()).containsExactly(5);
    assertThat(told.get(0).isRetold()).isFalse();
    assertThat(copyOf(told.get(0)).atMost(5)).isEqualTo(2);
    assertThat(SketchReport.read(told.get(0).report()).epoch()).as("the parent's life").isOne();
  }

  @Test void whatIsAcknowledgedIsNotToldAgain() {
    agent.offer(5);
    agent.advance(EVERY);
    agent.take(PARENT, SketchFrame.class);

    agent.deliver(PARENT, new SketchAckFrame(SketchKind.FREQUENCY, 1, 1));
    agent.advance(3 * EVERY);

    assertThat(agent.take(PARENT, SketchFrame.class)).isEmpty();
  }

  @Test void whatIsNotAcknowledgedIsToldAgainOnceInAWhile() {
    agent.offer(5);
    agent.advance(EVERY);
    // it is the report of a predecessor that was taken
    agent.deliver(PARENT, new SketchAckFrame(SketchKind.FREQUENCY, 0, 1));
    agent.advance(3 * EVERY);

    assertThat(agent.take(PARENT, SketchFrame.class)).hasSize(4)
        .allSatisfy(frame -> assertThat(copyOf(frame).atMost(5)).isOne());
  }

  @Test void aParentThatStartsOverIsToldAll() {
    agent.offer(5);
    agent.advance(EVERY);
    agent.deliver(PARENT, new SketchAckFrame(SketchKind.FREQUENCY, 1, 1));
    agent.take(PARENT, SketchFrame.class);

    agent.deliver(PARENT, 2, new PongFrame(1));
    agent.advance(EVERY);

    List<SketchFrame> told = agent.take(PARENT, SketchFrame.class);
    assertThat(told).hasSize(1);
    assertThat(SketchReport.read(told.get(0).report()).epoch()).isEqualTo(2);
    assertThat(copyOf(told.get(0)).atMost(5)).isOne();
  }

  @Test void whoEndsTellsWhatIsLeftAtOnce() {
    agent.offer(5);

    assertThat(agent.machine.tellSketches(agent.now())).isFalse();
    assertThat(agent.take(PARENT, SketchFrame.class)).hasSize(1);
    agent.deliver(PARENT, new SketchAckFrame(SketchKind.FREQUENCY, 1, 1));
    assertThat(agent.machine.tellSketches(agent.now())).isTrue();
  }

  @Test void whoEndsDoesNotWaitForAParentThatIsSilent() {
    agent.offer(5);
    agent.machine.tellSketches(agent.now());
    agent.advance(Tuning.RETRY);

    assertThat(agent.machine.tellSketches(agent.now())).isTrue();
  }

  @Test void aParentAddsUpAndAcknowledges() {
    Bench<RegionSlice> region = Bench.region(TREE, 0, SETTINGS);
    var sketch = new CountMin(SHAPE);
    sketch.add(5);
    var changes = new SketchChanges(sketch, 1);

    region.deliver(CHILD, frame(changes, 5));

    assertThat(region.take(CHILD, SketchAckFrame.class))
        .containsExactly(new SketchAckFrame(SketchKind.FREQUENCY, 1, 1));
    assertThat(hot(region).counts().atMost(5)).isOne();
    assertThat(hot(region).text(5)).contains("key 5");
    region.advance(EVERY);
    assertThat(region.take(Bench.at("root", 0), SketchFrame.class)).hasSize(1)
        .allSatisfy(up -> assertThat(up.isRetold()).isTrue())
        .allSatisfy(up -> assertThat(up.texts())
            .containsExactly(new SketchFrame.Text(0, "key 5")));
  }

  @Test void theCountOfAnAgentThatWasStartedAnewGoesOn() {
    Bench<RegionSlice> region = Bench.region(TREE, 0, SETTINGS);
    for (long incarnation = 1; incarnation <= 3; incarnation++) {
      var sketch = new CountMin(SHAPE);
      sketch.add(5);
      region.deliver(packet(CHILD, incarnation, frame(new SketchChanges(sketch, 1), 5)));
    }
    // what the second left under way
    var late = new CountMin(SHAPE);
    late.add(5, 7);
    region.deliver(packet(CHILD, 2, frame(new SketchChanges(late, 1), 5)));

    assertThat(hot(region).counts().atMost(5)).isEqualTo(3);
    List<NodeSketches.Child> children = region.machine.sketches().orElseThrow().children();
    assertThat(children.get(0).counts()).hasSize(2);
    assertThat(children.get(0).counts().stream().mapToLong(it -> it.atMost(5)).sum())
        .isEqualTo(3);
  }

  @Test void aRegionThatWasStartedAnewIsCountedOnce() {
    Bench<RootSlice> root = Bench.root(TREE, 0, SETTINGS);
    for (long incarnation = 1; incarnation <= 3; incarnation++) {
      var sketch = new CountMin(SHAPE);
      sketch.add(5, incarnation);
      byte[] report = new SketchChanges(sketch, 1).take(2_048).orElseThrow();
      root.deliver(packet(PARENT, incarnation, new SketchFrame(
          SketchKind.FREQUENCY, true, 0, 0, new long[0], List.of(), report)));
    }

    assertThat(hot(root).counts().atMost(5)).isEqualTo(3);
    assertThat(hot(root).counts().total()).isEqualTo(3);
  }

  @Test void aReportForAPredecessorIsNotTaken() {
    Bench<RegionSlice> region = Bench.region(TREE, 0, SETTINGS);
    var sketch = new CountMin(SHAPE);
    sketch.add(5);

    region.deliver(CHILD, frame(new SketchChanges(sketch, 99), 5));

    assertThat(region.take(CHILD, SketchAckFrame.class)).isEmpty();
    assertThat(hot(region).counts().total()).isZero();
  }

  @Test void whatDoesNotFitOrIsNobodysIsRefusedAndCounted() {
    Bench<RegionSlice> region = Bench.region(TREE, 0, SETTINGS);
    var other = new CountMin(new CountMinShape(2, 65, 7));
    other.add(5);
    region.deliver(CHILD, frame(new SketchChanges(other, 1), 5)); // of another shape
    region.deliver(CHILD, new SketchFrame(
        SketchKind.FREQUENCY, false, 0, 0, new long[0], List.of(), new byte[] {1, 2}));
    var good = new CountMin(SHAPE);
    good.add(5);
    byte[] report = new SketchChanges(good, 1).take(2_048).orElseThrow();
    region.deliver(CHILD, new SketchFrame( // nobody compares keys here
        SketchKind.SIMILARITY, false, 0, 0, new long[0], List.of(), report));

    assertThat(region.count(Tally.Count.REFUSED_SKETCHES)).isEqualTo(3);
    assertThat(region.take(CHILD, SketchAckFrame.class)).isEmpty();
    assertThat(hot(region).counts().total()).isZero();
  }

  @Test void aTreeWithoutSketchesTakesNone() {
    Bench<RegionSlice> region = Bench.region(TREE, 0, Tuning.plain());
    var sketch = new CountMin(SHAPE);
    sketch.add(5);

    region.deliver(CHILD, frame(new SketchChanges(sketch, 1), 5));

    assertThat(region.count(Tally.Count.REFUSED_SKETCHES)).isOne();
    assertThat(region.machine.sketches()).isEmpty();
  }

  private static HotSketch hot(Bench<?> bench) {
    return bench.machine.sketches().flatMap(NodeSketches::frequency).orElseThrow();
  }

  private static SketchFrame frame(SketchChanges changes, long candidate) {
    return new SketchFrame(
        SketchKind.FREQUENCY, false, 0, 0, new long[] {candidate},
        List.of(new SketchFrame.Text(0, "key " + candidate)),
        changes.take(2_048).orElseThrow());
  }

  private static Packet packet(Endpoint from, long incarnation, SketchFrame frame) {
    return new Packet(
        Bench.IDENTITY.tree().digest(), Bench.IDENTITY.epoch(), from, incarnation, 1,
        List.of(frame));
  }

  /** What somebody has who has this report alone. */
  private static CountMin copyOf(SketchFrame frame) {
    SketchReport report = SketchReport.read(frame.report());
    var sum = new SketchSum<>(new CountMin(SHAPE));
    sum.newPart(report.epoch()).apply(report);
    return sum.sum();
  }
}
