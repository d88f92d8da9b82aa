package io.bloomtree.filter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;

/**
 * The state of an exact buffer, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTEB"
 *        4      1  version, 1
 *        5      3  zero
 *        8      4  capacity
 *       12      4  events
 *       16      8  youngest time so far
 *       24      4  CRC32C of bytes 0 to 23
 *       28         words, in {@link WordBlocks}: of each event, the least recently used first, its
 *                  fingerprint and its time
 * </pre>
 *
 * Which entry an event has, and which slot, is not told: nobody sees it from outside.
 */
record BufferSnapshot(BufferShape shape, long youngest, RecentEntries entries) {
  private static final int MAGIC = 0x42455442;
  private static final byte VERSION = 1;
  private static final int HEADER = 28;
  private static final int WORDS = 2;

  static long length(int events) {
    return HEADER + WordBlocks.length((long) WORDS * events);
  }

  BufferFilter toFilter() {
    return new BufferFilter(shape, youngest, entries);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(entries.size()), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put(new byte[3])
            .putInt(shape.capacity())
            .putInt(entries.size())
            .putLong(youngest),
        out);
    WordBlocks.write((long) WORDS * entries.size(), new Walk(entries), out);
  }

  /** The words of all entries, in order. Used once, by one thread. */
  private static final class Walk implements LongUnaryOperator {
    private final RecentEntries entries;
    private int entry;

    Walk(RecentEntries entries) {
      this.entries = entries;
      this.entry = entries.leastRecent();
    }

    @Override public long applyAsLong(long word) {
      if (word % WORDS == 0) {
        return entries.fingerprint(entry);
      }
      long time = entries.time(entry);
      entry = entries.newer(entry);
      return time;
    }
  }

  static BufferSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, BufferSnapshot::read);
  }

  static BufferSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header = WordBlocks.readHeader(in, length, HEADER, MAGIC, "buffer", VERSION);
    BufferShape shape = shape(header);
    int events = header.getInt(12);
    if (events < 0 || events > shape.capacity()) {
      throw new MalformedSnapshotException(
          "events must be 0 to " + shape.capacity() + ", are " + events, 12);
    }
    WordBlocks.requireLength(length(events), length);
    var entries = new RecentEntries(shape.capacity());
    WordBlocks.read(in, (long) WORDS * events, HEADER, new Refill(entries));
    return new BufferSnapshot(shape, header.getLong(16), entries);
  }

  private static BufferShape shape(ByteBuffer header) {
    if (header.getInt(4) >>> Byte.SIZE != 0) {
      throw new MalformedSnapshotException("bytes after the version must be zero", 5);
    }
    try {
      return new BufferShape(header.getInt(8));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 8);
    }
  }

  /** Adds each event once both of its words are there. Used once, by one thread. */
  private static final class Refill implements WordBlocks.Sink {
    private final RecentEntries entries;
    private long fingerprint;

    Refill(RecentEntries entries) {
      this.entries = entries;
    }

    @Override public void put(long word, long value) {
      if (word % WORDS == 0) {
        fingerprint = value;
        return;
      }
      if (entries.find(fingerprint) != RecentEntries.NONE) {
        throw new MalformedSnapshotException("event " + word / WORDS + " is there twice", HEADER);
      }
      entries.insert(fingerprint, value);
    }
  }
}
