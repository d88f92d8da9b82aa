package io.bloomtree.filter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;
import java.util.zip.CRC32C;

/**
 * What the snapshots of all kinds have in common: a header with a checksum, then words in blocks.
 *
 * <pre>
 *   up to 8192 words of 8 bytes
 *   CRC32C of the block's words, 4 bytes
 * </pre>
 *
 * All numbers are little-endian. Blocks have checksums of their own, so that damage is located.
 */
final class WordBlocks {
  private static final int CHECKSUM = 4;
  private static final int BLOCK_WORDS = 8192;

  /** Something that writes itself. */
  interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Reads a snapshot of so many bytes. */
  interface Reader<T> {
    T read(InputStream in, long length) throws IOException;
  }

  /** Takes words as they are read. */
  interface Sink {
    void put(long word, long value);
  }

  private WordBlocks() {}

  /** How many bytes so many words take. */
  static long length(long words) {
    long blocks = (words + BLOCK_WORDS - 1) / BLOCK_WORDS;
    return words * Long.BYTES + blocks * CHECKSUM;
  }

  static void write(Cells cells, OutputStream out) throws IOException {
    write(cells.words(), cells::get, out);
  }

  /** Words of those who keep none: each is asked for once, in order. */
  static void write(long words, LongUnaryOperator source, OutputStream out) throws IOException {
    ByteBuffer block = littleEndian(BLOCK_WORDS * Long.BYTES + CHECKSUM);
    for (long word = 0; word < words; ) {
      block.clear();
      for (int i = 0; i < BLOCK_WORDS && word < words; i++) {
        block.putLong(source.applyAsLong(word++));
      }
      block.putInt(checksum(block.array(), block.position()));
      out.write(block.array(), 0, block.position());
    }
  }

  /** {@code offset}: how far into the snapshot the first block is, for messages. */
  static Cells read(InputStream in, long words, long offset) throws IOException {
    Cells cells = Cells.onHeap(words);
    read(in, words, offset, cells::put);
    return cells;
  }

  /** Hands over each word with its number, in order. */
  static void read(InputStream in, long words, long offset, Sink sink) throws IOException {
    ByteBuffer block = littleEndian(BLOCK_WORDS * Long.BYTES + CHECKSUM);
    long at = offset;
    for (long word = 0; word < words; ) {
      int size = (int) Math.min(BLOCK_WORDS, words - word) * Long.BYTES;
      block.clear();
      fill(in, block, size + CHECKSUM, at);
      if (block.getInt(size) != checksum(block.array(), size)) {
        throw new MalformedSnapshotException("block checksum does not match", at);
      }
      for (int i = 0; i < size; i += Long.BYTES) {
        sink.put(word++, block.getLong(i));
      }
      at += size + CHECKSUM;
    }
  }

  /** Ends a header with its checksum, and writes it. */
  static void writeHeader(ByteBuffer header, OutputStream out) throws IOException {
    header.putInt(checksum(header.array(), header.position()));
    out.write(header.array());
  }

  /**
   * Reads a header and checks what all kinds begin with: magic, 4 bytes, and version, 1 byte. Its
   * last 4 bytes are its checksum.
   */
  static ByteBuffer readHeader(
      InputStream in, long length, int size, int magic, String what, byte version)
      throws IOException {
    if (length < size) {
      throw new MalformedSnapshotException("snapshot ends within its header", length);
    }
    ByteBuffer header = littleEndian(size);
    fill(in, header, size, 0);
    return checkedHeader(header.array(), magic, what + " snapshot", version);
  }

  /** The same of bytes that are there. */
  static ByteBuffer checkedHeader(byte[] bytes, int magic, String what, byte version) {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getInt(0) != magic) {
      throw new MalformedSnapshotException("not a " + what, 0);
    }
    if (header.get(4) != version) {
      throw new MalformedSnapshotException(
          what + " version must be " + version + ", is " + header.get(4), 4);
    }
    int checked = bytes.length - CHECKSUM;
    if (header.getInt(checked) != checksum(bytes, checked)) {
      throw new MalformedSnapshotException("header checksum does not match", checked);
    }
    return header;
  }

  static void requireLength(long expected, long length) {
    if (length != expected) {
      throw new MalformedSnapshotException(
          "snapshot must have " + expected + " bytes, has " + length, Math.min(length, expected));
    }
  }

  /** {@code bits}: how many are used, from the first word's lowest on; the others must be zero. */
  static void requireUnused(Cells cells, long bits, long length) {
    if (!cells.hasOnlyBits(bits)) {
      throw new MalformedSnapshotException(
          "bits past the last must be zero", length - CHECKSUM - Long.BYTES);
    }
  }

  /** The same for cells of some bits, as many whole ones in a word as fit. */
  static void requireUnusedCells(Cells words, int cellBits, long cells, long length) {
    if (!words.hasOnlyCells(cells, cellBits)) {
      throw new MalformedSnapshotException(
          "bits between cells, and past the last, must be zero", length - length(words.words()));
    }
  }

  static byte[] toBytes(long length, Body body) {
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("snapshot is too large for an array: length=" + length);
    }
    var out = new ByteArrayOutputStream((int) length);
    try {
      body.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static <T> T fromBytes(byte[] bytes, Reader<T> reader) {
    try {
      return reader.read(new ByteArrayInputStream(bytes), bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ByteBuffer littleEndian(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void fill(InputStream in, ByteBuffer buffer, int size, long offset)
      throws IOException {
    int read = in.readNBytes(buffer.array(), 0, size);
    if (read < size) {
      throw new MalformedSnapshotException("snapshot is cut short", offset + read);
    }
  }

  static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
