package io.bloomtree.filter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of a stable Bloom filter, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTSF"
 *        4      1  version, 1
 *        5      1  bits of a cell
 *        6      2  probes
 *        8      8  cells
 *       16      8  decrements
 *       24      8  state of its random numbers
 *       32      4  CRC32C of bytes 0 to 31
 *       36         words, in {@link WordBlocks}: as many whole cells as fit, from the lowest bits
 * </pre>
 */
record StableSnapshot(StableShape shape, long random, Cells words) {
  private static final int MAGIC = 0x46535442;
  private static final byte VERSION = 1;
  private static final int HEADER = 36;

  static long length(StableShape shape) {
    return HEADER + WordBlocks.length(shape.words());
  }

  StableFilter toFilter() {
    return new StableFilter(shape, random, words);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(shape), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) shape.cellBits())
            .putShort((short) shape.probes())
            .putLong(shape.cells())
            .putLong(shape.decrements())
            .putLong(random),
        out);
    WordBlocks.write(words, out);
  }

  static StableSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, StableSnapshot::read);
  }

  static StableSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "stable filter", VERSION);
    StableShape shape = shape(header);
    WordBlocks.requireLength(length(shape), length);
    Cells words = WordBlocks.read(in, shape.words(), HEADER);
    PackedCells.requireNothingElse(words, shape.cells(), shape.cellBits(), HEADER, length);
    return new StableSnapshot(shape, header.getLong(24), words);
  }

  private static StableShape shape(ByteBuffer header) {
    try {
      return new StableShape(
          header.getLong(8), header.get(5), header.getShort(6), header.getLong(16));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 5);
    }
  }
}
