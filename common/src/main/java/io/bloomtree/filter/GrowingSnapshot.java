package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingParts.Part;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state of a filter that grows, as bytes: a header, then each part, the newest first.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTGF"
 *        4      1  version, 1
 *        5      1  parts are: 1 plain Bloom filters, 2 in cache lines, 3 sliding
 *        6      1  grows by: 1 density, 2 cardinality
 *        7      1  window in: 0 none, 1 milliseconds, 2 events
 *        8      4  probes
 *       12      4  equal timers; 0 if not sliding
 *       16      8  bits or cells of the filter that it would be if it did not grow
 *       24      8  expected events
 *       32      8  fpp, IEEE 754
 *       40      8  span of the window; 0 if not sliding
 *       48      4  slots of the window; 0 if not sliding
 *       52      4  the most parts
 *       56      8  the most bytes
 *       64      8  the time, in milliseconds of its clock
 *       72      2  1 if the time was ever said, else 0
 *       74      2  number of parts
 *       76      4  CRC32C of bytes 0 to 75
 *
 *   of a part
 *        0      4  "BTGP"
 *        4      1  version, 1
 *        5      3  zero, reserved
 *        8      4  which share of the rate it has, from 0
 *       12      8  events it was fed
 *       20      8  length of its snapshot
 *       28      4  CRC32C of bytes 0 to 27
 *       32         its snapshot
 * </pre>
 */
record GrowingSnapshot(GrowingShape shape, boolean hasClock, long time, List<Part> parts) {
  private static final int MAGIC = 0x46475442;
  private static final int PART_MAGIC = 0x50475442;
  private static final byte VERSION = 1;
  private static final int HEADER = 80;
  private static final int PART_HEADER = 32;

  GrowingFilter toFilter() {
    return new GrowingFilter(shape, hasClock, time, parts);
  }

  long length() {
    return HEADER
        + parts.stream().mapToLong(part -> PART_HEADER + part.filter.snapshotBytes()).sum();
  }

  byte[] toBytes() {
    return WordBlocks.toBytes(length(), this::write);
  }

  void write(OutputStream out) throws IOException {
    FilterShape first = shape.first();
    boolean slides = first instanceof SlidingShape;
    BloomShape cells = shape.cells();
    Window window = slides ? ((SlidingShape) first).window() : null;
    WordBlocks.writeHeader(
        WordBlocks.littleEndian(HEADER)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) (slides ? 3 : cells.layout() == Layout.PLAIN ? 1 : 2))
            .put((byte) (shape.trigger() == Trigger.DENSITY ? 1 : 2))
            .put((byte) (!slides ? 0 : window.unit() == Window.Unit.MILLIS ? 1 : 2))
            .putInt(cells.probes())
            .putInt(slides ? ((SlidingShape) first).equalTimers() : 0)
            .putLong(cells.bits())
            .putLong(cells.expected())
            .putDouble(cells.fpp())
            .putLong(slides ? window.span() : 0)
            .putInt(slides ? window.slots() : 0)
            .putInt(shape.mostFilters())
            .putLong(shape.mostBytes())
            .putLong(time)
            .putShort((short) (hasClock ? 1 : 0))
            .putShort((short) parts.size()),
        out);
    for (Part part : parts) {
      WordBlocks.writeHeader(
          WordBlocks.littleEndian(PART_HEADER)
              .putInt(PART_MAGIC)
              .putInt(VERSION)
              .putInt(part.index)
              .putLong(part.events)
              .putLong(part.filter.snapshotBytes()),
          out);
      part.filter.writeSnapshot(out);
    }
  }

  static GrowingSnapshot read(byte[] bytes) {
    return WordBlocks.fromBytes(bytes, GrowingSnapshot::read);
  }

  static GrowingSnapshot read(InputStream in, long length) throws IOException {
    ByteBuffer header =
        WordBlocks.readHeader(in, length, HEADER, MAGIC, "growing filter", VERSION);
    GrowingShape shape = shape(header);
    int count = header.getShort(74);
    int hasClock = header.getShort(72);
    if (hasClock != 0 && hasClock != 1) {
      throw new MalformedSnapshotException("must be 0 or 1, is " + hasClock, 72);
    }
    if (count < 1 || count > shape.mostFilters()) {
      throw new MalformedSnapshotException(
          "parts must be 1 to " + shape.mostFilters() + ", are " + count, 74);
    }
    List<Part> parts = new ArrayList<>();
    Set<Integer> indexes = new HashSet<>();
    long at = HEADER;
    for (int i = 0; i < count; i++) {
      ByteBuffer head = WordBlocks.readHeader(
          in, length - at, PART_HEADER, PART_MAGIC, "part of a growing filter", VERSION);
      int index = head.getInt(8);
      if (index < 0 || index >= shape.mostFilters() || !indexes.add(index)) {
        throw new MalformedSnapshotException("impossible share of a part: " + index, at + 8);
      }
      if (head.getLong(12) < 0) {
        throw new MalformedSnapshotException("events must be >= 0", at + 12);
      }
      long size = head.getLong(20);
      at += PART_HEADER;
      if (size < 0 || size > length - at) {
        throw new MalformedSnapshotException("part of " + size + " bytes is cut short", at - 12);
      }
      parts.add(part(shape.part(index), index, head.getLong(12), in, size));
      at += size;
    }
    WordBlocks.requireLength(at, length);
    return new GrowingSnapshot(shape, hasClock == 1, header.getLong(64), parts);
  }

  private static Part part(
      FilterShape shape, int index, long events, InputStream in, long size) throws IOException {
    FilterSlice filter;
    FilterShape found;
    if (shape instanceof SlidingShape) {
      SlidingFilter sliding = SlidingFilter.readSnapshot(in, size);
      filter = sliding;
      found = sliding.shape();
    } else {
      BloomFilter bloom = BloomFilter.readSnapshot(in, size);
      filter = new WholeSlice(bloom);
      found = bloom.shape();
    }
    if (!found.equals(shape)) {
      throw new MalformedSnapshotException(
          "part must have the shape " + shape + ", has " + found, 0);
    }
    return new Part(index, shape, filter, events);
  }

  private static GrowingShape shape(ByteBuffer header) {
    int kind = header.get(5);
    int trigger = header.get(6);
    int unit = header.get(7);
    boolean slides = kind == 3;
    if (kind < 1 || kind > 3 || trigger < 1 || trigger > 2 || unit > 2 || slides != unit > 0) {
      throw new MalformedSnapshotException("impossible kind, trigger or window", 5);
    }
    try {
      var cells = new BloomShape(
          kind == 2 ? Layout.CACHE_LINE : Layout.PLAIN, header.getLong(16), header.getInt(8),
          header.getLong(24), header.getDouble(32));
      FilterShape first = !slides ? cells
          : new SlidingShape(
              cells,
              new Window(unit == 1 ? Window.Unit.MILLIS : Window.Unit.EVENTS, header.getLong(40),
                  header.getInt(48)),
              header.getInt(12));
      return new GrowingShape(
          first, trigger == 1 ? Trigger.DENSITY : Trigger.CARDINALITY, header.getInt(52),
          header.getLong(56));
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("snapshot of an impossible shape, " + e.getMessage(), 5);
    }
  }
}
