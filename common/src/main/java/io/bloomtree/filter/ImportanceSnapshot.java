package io.bloomtree.filter;

import io.bloomtree.filter.ImportanceShape.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of an importance-aware Bloom filter, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTIF"
 *        4      1  version, 1
 *        5      1  variant: 1 two classes, 2 multi-class, 3 hybrid
 *        6      1  bits of a cell
 *        7      1  probes
 *        8      8  cells
 *       16      8  decrements
 *       24      8  state of its random numbers
 *       32      4  CRC32C of bytes 0 to 31
 *       36         words, in {@link WordBlocks}: as many whole cells as fit, from the lowest bits
 * </pre>
 */
record ImportanceSnapshot(ImportanceShape shape, long random, Cells words) {
  private static final int MAGIC = 0x46495442;
  private static final byte VERSION = 1;
  private static final int HEADER = 36;

  static long length(ImportanceShape shape) {
    return HEADER + WordBlocks.length(shape.words());
  }

  ImportanceFilter toFilter() {
    return new ImportanceFilter(shape, random, words);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(shape), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put(code(shape.variant()))
            .put((byte) shape.cellBits())
            .put((byte) shape.probes())
            .putLong(shape.cells())
            .putLong(shape.decrements())
            .putLong(random),
        out);
    WordBlocks.write(words, out);
  }

  private static byte code(Variant variant) {
    return switch (variant) {
      case TWO_CLASSES -> 1;
      case MULTI_CLASS -> 2;
      case HYBRID -> 3;
    };
  }

  private static Variant variant(byte code) {
    return switch (code) {
      case 1 -> Variant.TWO_CLASSES;
      case 2 -> Variant.MULTI_CLASS;
      case 3 -> Variant.HYBRID;
      default -> throw new MalformedSnapshotException("variant must be 1 to 3, is " + code, 5);
    };
  }

  static ImportanceSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, ImportanceSnapshot::read);
  }

  static ImportanceSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "filter-by-importance", VERSION);
    ImportanceShape shape = shape(header);
    WordBlocks.requireLength(length(shape), length);
    Cells words = WordBlocks.read(in, shape.words(), HEADER);
    WordBlocks.requireUnusedCells(words, shape.cellBits(), shape.cells(), length);
    return new ImportanceSnapshot(shape, header.getLong(24), words);
  }

  private static ImportanceShape shape(ByteBuffer header) {
    Variant variant = variant(header.get(5));
    try {
      return new ImportanceShape(
          header.getLong(8), header.get(6), header.get(7), header.getLong(16), variant);
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 6);
    }
  }
}
