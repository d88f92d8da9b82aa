package io.bloomtree.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Reads what a {@link WireWriter} wrote and refuses everything else with the offset of the first
 * wrong byte. Not thread-safe.
 */
final class WireReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LAST_VARINT_SHIFT = 63;

  private final byte[] bytes;
  private final int end;
  private int position;

  WireReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private WireReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  /** A reader of the next {@code length} bytes, which this one skips. */
  WireReader next(int length) {
    int start = take(length, "frame body");
    return new WireReader(bytes, start, start + length);
  }

  int readByte(String what) {
    return bytes[take(Byte.BYTES, what)] & 0xff;
  }

  int readShort(String what) {
    int offset = take(Short.BYTES, what);
    return (bytes[offset] & 0xff) | (bytes[offset + 1] & 0xff) << Byte.SIZE;
  }

  int readInt(String what) {
    return (int) INT.get(bytes, take(Integer.BYTES, what));
  }

  long readLong(String what) {
    return (long) LONG.get(bytes, take(Long.BYTES, what));
  }

  /** Eight bytes each. The caller has bounded {@code count} with {@link #readCount}. */
  long[] readLongs(int count, String what) {
    int offset = take(Math.multiplyExact(count, Long.BYTES), what);
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = (long) LONG.get(bytes, offset + i * Long.BYTES);
    }
    return values;
  }

  byte[] readBytes(int count, String what) {
    int offset = take(count, what);
    byte[] values = new byte[count];
    System.arraycopy(bytes, offset, values, 0, count);
    return values;
  }

  long readVarint(String what) {
    int start = position;
    if (start < end && bytes[start] >= 0) {
      position = start + 1;
      return bytes[start];
    }
    return readLongVarint(what, start);
  }

  private long readLongVarint(String what, int start) {
    long value = 0;
    for (int shift = 0; shift <= LAST_VARINT_SHIFT; shift += 7) {
      int next = readByte(what);
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        boolean overlong = next == 0 && shift > 0;
        boolean overflows = next > 1 && shift == LAST_VARINT_SHIFT;
        if (overlong || overflows) {
          break;
        }
        return value;
      }
    }
    throw malformed(start, what + " must be the shortest varint of at most 64 bits");
  }

  long readZigZag(String what) {
    long value = readVarint(what);
    return (value >>> 1) ^ -(value & 1);
  }

  /** A varint that is a {@code long} of at least zero. */
  long readNotNegative(String what) {
    int start = position;
    long value = readVarint(what);
    if (value < 0) {
      throw malformed(start, what + " must be below 2^63: " + Long.toUnsignedString(value));
    }
    return value;
  }

  /** A {@code long} of at least zero, or none. */
  OptionalLong readOptional(String what) {
    int start = position;
    long value = readVarint(what);
    if (value == 0) {
      return OptionalLong.empty();
    }
    if (value - 1 < 0) {
      throw malformed(start, what + " must be below 2^63: " + Long.toUnsignedString(value - 1));
    }
    return OptionalLong.of(value - 1);
  }

  boolean readBoolean(String what) {
    int start = position;
    int value = readByte(what);
    if (value > 1) {
      throw malformed(start, what + " must be 0 or 1: " + value);
    }
    return value == 1;
  }

  /** A varint that is an {@code int} of at least zero. */
  int readNotNegativeInt(String what) {
    int start = position;
    long value = readVarint(what);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw malformed(start, what + " must be below 2^31: " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** How many entries follow, each at least so long: checked before anybody makes room for them. */
  int readCount(int minBytesPerEntry, String what) {
    int start = position;
    long count = readVarint(what);
    int most = remaining() / minBytesPerEntry;
    if (count < 0 || count > most) {
      throw malformed(
          start,
          what + " must be at most " + most + " in " + remaining() + " bytes: "
              + Long.toUnsignedString(count));
    }
    return (int) count;
  }

  NodeId readNodeId(String what) {
    int length = readByte(what);
    int offset = take(length, what);
    return new NodeId(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
  }

  String readShortText(String what) {
    return readText(readByte(what), what);
  }

  String readText(int length, String what) {
    return Utf8.decode(bytes, take(length, what), length);
  }

  MalformedPacketException malformed(int offset, String problem) {
    return new MalformedPacketException(offset, problem);
  }

  private int take(int size, String what) {
    int start = position;
    if (size < 0 || size > end - start) {
      throw malformed(
          start,
          what + " must fit: size=" + Integer.toUnsignedString(size) + ", left=" + (end - start));
    }
    position = start + size;
    return start;
  }
}
