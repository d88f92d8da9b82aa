package io.bloomtree.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SketchSnapshotTest {

  static CountMin countMin() {
    var sketch = new CountMin(new CountMinShape(3, 13, 42));
    for (long i = 1; i <= 100; i++) {
      sketch.add(i * i, i);
    }
    return sketch;
  }

  static FastAgms fastAgms() {
    var sketch = new FastAgms(new FastAgmsShape(3, 13, 42));
    for (long i = 1; i <= 100; i++) {
      sketch.add(i * i, i);
    }
    return sketch;
  }

  static PairSketch pairs() {
    var sketch = new PairSketch(
        new PairSketchShape(new PairShape(4, 3, 1), new FastAgmsShape(2, 7, 42)));
    for (long i = 1; i <= 100; i++) {
      sketch.add(new long[] {i % 3, i % 5, i % 7, i}, new SplittableRandom(i));
    }
    return sketch;
  }

  static Stream<Arguments> sketches() {
    Function<byte[], LinearSketch> countMin = CountMin::fromSnapshot;
    Function<byte[], LinearSketch> fastAgms = FastAgms::fromSnapshot;
    Function<byte[], LinearSketch> pairs = PairSketch::fromSnapshot;
    return Stream.of(
        Arguments.of("count-min-v1.snapshot", countMin(), countMin),
        Arguments.of("fast-agms-v1.snapshot", fastAgms(), fastAgms),
        Arguments.of("pairs-v1.snapshot", pairs(), pairs));
  }

  /** Files on disks outlive us: what version 1 wrote is read, and written, by every later one. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("sketches")
  void goldenFilesAreReadAndWrittenByteByByte(
      String name, LinearSketch sketch, Function<byte[], LinearSketch> reader) throws IOException {
    byte[] golden = golden(name);

    assertThat(reader.apply(golden)).isEqualTo(sketch);
    assertThat(sketch.toSnapshot()).isEqualTo(golden);
    assertThat(reader.apply(golden).total()).isEqualTo(sketch.total());
  }

  /** A report is read by a parent of another version. */
  @Test void theGoldenReportIsReadAndWrittenByteByByte() throws IOException {
    byte[] golden = golden("count-min-v1.report");
    CountMin sketch = countMin();
    var sum = new SketchSum<>(new CountMin(sketch.shape()));

    assertThat(new SketchChanges(sketch, 7).take(1_000)).hasValue(golden);
    sum.newPart(7).apply(SketchReport.read(golden));
    assertThat(sum.sum()).isEqualTo(sketch);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sketches")
  void aSnapshotThatIsCutOrDamagedIsRefused(
      String name, LinearSketch sketch, Function<byte[], LinearSketch> reader) {
    byte[] snapshot = sketch.toSnapshot();
    for (int length = 0; length < snapshot.length; length++) {
      byte[] cut = Arrays.copyOf(snapshot, length);
      assertThatExceptionOfType(MalformedSketchException.class)
          .isThrownBy(() -> reader.apply(cut));
    }
    for (int bit = 0; bit < snapshot.length * 8; bit++) {
      byte[] flipped = snapshot.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatExceptionOfType(MalformedSketchException.class).as("bit %d", bit)
          .isThrownBy(() -> reader.apply(flipped));
    }
  }

  /** A header may be well-formed and ask for the moon; nothing is allocated for it. */
  @Test void aSnapshotOfAnotherLengthThanItsHeaderSaysIsRefusedBeforeAllocating() {
    byte[] snapshot = countMin().toSnapshot();
    ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 40_000_000);
    reseal(snapshot);

    assertThatExceptionOfType(MalformedSketchException.class)
        .isThrownBy(() -> CountMin.fromSnapshot(snapshot))
        .withMessage("snapshot must have 960000044 bytes, has " + snapshot.length + ": offset="
            + snapshot.length);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "4, 2, sketch snapshot version must be 1",
    "5, 0, sketch snapshot of an impossible shape",
    "5, 2, snapshot of another kind of sketch",
    "6, 0, sketch snapshot of an impossible shape",
    "12, 1, sketch snapshot of an impossible shape",
    "14, 1, reserved bytes must be zero",
    "39, -1, total must be >= 0",
  })
  void aSealedHeaderThatMakesNoSenseIsRefused(int offset, byte value, String message) {
    byte[] snapshot = countMin().toSnapshot();
    snapshot[offset] = value;
    reseal(snapshot);

    assertThatExceptionOfType(MalformedSketchException.class)
        .isThrownBy(() -> CountMin.fromSnapshot(snapshot))
        .withMessageStartingWith(message);
  }

  @Test void whatWasRestoredGoesOnAndIsReportedAgain() {
    CountMin restored = CountMin.fromSnapshot(countMin().toSnapshot());
    CountMin never = countMin();
    restored.add(5);
    never.add(5);
    var sum = new SketchSum<>(new CountMin(never.shape()));

    sum.newPart(1).apply(
        SketchReport.read(new SketchChanges(restored, 1).take(10_000).orElseThrow()));

    assertThat(restored).isEqualTo(never);
    assertThat(sum.sum()).isEqualTo(never);
  }

  private static void reseal(byte[] snapshot) {
    var crc = new CRC32C();
    crc.update(snapshot, 0, snapshot.length - 4);
    ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN)
        .putInt(snapshot.length - 4, (int) crc.getValue());
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = SketchSnapshotTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
