package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.bloomtree.sketch.SketchSum.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SketchReportsTest {
  private static final CountMinShape SHAPE = new CountMinShape(3, 101, 42);
  private static final int MAX_BYTES = 400;

  /** A sender and its part of a sum, with a network that loses, repeats and delays between them. */
  private static final class Link {
    private final Random random;
    private final SketchChanges changes;
    private final SketchSum<CountMin>.Part part;
    private final List<byte[]> late = new ArrayList<>();

    Link(LinearSketch from, SketchSum<CountMin> to, long epoch, Random random) {
      this.random = random;
      this.changes = new SketchChanges(from, epoch);
      this.part = to.newPart(epoch);
    }

    /** A report goes out; says whether there was one. */
    boolean report(boolean isReliable) {
      byte[] bytes = changes.take(MAX_BYTES).orElse(null);
      if (bytes == null) {
        return false;
      }
      assertThat(bytes.length).isLessThanOrEqualTo(MAX_BYTES);
      for (int fate = isReliable ? 1 : random.nextInt(4); fate > 0; fate--) { // 0: lost
        if (isReliable || random.nextBoolean()) {
          deliver(bytes, isReliable);
        } else {
          late.add(bytes);
        }
      }
      while (!isReliable && !late.isEmpty() && random.nextInt(3) == 0) {
        deliver(late.remove(random.nextInt(late.size())), false);
      }
      return true;
    }

    private void deliver(byte[] bytes, boolean isReliable) {
      SketchReport report = SketchReport.read(bytes);
      Outcome outcome = part.apply(report);
      boolean isAnswered = outcome == Outcome.APPLIED || outcome == Outcome.REPEATED;
      if (isAnswered && (isReliable || random.nextInt(3) > 0)) {
        changes.acknowledged(report.number());
      }
    }

    void settle() {
      for (byte[] bytes : late) {
        deliver(bytes, false);
      }
      late.clear();
      while (report(true)) {
        assertThat(changes.epoch()).isEqualTo(part.epoch());
      }
    }
  }

  private static CountMin empty() {
    return new CountMin(SHAPE);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void sumsOfSumsAreRightWhateverTheNetworkDid(long seed) {
    var random = new Random(seed);
    var single = empty();
    var region = new SketchSum<>(empty());
    var root = new SketchSum<>(empty());
    var above = new Link(region.sum(), root, 1, random);
    List<CountMin> agents = List.of(empty(), empty(), empty());
    List<Link> links =
        agents.stream().map(agent -> new Link(agent, region, 1, random)).toList();

    for (int round = 0; round < 200; round++) {
      for (int i = random.nextInt(30); i > 0; i--) {
        long event = random.nextInt(1_000);
        agents.get(random.nextInt(agents.size())).add(event);
        single.add(event);
      }
      links.forEach(link -> link.report(false));
      above.report(false);
    }
    links.forEach(Link::settle);
    above.settle();

    assertThat(root.sum()).isEqualTo(single);
    for (int i = 0; i < agents.size(); i++) {
      assertThat(links.get(i).part.copy()).isEqualTo(agents.get(i));
    }
  }

  @Test void aRegionThatForgotAllIsToldAgainAndReplacedAbove() {
    var random = new Random(1);
    var agent = empty();
    agent.add(1, 100);
    var root = new SketchSum<>(empty());
    var first = new SketchSum<>(empty());
    var below = new Link(agent, first, 1, random);
    below.settle();
    var above = new Link(first.sum(), root, 1, random);
    above.settle();

    agent.add(2, 10);
    var second = new SketchSum<>(empty());
    new Link(agent, second, 2, random).settle();
    above.part.remove();
    new Link(second.sum(), root, 2, random).settle();

    assertThat(root.sum()).isEqualTo(agent);
  }

  @Test void anAgentThatForgotAllHasCountedNonetheless() {
    var random = new Random(1);
    var before = empty();
    before.add(1, 100);
    var region = new SketchSum<>(empty());
    var link = new Link(before, region, 1, random);
    link.settle();

    link.part.retire();
    var after = empty();
    after.add(1, 10);
    new Link(after, region, 2, random).settle();

    assertThat(region.sum().atMost(1)).isEqualTo(110);
    assertThat(region.sum().total()).isEqualTo(110);
    assertThatIllegalStateException().isThrownBy(link.part::remove)
        .withMessage("part has ended: epoch=1");
  }

  @Test void onlyWhatChangedIsReported() {
    var sketch = new CountMin(new CountMinShape(4, 10_000, 1));
    var changes = new SketchChanges(sketch, 1);
    assertThat(changes.take(1_000_000)).isEmpty();
    sketch.add(1);
    byte[] one = changes.take(1_000_000).orElseThrow();
    changes.acknowledged(1);

    // a line for each row: its place in two bytes at most, a byte for each counter
    assertThat(one.length).isLessThanOrEqualTo(60 + 4 * 10 + 4);
    assertThat(SketchReport.read(one).lines()).hasSize(4);
    assertThat(changes.take(1_000_000)).isEmpty();
  }

  @Test void whatChangesWhileItIsOnItsWayIsReportedAgain() {
    var sketch = empty();
    var sum = new SketchSum<>(empty());
    var changes = new SketchChanges(sketch, 1);
    var part = sum.newPart(1);
    sketch.add(1);
    part.apply(SketchReport.read(changes.take(1_000).orElseThrow()));
    sketch.add(1);
    changes.acknowledged(1);
    part.apply(SketchReport.read(changes.take(1_000).orElseThrow()));

    assertThat(sum.sum()).isEqualTo(sketch);
  }

  /** Otherwise those at the end of a sketch would wait for ever. */
  @Test void countersThatChangeAllTheTimeDoNotKeepOthersWaiting() {
    var sketch = new CountMin(new CountMinShape(1, 8_000, 1));
    var sum = new SketchSum<>(new CountMin(sketch.shape()));
    var changes = new SketchChanges(sketch, 1);
    var part = sum.newPart(1);
    long[] everywhere = new Random(1).longs(20_000).toArray();
    sketch.add(everywhere, 0, everywhere.length);
    sketch.add(-1);
    long[] events = Arrays.copyOf(everywhere, 10_000);
    // 1,000 lines of up to 15 bytes
    for (int round = 0; round < 16; round++) {
      SketchReport report = SketchReport.read(changes.take(1_200).orElseThrow());
      part.apply(report);
      changes.acknowledged(report.number());
      sketch.add(events, 0, events.length);
    }

    for (long event : everywhere) {
      assertThat(sum.sum().atMost(event)).isPositive();
    }
  }

  @Test void whatIsLateOrForAnotherCopyIsSaid() {
    var sketch = empty();
    var changes = new SketchChanges(sketch, 7);
    var part = new SketchSum<>(empty()).newPart(7);
    sketch.add(1);
    SketchReport first = SketchReport.read(changes.take(1_000).orElseThrow());
    SketchReport second = SketchReport.read(changes.take(1_000).orElseThrow());

    assertThat(part.apply(second)).isEqualTo(Outcome.APPLIED);
    assertThat(part.apply(second)).isEqualTo(Outcome.REPEATED);
    assertThat(part.apply(first)).isEqualTo(Outcome.LATE);
    assertThat(new SketchSum<>(empty()).newPart(8).apply(first)).isEqualTo(Outcome.OTHER_EPOCH);
    assertThatExceptionOfType(IncompatibleSketchException.class).isThrownBy(() ->
        new SketchSum<>(new CountMin(new CountMinShape(3, 100, 42))).newPart(7).apply(first));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> changes.take(SketchReport.LEAST_BYTES - 1))
        .withMessageStartingWith("maxBytes must be >= ");
  }

  @Test void signedCountersOfAnySizeAreReported() {
    var sketch = new FastAgms(new FastAgmsShape(5, 3, 1));
    for (long i = 0; i < 10; i++) {
      sketch.add(i, Long.MAX_VALUE >>> 5 * i + 5);
    }
    var sum = new SketchSum<>(new FastAgms(sketch.shape()));
    var changes = new SketchChanges(sketch, -1);
    var part = sum.newPart(-1);
    for (int report = 1; report <= 2; report++) {
      part.apply(SketchReport.read(changes.take(SketchReport.LEAST_BYTES).orElseThrow()));
      changes.acknowledged(report);
    }

    assertThat(sum.sum()).isEqualTo(sketch);
    assertThat(changes.take(1_000)).isEmpty();
  }

  private static byte[] report() {
    var sketch = empty();
    var changes = new SketchChanges(sketch, 5);
    for (long event = 0; event < 20; event++) {
      sketch.add(event, 1 + event * event * event);
    }
    return changes.take(1_000).orElseThrow();
  }

  @Test void aReportThatIsCutOrDamagedIsRefused() {
    byte[] bytes = report();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(MalformedSketchException.class)
          .isThrownBy(() -> SketchReport.read(cut));
    }
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatExceptionOfType(MalformedSketchException.class).as("bit %d", bit)
          .isThrownBy(() -> SketchReport.read(flipped));
    }
  }

  /** Sealed, but with nonsense in it: refused, or read; nothing else. */
  @Test void sealedNonsenseIsRefusedOrRead() {
    byte[] bytes = report();
    int read = 0;
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(changed.length - 4)] = (byte) random.nextInt();
      reseal(changed);
      try {
        SketchReport.read(changed);
        read++;
      } catch (MalformedSketchException e) {
        assertThat(e.offset()).isBetween(0, bytes.length);
      }
    }
    assertThat(read).isBetween(1_000, 19_000);
  }

  @ParameterizedTest
  @CsvSource({"48, 0, number must be >= 1", "56, -1, report cannot have so many lines",
      "57, 1, report cannot have so many lines", "60, 99, no such line"})
  void sealedReportsThatMakeNoSenseAreRefused(int offset, byte value, String message) {
    byte[] bytes = report();
    bytes[offset] = value;
    reseal(bytes);

    assertThatExceptionOfType(MalformedSketchException.class)
        .isThrownBy(() -> SketchReport.read(bytes)).withMessageStartingWith(message);
  }

  private static void reseal(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
        .putInt(bytes.length - 4, (int) crc.getValue());
  }
}
