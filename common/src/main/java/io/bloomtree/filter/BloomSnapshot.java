package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of a Bloom filter, or of the part of it that one slice holds, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTBF"
 *        4      1  version, 1
 *        5      1  layout: 1 plain, 2 cache line
 *        6      2  probes
 *        8      8  bits of the whole filter
 *       16      8  expected events
 *       24      8  fpp, IEEE 754
 *       32      8  first bit held; 0 for a whole filter
 *       40      8  number of bits held; all of them for a whole filter
 *       48      4  zero, reserved
 *       52      4  CRC32C of bytes 0 to 51
 *       56         words, in {@link WordBlocks}: bit i of the part is bit i % 64 of word i / 64,
 *                  bits past the last are zero
 * </pre>
 *
 * Nothing is allocated before the header's checksum and the total length were found right.
 */
record BloomSnapshot(BloomShape shape, long firstBit, long heldBits, Cells cells) {
  private static final int MAGIC = 0x46425442;
  private static final byte VERSION = 1;
  private static final int HEADER = 56;

  static long length(long heldBits) {
    return HEADER + WordBlocks.length(words(heldBits));
  }

  BloomFilter toFilter() {
    if (firstBit != 0 || heldBits != shape.bits()) {
      throw new MalformedSnapshotException("snapshot must be of a whole filter, has "
          + heldBits + " bits of " + shape.bits(), 32);
    }
    return new BloomFilter(shape, cells);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(heldBits), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) (shape.layout() == Layout.PLAIN ? 1 : 2))
            .putShort((short) shape.probes())
            .putLong(shape.bits())
            .putLong(shape.expected())
            .putDouble(shape.fpp())
            .putLong(firstBit)
            .putLong(heldBits)
            .putInt(0),
        out);
    WordBlocks.write(cells, out);
  }

  static BloomSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, BloomSnapshot::read);
  }

  static BloomSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "Bloom filter", VERSION);
    BloomShape shape = shape(header);
    long firstBit = header.getLong(32);
    long heldBits = header.getLong(40);
    if (firstBit < 0 || heldBits < 1 || firstBit > shape.bits() - heldBits) {
      throw new MalformedSnapshotException("bits held must lie within the filter, are "
          + heldBits + " from " + firstBit + " of " + shape.bits(), 32);
    }
    if (header.getInt(48) != 0) {
      throw new MalformedSnapshotException("reserved bytes must be zero", 48);
    }
    WordBlocks.requireLength(length(heldBits), length);
    return new BloomSnapshot(shape, firstBit, heldBits, readCells(in, heldBits));
  }

  private static BloomShape shape(ByteBuffer header) {
    int layout = header.get(5);
    if (layout != 1 && layout != 2) {
      throw new MalformedSnapshotException("layout must be 1 or 2, is " + layout, 5);
    }
    try {
      return new BloomShape(
          layout == 1 ? Layout.PLAIN : Layout.CACHE_LINE,
          header.getLong(8),
          header.getShort(6),
          header.getLong(16),
          header.getDouble(24));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 5);
    }
  }

  private static Cells readCells(InputStream in, long heldBits) throws IOException {
    Cells cells = WordBlocks.read(in, words(heldBits), HEADER);
    WordBlocks.requireUnused(cells, heldBits, length(heldBits));
    return cells;
  }

  private static long words(long bits) {
    return (bits + 63) >>> 6;
  }
}
