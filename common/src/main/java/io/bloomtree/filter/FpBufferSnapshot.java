package io.bloomtree.filter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of a buffer that claims some of what it does not know, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTFB"
 *        4      1  version, 1
 *        5      3  zero
 *        8      8  share of unknown events that it claims, IEEE 754
 *       16      8  seed
 *       24      8  events so far
 *       32      4  CRC32C of bytes 0 to 31
 *       36         the buffer: a {@link BufferSnapshot}
 * </pre>
 */
record FpBufferSnapshot(FpBufferShape shape, long seed, long events, BufferFilter buffer) {
  private static final int MAGIC = 0x42465442;
  private static final byte VERSION = 1;
  private static final int HEADER = 36;

  static long length(BufferFilter buffer) {
    return HEADER + buffer.snapshotBytes();
  }

  FpBufferFilter toFilter() {
    return new FpBufferFilter(shape, seed, events, buffer);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(buffer), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put(new byte[3])
            .putDouble(shape.fpp())
            .putLong(seed)
            .putLong(events),
        out);
    buffer.writeSnapshot(out);
  }

  static FpBufferSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, FpBufferSnapshot::read);
  }

  static FpBufferSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "claiming buffer", VERSION);
    if (header.getInt(4) >>> Byte.SIZE != 0) {
      throw new MalformedSnapshotException("bytes after the version must be zero", 5);
    }
    long events = header.getLong(24);
    if (events < 0) {
      throw new MalformedSnapshotException("events must be >= 0, are " + events, 24);
    }
    BufferFilter buffer = BufferFilter.readSnapshot(in, length - HEADER);
    return new FpBufferSnapshot(shape(header, buffer), header.getLong(16), events, buffer);
  }

  private static FpBufferShape shape(ByteBuffer header, BufferFilter buffer) {
    try {
      return new FpBufferShape(buffer.shape(), header.getDouble(8));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 8);
    }
  }
}
