package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The state of a sliding Bloom filter, or of the part of it that one slice holds, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTWF"
 *        4      1  version, 1
 *        5      1  window in: 1 milliseconds, 2 events
 *        6      2  probes
 *        8      8  cells of the whole filter
 *       16      8  events that can be alive at once
 *       24      8  fpp, IEEE 754
 *       32      8  span of the window
 *       40      4  slots of the window
 *       44      4  equal timers, 1 if any will do
 *       48      8  first cell held; 0 for a whole filter
 *       56      8  number of cells held; all of them for a whole filter
 *       64      8  the time: of its clock in milliseconds, or the number of events
 *       72      4  1 if the time was ever said, else 0
 *       76      4  CRC32C of bytes 0 to 75
 *       80         words, in {@link WordBlocks}: as many whole timers as fit, from the lowest bits;
 *                  a timer is 0 if it is not set or has run out, else 1 + slot mod (2^bits - 1)
 * </pre>
 */
record SlidingSnapshot(
    SlidingShape shape, long firstCell, long heldCells, boolean hasStarted, long time,
    Cells words) {
  private static final int MAGIC = 0x46575442;
  private static final byte VERSION = 1;
  private static final int HEADER = 80;

  static long length(SlidingShape shape, long heldCells) {
    return HEADER + WordBlocks.length(shape.words(heldCells));
  }

  SlidingFilter toFilter() {
    return new SlidingFilter(shape, firstCell, heldCells, words, hasStarted, time);
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(shape, heldCells), this::write);
  }

  void write(OutputStream out) throws IOException {
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) (shape.window().unit() == Window.Unit.MILLIS ? 1 : 2))
            .putShort((short) shape.probes())
            .putLong(shape.cells().bits())
            .putLong(shape.cells().expected())
            .putDouble(shape.cells().fpp())
            .putLong(shape.window().span())
            .putInt(shape.window().slots())
            .putInt(shape.equalTimers())
            .putLong(firstCell)
            .putLong(heldCells)
            .putLong(time)
            .putInt(hasStarted ? 1 : 0),
        out);
    WordBlocks.write(words, out);
  }

  static SlidingSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, SlidingSnapshot::read);
  }

  static SlidingSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "sliding filter", VERSION);
    SlidingShape shape = shape(header);
    long firstCell = header.getLong(48);
    long heldCells = header.getLong(56);
    if (firstCell < 0 || heldCells < 1 || firstCell > shape.cells().bits() - heldCells) {
      throw new MalformedSnapshotException("cells held must lie within the filter, are "
          + heldCells + " from " + firstCell + " of " + shape.cells().bits(), 48);
    }
    int started = header.getInt(72);
    if (started != 0 && started != 1) {
      throw new MalformedSnapshotException("must be 0 or 1, is " + started, 72);
    }
    WordBlocks.requireLength(length(shape, heldCells), length);
    Cells words = WordBlocks.read(in, shape.words(heldCells), HEADER);
    WordBlocks.requireUnusedCells(words, shape.timerBits(), heldCells, length);
    long time = header.getLong(64);
    if (time < -TimerCells.MOST_TIME || time > TimerCells.MOST_TIME) {
      throw new MalformedSnapshotException("impossible time: " + time, 64);
    }
    requireAlive(shape, words, time);
    return new SlidingSnapshot(shape, firstCell, heldCells, started == 1, time, words);
  }

  private static SlidingShape shape(ByteBuffer header) {
    int unit = header.get(5);
    if (unit != 1 && unit != 2) {
      throw new MalformedSnapshotException("unit of the window must be 1 or 2, is " + unit, 5);
    }
    try {
      return new SlidingShape(
          new BloomShape(
              Layout.PLAIN, header.getLong(8), header.getShort(6), header.getLong(16),
              header.getDouble(24)),
          new Window(
              unit == 1 ? Window.Unit.MILLIS : Window.Unit.EVENTS, header.getLong(32),
              header.getInt(40)),
          header.getInt(44));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 5);
    }
  }

  /** A timer that has run out would come to life again. */
  private static void requireAlive(SlidingShape shape, Cells words, long time) {
    long mask = (1L << shape.timerBits()) - 1;
    int present = Math.floorMod(shape.window().slotOf(time), shape.values());
    for (long word = 0; word < words.words(); word++) {
      for (long rest = words.get(word); rest != 0; rest >>>= shape.timerBits()) {
        int age = Math.floorMod(present + 1 - (int) (rest & mask), shape.values());
        if ((rest & mask) != 0 && age > shape.window().slots()) {
          throw new MalformedSnapshotException("a timer has run out", HEADER);
        }
      }
    }
  }
}
