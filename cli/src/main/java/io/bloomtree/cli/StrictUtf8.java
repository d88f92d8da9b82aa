package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/**
 * Text from bytes and back, without the question marks that the lenient ways put in: they would
 * make one key of two. Owned by one thread.
 */
final class StrictUtf8 {
  private final CharsetDecoder decoder = UTF_8.newDecoder();
  private final CharsetEncoder encoder = UTF_8.newEncoder();

  String decode(byte[] bytes, int from, int to) throws MalformedLineException {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedLineException("not UTF-8");
    }
  }

  byte[] encode(String text) throws MalformedLineException {
    try {
      ByteBuffer encoded = encoder.encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new MalformedLineException("the key has half a surrogate pair");
    }
  }
}
