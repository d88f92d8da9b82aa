package io.bloomtree.filter;

import io.bloomtree.filter.ReservoirShape.Reset;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of a reservoir filter, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTRF"
 *        4      1  version, 1
 *        5      1  reset: 1 random, 2 set ones
 *        6      2  filters
 *        8      8  bits of each filter
 *       16      8  threshold, IEEE 754
 *       24      8  events so far
 *       32      8  state of its random numbers
 *       40      4  CRC32C of bytes 0 to 39
 *       44         words, in {@link WordBlocks}: the filters one after the other, bit i of them all
 *                  is bit i % 64 of word i / 64
 * </pre>
 */
record ReservoirSnapshot(ReservoirShape shape, long events, long random, Cells words) {
  private static final int MAGIC = 0x46525442;
  private static final byte VERSION = 1;
  private static final int HEADER = 44;

  static long length(ReservoirShape shape) {
    return HEADER + WordBlocks.length(shape.words());
  }

  ReservoirFilter toFilter() {
    return new ReservoirFilter(shape, events, random, words);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(shape), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) (shape.reset() == Reset.RANDOM ? 1 : 2))
            .putShort((short) shape.filters())
            .putLong(shape.bits())
            .putDouble(shape.threshold())
            .putLong(events)
            .putLong(random),
        out);
    WordBlocks.write(words, out);
  }

  static ReservoirSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, ReservoirSnapshot::read);
  }

  static ReservoirSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "reservoir filter", VERSION);
    ReservoirShape shape = shape(header);
    long events = header.getLong(24);
    if (events < 0) {
      throw new MalformedSnapshotException("events must be >= 0, are " + events, 24);
    }
    WordBlocks.requireLength(length(shape), length);
    Cells words = WordBlocks.read(in, shape.words(), HEADER);
    WordBlocks.requireUnused(words, shape.filters() * shape.bits(), length);
    return new ReservoirSnapshot(shape, events, header.getLong(32), words);
  }

  private static ReservoirShape shape(ByteBuffer header) {
    int reset = header.get(5);
    if (reset != 1 && reset != 2) {
      throw new MalformedSnapshotException("reset must be 1 or 2, is " + reset, 5);
    }
    try {
      return new ReservoirShape(
          header.getShort(6), header.getLong(8), header.getDouble(16),
          reset == 1 ? Reset.RANDOM : Reset.SET_ONES);
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 5);
    }
  }
}
