package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text as bytes, strictly: the JDK's {@code getBytes} and {@code new String} replace what they
 * cannot represent, and a name that changes on the way is another name.
 */
final class Utf8 {
  private Utf8() {}

  static byte[] encode(String text, String name, int maxBytes) {
    requireNonNull(text, name);
    ByteBuffer encoded;
    try {
      encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(name + " must not hold half a surrogate pair", e);
    }
    if (encoded.remaining() > maxBytes) {
      throw new IllegalArgumentException(
          name + " must have at most " + maxBytes + " bytes: length=" + encoded.remaining());
    }
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  static void requireName(String text, String name, int maxBytes) {
    if (encode(text, name, maxBytes).length == 0) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
  }

  static String decode(byte[] bytes, int offset, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, offset, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("text must be UTF-8: length=" + length, e);
    }
  }
}
