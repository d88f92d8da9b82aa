package io.bloomtree.sketch;

import java.nio.ByteBuffer;

/** Numbers in as many bytes as they need: seven bits each, the lowest first. */
final class Varint {

  private Varint() {}

  static void put(ByteBuffer out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.put((byte) (left | 0x80));
      left >>>= 7;
    }
    out.put((byte) left);
  }

  /** Signed numbers, small ones first: 0, -1, 1, -2, ... */
  static void putZigzag(ByteBuffer out, long value) {
    put(out, value << 1 ^ value >> 63);
  }

  /** The signed number of an unsigned one. */
  static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  static long read(ByteBuffer in) {
    int start = in.position();
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (!in.hasRemaining()) {
        throw new MalformedSketchException("number is cut short", start);
      }
      byte next = in.get();
      if (shift == 63 && next > 1 || next == 0 && shift > 0) {
        throw new MalformedSketchException("number is not in its shortest form", start);
      }
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedSketchException("number is too long", start);
  }
}
