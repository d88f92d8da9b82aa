package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans as bytes: golden ones, and those that are none. */
class PlanFormatTest {
  private static final BloomShape PLAIN = BloomShape.of(Layout.PLAIN, 4_096, 5, 400);
  private static final SlidingShape SLIDING =
      new SlidingShape(PLAIN, Window.of(Duration.ofMinutes(10)), 1);
  private static final BufferShape BUFFER = new BufferShape(1_000);

  /** In the order of the golden lines. */
  static List<SlicePlan> plans() {
    return List.of(
        SlicePlan.whole(PLAIN),
        SlicePlan.horizontal(BloomShape.of(Layout.CACHE_LINE, 8_192, 6, 700), 3),
        SlicePlan.vertical(PLAIN, 7),
        SlicePlan.whole(SLIDING.withEqualTimers(2)),
        SlicePlan.whole(new SlidingShape(PLAIN, Window.ofEvents(300), 1)),
        SlicePlan.vertical(SLIDING, 4),
        SlicePlan.whole(new GrowingShape(PLAIN, Trigger.CARDINALITY, 16, 1 << 24)),
        SlicePlan.horizontal(new GrowingShape(SLIDING, Trigger.DENSITY, 4, 1 << 24), 2),
        SlicePlan.whole(new StableShape(10_000, 3, 4, 11)),
        SlicePlan.whole(new ReservoirShape(3, 5_000, 0.03, ReservoirShape.Reset.RANDOM)),
        SlicePlan.horizontal(
            new ReservoirShape(3, 5_000, 0.03, ReservoirShape.Reset.SET_ONES), 1_000),
        SlicePlan.whole(new ImportanceShape(9_000, 3, 5, 10, ImportanceShape.Variant.TWO_CLASSES)),
        SlicePlan.whole(new ImportanceShape(9_000, 3, 5, 10, ImportanceShape.Variant.MULTI_CLASS)),
        SlicePlan.whole(new ImportanceShape(9_000, 3, 5, 10, ImportanceShape.Variant.HYBRID)),
        SlicePlan.whole(BUFFER),
        SlicePlan.horizontal(new TimedBufferShape(BUFFER, Window.of(Duration.ofHours(1))), 5),
        SlicePlan.whole(new FpBufferShape(BUFFER, 0.25)));
  }

  static Stream<byte[]> golden() {
    try (var in = PlanFormatTest.class.getResourceAsStream("plans.hex")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> HexFormat.of().parseHex(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void goldenPlansAreReadAndWrittenAsEver() {
    assertThat(golden().map(SlicePlan::fromBytes)).isEqualTo(plans());
    assertThat(plans().stream().map(plan -> HexFormat.of().formatHex(plan.toBytes())))
        .isEqualTo(golden().map(HexFormat.of()::formatHex).toList());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void whatIsReadCutsAndSizesAsWhatWasWritten(SlicePlan plan) {
    SlicePlan read = SlicePlan.fromBytes(plan.toBytes());

    assertThat(read).isEqualTo(plan);
    assertThat(read.sliceShape()).isEqualTo(plan.sliceShape());
    assertThat(read.memoryBytes()).isEqualTo(plan.memoryBytes());
    assertThat(read.slicesOf(4_711)).isEqualTo(plan.slicesOf(4_711));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void anyBitThatIsFlippedIsNoticed(byte[] plan) {
    for (int bit = 0; bit < plan.length * 8; bit++) {
      byte[] flipped = plan.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertRefused(flipped, "");
    }
  }

  @ParameterizedTest
  @MethodSource("golden")
  void cutShortOrContinuedItIsRefused(byte[] plan) {
    for (int length = 0; length < plan.length + 8; length++) {
      if (length != plan.length) {
        assertRefused(Arrays.copyOf(plan, length), "");
        assertRefused(sealed(Arrays.copyOf(plan, length)), "");
      }
    }
    assertRefused(new byte[100_000], "no plan has 100000 bytes");
  }

  @Test
  void refusalsSayWhy() {
    byte[] plan = SlicePlan.whole(PLAIN).toBytes();
    assertRefused(changed(plan, 0, 0), "not a plan: offset=0");
    assertRefused(changed(plan, 4, 2), "plan version must be 1, is 2: offset=4");
    assertRefused(changed(plan, 5, 4), "scheme must be 1 to 3, is 4: offset=5");
    assertRefused(changed(plan, 6, 2), "an uncut filter has one slice: count=2");
    assertRefused(changed(plan, 8, 77), "unknown kind of shape: 77: offset=8");
    assertRefused(changed(plan, 9, 0), "layout must be 1 to 2, is 0: offset=9");
    assertRefused(changed(plan, 10, 65), "probes must be 1 to 64: probes=65");
    byte[] timed = SlicePlan.whole(SLIDING).toBytes();
    assertRefused(changed(timed, 9, 2), "kind of shape must be 1, is 2: offset=9");
  }

  /** With a checksum that fits anything may be said: it is a plan, or refused with a reason. */
  @Test
  void nonsenseThatIsWellSealedIsAPlanOrRefused() {
    var random = new Random(5);
    List<byte[]> plans = golden().toList();
    int understood = 0;
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = plans.get(random.nextInt(plans.size())).clone();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        bytes[4 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt(256);
      }
      try {
        SlicePlan plan = SlicePlan.fromBytes(sealed(bytes));
        assertThat(SlicePlan.fromBytes(plan.toBytes())).isEqualTo(plan);
        understood++;
      } catch (MalformedSnapshotException e) {
        assertThat(e).hasMessageContaining("offset=");
      }
    }
    assertThat(understood).isPositive();
  }

  private static byte[] changed(byte[] plan, int at, int value) {
    byte[] changed = plan.clone();
    changed[at] = (byte) value;
    return sealed(changed);
  }

  /** With a checksum that fits. */
  private static byte[] sealed(byte[] bytes) {
    if (bytes.length >= 4) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
          .putInt(bytes.length - 4, WordBlocks.checksum(bytes, bytes.length - 4));
    }
    return bytes;
  }

  private static void assertRefused(byte[] bytes, String reason) {
    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> SlicePlan.fromBytes(bytes))
        .withMessageContaining(reason);
  }
}
