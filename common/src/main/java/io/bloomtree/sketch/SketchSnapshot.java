package io.bloomtree.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * All of a sketch, as bytes: {@link ShapeHeader} with the magic "BTSK", then its counters, 8 bytes
 * each, row by row; the rows of pairs by the number of fields, the threshold's first.
 *
 * <p>Nothing is allocated before the checksum and the length were found right.
 */
record SketchSnapshot(SketchShape shape, long total, Counters counters) {
  private static final int MAGIC = 0x4B535442;
  private static final String WHAT = "sketch snapshot";

  byte[] toBytes() {
    ByteBuffer out = ShapeHeader.littleEndian((int) length(shape));
    ShapeHeader.put(out, MAGIC, shape, total);
    for (int i = 0; i < shape.counters(); i++) {
      out.putLong(counters.get(i));
    }
    ShapeHeader.seal(out);
    return out.array();
  }

  private static long length(SketchShape shape) {
    return ShapeHeader.LENGTH + (long) shape.counters() * Long.BYTES + ShapeHeader.CHECKSUM;
  }

  static SketchSnapshot read(byte[] bytes, Class<? extends SketchShape> wanted) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    SketchShape shape = ShapeHeader.read(in, MAGIC, WHAT);
    if (!wanted.isInstance(shape)) {
      throw new MalformedSketchException("snapshot of another kind of sketch, " + shape, 5);
    }
    if (bytes.length != length(shape)) {
      throw new MalformedSketchException("snapshot must have " + length(shape) + " bytes, has "
          + bytes.length, (int) Math.min(length(shape), bytes.length));
    }
    var counters = new Counters(shape.counters());
    in.position(ShapeHeader.LENGTH).limit(bytes.length - ShapeHeader.CHECKSUM);
    in.asLongBuffer().get(counters.values, 0, shape.counters());
    counters.markAll();
    return new SketchSnapshot(shape, in.getLong(ShapeHeader.TOTAL), counters);
  }
}
