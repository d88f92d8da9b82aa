package io.bloomtree.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What snapshots and reports of sketches begin with, and how they end. All numbers are
 * little-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic
 *        4      1  version, 1
 *        5      1  kind: 1 count-min, 2 Fast-AGMS, 3 pairs
 *        6      2  rows
 *        8      4  counters in a row
 *       12      1  pairs: fields of a record; else 0
 *       13      1  pairs: threshold; else 0
 *       14      2  zero, reserved
 *       16      8  pairs: sampling factor, IEEE 754; else 0
 *       24      8  seed
 *       32      8  total of events or records
 *       40         what follows
 *      end      4  CRC32C of all before
 * </pre>
 */
final class ShapeHeader {
  static final int LENGTH = 40;
  static final int CHECKSUM = 4;
  static final int TOTAL = 32;

  private static final byte VERSION = 1;
  private static final byte COUNT_MIN = 1;
  private static final byte FAST_AGMS = 2;
  private static final byte PAIRS = 3;

  private ShapeHeader() {}

  static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  static void put(ByteBuffer out, int magic, SketchShape shape, long total) {
    out.putInt(magic).put(VERSION);
    if (shape instanceof CountMinShape s) {
      put(out, COUNT_MIN, s.depth(), s.width(), 0, 0, 0, s.seed());
    } else if (shape instanceof FastAgmsShape s) {
      put(out, FAST_AGMS, s.depth(), s.width(), 0, 0, 0, s.seed());
    } else if (shape instanceof PairSketchShape s) {
      put(out, PAIRS, s.rows().depth(), s.rows().width(), s.pairs().fields(),
          s.pairs().threshold(), s.pairs().sampling(), s.rows().seed());
    }
    out.putLong(total);
  }

  private static void put(ByteBuffer out, byte kind, int depth, int width, int fields,
      int threshold, double sampling, long seed) {
    out.put(kind).putShort((short) depth).putInt(width).put((byte) fields).put((byte) threshold)
        .putShort((short) 0).putDouble(sampling).putLong(seed);
  }

  /** Ends bytes with their checksum. */
  static void seal(ByteBuffer out) {
    out.putInt(checksum(out.array(), out.position()));
  }

  /** Checks magic, version and checksum; says of which shape they are. */
  static SketchShape read(ByteBuffer in, int magic, String what) {
    int length = in.capacity();
    if (length < LENGTH + CHECKSUM) {
      throw new MalformedSketchException(what + " ends within its header", length);
    }
    if (in.getInt(0) != magic) {
      throw new MalformedSketchException("not a " + what, 0);
    }
    if (in.get(4) != VERSION) {
      throw new MalformedSketchException(
          what + " version must be " + VERSION + ", is " + in.get(4), 4);
    }
    if (in.getInt(length - CHECKSUM) != checksum(in.array(), length - CHECKSUM)) {
      throw new MalformedSketchException(what + " checksum does not match", length - CHECKSUM);
    }
    if (in.getShort(14) != 0) {
      throw new MalformedSketchException("reserved bytes must be zero", 14);
    }
    if (in.getLong(TOTAL) < 0) {
      throw new MalformedSketchException("total must be >= 0", TOTAL);
    }
    try {
      return shape(in);
    } catch (IllegalArgumentException e) {
      throw new MalformedSketchException(
          what + " of an impossible shape, " + e.getMessage(), 5);
    }
  }

  private static SketchShape shape(ByteBuffer in) {
    int depth = in.getShort(6);
    int width = in.getInt(8);
    long seed = in.getLong(24);
    if (in.get(5) == PAIRS) {
      return new PairSketchShape(new PairShape(in.get(12), in.get(13), in.getDouble(16)),
          new FastAgmsShape(depth, width, seed));
    }
    if (in.getShort(12) != 0 || in.getLong(16) != 0) {
      throw new IllegalArgumentException("only pairs have fields: kind=" + in.get(5));
    }
    return switch (in.get(5)) {
      case COUNT_MIN -> new CountMinShape(depth, width, seed);
      case FAST_AGMS -> new FastAgmsShape(depth, width, seed);
      default -> throw new IllegalArgumentException("kind must be 1 to 3: kind=" + in.get(5));
    };
  }

  private static int checksum(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
