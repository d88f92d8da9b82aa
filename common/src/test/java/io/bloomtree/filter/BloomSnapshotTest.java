package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BloomSnapshotTest {

  /** Files on disks outlive us: what version 1 wrote is read, and written, by every later one. */
  @ParameterizedTest(name = "{1}")
  @CsvSource({"PLAIN, bloom-plain-v1.snapshot", "CACHE_LINE, bloom-cache-line-v1.snapshot"})
  void goldenFilesAreReadAndWrittenByteByByte(Layout layout, String name) throws IOException {
    byte[] golden = golden(name);
    var filter = filled(layout);

    assertThat(BloomFilter.fromSnapshot(golden)).isEqualTo(filter);
    assertThat(filter.toSnapshot()).isEqualTo(golden);
  }

  @Test void theGoldenVerticalSliceIsReadAndWrittenByteByByte() throws IOException {
    byte[] golden = golden("bloom-vertical-2-of-3-v1.snapshot");
    var plan = SlicePlan.vertical(BloomShape.sizedFor(Layout.PLAIN, 100, 0.01), 3);
    var slice = plan.newSlice(1);
    for (long fingerprint = 1; fingerprint <= 100; fingerprint++) {
      slice.set(fingerprint * fingerprint);
    }

    assertThat(plan.sliceFrom(1, golden)).isEqualTo(slice);
    assertThat(slice.toSnapshot()).isEqualTo(golden);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aSnapshotCutAnywhereIsRefused(Layout layout) {
    byte[] snapshot = filled(layout).toSnapshot();
    for (int length = 0; length < snapshot.length; length++) {
      byte[] cut = Arrays.copyOf(snapshot, length);
      assertThatExceptionOfType(MalformedSnapshotException.class)
          .as("cut to %d", length)
          .isThrownBy(() -> BloomFilter.fromSnapshot(cut))
          .satisfies(e -> assertThat(e.offset()).isEqualTo(cut.length));
      assertThatExceptionOfType(MalformedSnapshotException.class)
          .isThrownBy(() ->
              BloomFilter.readSnapshot(new ByteArrayInputStream(cut), snapshot.length))
          .withMessage("snapshot is cut short: offset=" + cut.length);
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aSnapshotWithAnyBitFlippedIsRefused(Layout layout) {
    byte[] snapshot = filled(layout).toSnapshot();
    for (int bit = 0; bit < snapshot.length * 8; bit++) {
      byte[] flipped = snapshot.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatExceptionOfType(MalformedSnapshotException.class)
          .as("bit %d", bit)
          .isThrownBy(() -> BloomFilter.fromSnapshot(flipped));
    }
  }

  @Test void aSnapshotWithMoreBehindItIsRefused() {
    byte[] snapshot = filled(Layout.PLAIN).toSnapshot();
    byte[] longer = Arrays.copyOf(snapshot, snapshot.length + 1);

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(longer))
        .withMessage("snapshot must have " + snapshot.length + " bytes, has " + longer.length
            + ": offset=" + snapshot.length);
  }

  @Test void damageIsLocated() {
    var filter = new BloomFilter(BloomShape.sizedFor(100_000, 0.01));
    byte[] snapshot = filter.toSnapshot();
    snapshot[100_000] ^= 1;

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(snapshot))
        .withMessage("block checksum does not match: offset=" + (56 + 8192 * 8 + 4));
  }

  @Test void somethingElseIsNamedAsSuch() {
    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(new byte[100]))
        .withMessage("not a Bloom filter snapshot: offset=0");
    byte[] later = filled(Layout.PLAIN).toSnapshot();
    later[4] = 2;
    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(later))
        .withMessage("Bloom filter snapshot version must be 1, is 2: offset=4");
  }

  /** A header may be well-formed and ask for the moon; nothing is allocated for it. */
  @Test void aSnapshotOfAnotherLengthThanItsHeaderSaysIsRefusedBeforeAllocating() {
    byte[] snapshot = filled(Layout.PLAIN).toSnapshot();
    ByteBuffer header = ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(8, 1L << 39).putLong(40, 1L << 39);
    reseal(header);

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(snapshot))
        .withMessageContaining("bytes, has " + snapshot.length);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "5, 3, layout must be 1 or 2",
    "6, 0, snapshot of an impossible shape",
    "16, 0, snapshot of an impossible shape",
    "32, 1, bits held must lie within the filter",
    "40, 0, bits held must lie within the filter",
    "48, 1, reserved bytes must be zero",
  })
  void aSealedHeaderThatMakesNoSenseIsRefused(int offset, byte value, String message) {
    byte[] snapshot = filled(Layout.PLAIN).toSnapshot();
    Arrays.fill(snapshot, offset, offset == 5 ? 6 : offset + 2, (byte) 0);
    snapshot[offset] = value;
    reseal(ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN));

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(snapshot))
        .withMessageStartingWith(message);
  }

  @Test void setBitsPastTheLastAreRefused() {
    var filter = new BloomFilter(BloomShape.of(Layout.PLAIN, 100, 3, 10));
    byte[] snapshot = filter.toSnapshot();
    snapshot[56 + 15] = (byte) 0x80;
    var crc = new CRC32C();
    crc.update(snapshot, 56, 16);
    ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN)
        .putInt(56 + 16, (int) crc.getValue());

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(snapshot))
        .withMessage("bits past the last must be zero: offset=64");
  }

  @Test void aSnapshotOfASliceIsNoFilter() {
    var plan = SlicePlan.vertical(BloomShape.sizedFor(Layout.PLAIN, 100, 0.01), 3);

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> BloomFilter.fromSnapshot(plan.newSlice(0).toSnapshot()))
        .withMessageStartingWith("snapshot must be of a whole filter, has ");
  }

  @Test void whatFollowsInAStreamIsLeftThere() throws IOException {
    byte[] snapshot = filled(Layout.CACHE_LINE).toSnapshot();
    byte[] twice = Arrays.copyOf(snapshot, 2 * snapshot.length);
    System.arraycopy(snapshot, 0, twice, snapshot.length, snapshot.length);
    var stream = new ByteArrayInputStream(twice);

    var first = BloomFilter.readSnapshot(stream, snapshot.length);
    var second = BloomFilter.readSnapshot(stream, snapshot.length);

    assertThat(first).isEqualTo(second);
  }

  static BloomFilter filled(Layout layout) {
    var filter = new BloomFilter(BloomShape.sizedFor(layout, 100, 0.01));
    for (long fingerprint = 1; fingerprint <= 100; fingerprint++) {
      filter.add(fingerprint * fingerprint);
    }
    return filter;
  }

  private static void reseal(ByteBuffer snapshot) {
    var crc = new CRC32C();
    crc.update(snapshot.array(), 0, 52);
    snapshot.putInt(52, (int) crc.getValue());
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = BloomSnapshotTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
