package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

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
 *       56         blocks, until all bits are there:
 *                    up to 8192 words of 8 bytes; bit i of the part is bit i % 64 of word i / 64,
 *                    bits past the last are zero
 *                    CRC32C of the block's words, 4 bytes
 * </pre>
 *
 * All numbers are little-endian. Nothing is allocated before the header's checksum and the total
 * length were found right; blocks have checksums of their own, so that damage is located.
 */
record BloomSnapshot(BloomShape shape, long firstBit, long heldBits, Cells cells) {
  private static final int MAGIC = 0x46425442;
  private static final byte VERSION = 1;
  private static final int HEADER = 56;
  private static final int CHECKED = 52;
  private static final int BLOCK_WORDS = 8192;
  private static final int CHECKSUM = 4;

  static long length(long heldBits) {
    long words = words(heldBits);
    long blocks = (words + BLOCK_WORDS - 1) / BLOCK_WORDS;
    return HEADER + words * Long.BYTES + blocks * CHECKSUM;
  }

  BloomFilter toFilter() {
    if (firstBit != 0 || heldBits != shape.bits()) {
      throw new MalformedSnapshotException("snapshot must be of a whole filter, has "
          + heldBits + " bits of " + shape.bits(), 32);
    }
    return new BloomFilter(shape, cells);
  }

  byte[] toBytes() {
    long length = length(heldBits);
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("snapshot is too large for an array: length=" + length);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) length);
    try {
      write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer header = littleEndian(HEADER)
        .putInt(MAGIC)
        .put(VERSION)
        .put((byte) (shape.layout() == Layout.PLAIN ? 1 : 2))
        .putShort((short) shape.probes())
        .putLong(shape.bits())
        .putLong(shape.expected())
        .putDouble(shape.fpp())
        .putLong(firstBit)
        .putLong(heldBits)
        .putInt(0);
    header.putInt(checksum(header.array(), CHECKED));
    out.write(header.array());
    ByteBuffer block = littleEndian(BLOCK_WORDS * Long.BYTES + CHECKSUM);
    long words = words(heldBits);
    for (long word = 0; word < words; ) {
      block.clear();
      for (int i = 0; i < BLOCK_WORDS && word < words; i++) {
        block.putLong(cells.get(word++));
      }
      block.putInt(checksum(block.array(), block.position()));
      out.write(block.array(), 0, block.position());
    }
  }

  static BloomSnapshot read(byte[] bytes) {
    try {
      return read(new ByteArrayInputStream(bytes), bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BloomSnapshot read(InputStream in, long length) throws IOException {
    if (length < HEADER) {
      throw new MalformedSnapshotException("snapshot ends within its header", length);
    }
    ByteBuffer header = littleEndian(HEADER);
    fill(in, header, HEADER, 0);
    if (header.getInt(0) != MAGIC) {
      throw new MalformedSnapshotException("not a Bloom filter snapshot", 0);
    }
    if (header.get(4) != VERSION) {
      throw new MalformedSnapshotException(
          "snapshot version must be " + VERSION + ", is " + header.get(4), 4);
    }
    if (header.getInt(CHECKED) != checksum(header.array(), CHECKED)) {
      throw new MalformedSnapshotException("header checksum does not match", CHECKED);
    }
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
    if (length != length(heldBits)) {
      throw new MalformedSnapshotException("snapshot must have " + length(heldBits)
          + " bytes, has " + length, Math.min(length, length(heldBits)));
    }
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
    long words = words(heldBits);
    Cells cells = Cells.onHeap(words);
    ByteBuffer block = littleEndian(BLOCK_WORDS * Long.BYTES + CHECKSUM);
    long offset = HEADER;
    for (long word = 0; word < words; ) {
      int size = (int) Math.min(BLOCK_WORDS, words - word) * Long.BYTES;
      block.clear();
      fill(in, block, size + CHECKSUM, offset);
      if (block.getInt(size) != checksum(block.array(), size)) {
        throw new MalformedSnapshotException("block checksum does not match", offset);
      }
      for (int i = 0; i < size; i += Long.BYTES) {
        cells.put(word++, block.getLong(i));
      }
      offset += size + CHECKSUM;
    }
    long unused = heldBits % Long.SIZE == 0 ? 0 : -1L << heldBits;
    if ((cells.get(words - 1) & unused) != 0) {
      throw new MalformedSnapshotException(
          "bits past the last must be zero", offset - CHECKSUM - Long.BYTES);
    }
    return cells;
  }

  private static void fill(InputStream in, ByteBuffer buffer, int size, long offset)
      throws IOException {
    int read = in.readNBytes(buffer.array(), 0, size);
    if (read < size) {
      throw new MalformedSnapshotException("snapshot is cut short", offset + read);
    }
  }

  private static long words(long bits) {
    return (bits + 63) >>> 6;
  }

  private static ByteBuffer littleEndian(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
