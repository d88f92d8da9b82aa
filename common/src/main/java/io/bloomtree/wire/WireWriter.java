package io.bloomtree.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/** Appends little-endian numbers and names to a growing array. Not thread-safe. */
final class WireWriter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes;
  private int size;

  WireWriter(int initialCapacity) {
    bytes = new byte[initialCapacity];
  }

  int size() {
    return size;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  void writeByte(int value) {
    ensure(Byte.BYTES);
    bytes[size++] = (byte) value;
  }

  void writeShort(int value) {
    ensure(Short.BYTES);
    bytes[size++] = (byte) value;
    bytes[size++] = (byte) (value >>> Byte.SIZE);
  }

  void writeInt(int value) {
    ensure(Integer.BYTES);
    INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  /** Fills in a number that was not known when its place was written. */
  void overwriteInt(int offset, int value) {
    INT.set(bytes, offset, value);
  }

  void writeLong(long value) {
    ensure(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  /** The first {@code count} of them. */
  void writeLongs(long[] values, int count) {
    ensure(Math.multiplyExact(count, Long.BYTES));
    for (int i = 0; i < count; i++) {
      LONG.set(bytes, size + i * Long.BYTES, values[i]);
    }
    size += count * Long.BYTES;
  }

  void writeBytes(byte[] values) {
    ensure(values.length);
    System.arraycopy(values, 0, bytes, size, values.length);
    size += values.length;
  }

  /** Seven bits a byte, the lowest first; the high bit says that more follow. */
  void writeVarint(long value) {
    ensure(MAX_VARINT_BYTES);
    if ((value & ~0x7fL) == 0) {
      bytes[size++] = (byte) value;
      return;
    }
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** One more than the number; 0 if there is none. */
  void writeOptional(OptionalLong value) {
    writeVarint(value.isPresent() ? value.getAsLong() + 1 : 0);
  }

  void writeBoolean(boolean value) {
    writeByte(value ? 1 : 0);
  }

  /** A varint in which numbers close to zero are short whatever their sign. */
  void writeZigZag(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  void writeNodeId(NodeId id) {
    writeShortText(id.value().getBytes(StandardCharsets.US_ASCII));
  }

  /** Text of at most 255 bytes. */
  void writeShortText(byte[] utf8) {
    writeByte(utf8.length);
    writeBytes(utf8);
  }

  private void ensure(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), doubled()));
    }
  }

  private int doubled() {
    return (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - Long.BYTES);
  }
}
