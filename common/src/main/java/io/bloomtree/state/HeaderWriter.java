package io.bloomtree.state;

import io.bloomtree.wire.Endpoint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes the content of a header: numbers of eight bytes, big-endian, and bytes or UTF-8 behind
 * their length. Owned by whoever makes it.
 */
final class HeaderWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  void number(long value) {
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  void flag(boolean value) {
    number(value ? 1 : 0);
  }

  void bytes(byte[] value) {
    number(value.length);
    out.writeBytes(value);
  }

  void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void endpoint(Endpoint value) {
    text(value.node().value());
    number(value.slice());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
