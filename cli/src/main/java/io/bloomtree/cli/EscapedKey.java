package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.HexFormat;

/** Keys of any bytes as text without tabs and line ends, and back. */
final class EscapedKey {
  private static final HexFormat HEX = HexFormat.of();
  private static final int HEX_DIGITS = 2;
  private static final int DELETE = 0x7f;

  private EscapedKey() {}

  /** UTF-8, whatever the key is. */
  static byte[] of(byte[] key) {
    return of(key, 0, key.length);
  }

  static byte[] of(byte[] bytes, int from, int to) {
    var text = new ByteArrayOutputStream(to - from + 16);
    CharsetDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer ignored = CharBuffer.allocate(256);
    int done = from;
    CoderResult result;
    do {
      result = decoder.decode(in, ignored.clear(), true);
      for (; done < in.position(); done++) {
        appendText(text, bytes[done]);
      }
      for (; result.isError() && done < in.position() + result.length(); done++) {
        appendHex(text, bytes[done]);
      }
      in.position(done);
    } while (!result.isUnderflow());
    return text.toByteArray();
  }

  private static void appendText(ByteArrayOutputStream text, byte b) {
    switch (b) {
      case '\\' -> appendEscape(text, '\\');
      case '\t' -> appendEscape(text, 't');
      case '\r' -> appendEscape(text, 'r');
      case '\n' -> appendEscape(text, 'n');
      default -> {
        // a terminal would do more with the others than show them
        if (b >= 0 && b < ' ' || b == DELETE) {
          appendHex(text, b);
        } else {
          text.write(b);
        }
      }
    }
  }

  private static void appendEscape(ByteArrayOutputStream text, char c) {
    text.write('\\');
    text.write(c);
  }

  private static void appendHex(ByteArrayOutputStream text, byte b) {
    appendEscape(text, 'x');
    text.write(HEX.toHighHexDigit(b));
    text.write(HEX.toLowHexDigit(b));
  }

  /** The key that is escaped in a part of a line. */
  static byte[] parse(byte[] line, int from, int to) throws MalformedLineException {
    var key = new ByteArrayOutputStream(to - from);
    for (int i = from; i < to; i++) {
      if (line[i] != '\\') {
        key.write(line[i]);
        continue;
      }
      i++;
      char c = i < to ? (char) line[i] : 0;
      switch (c) {
        case '\\' -> key.write('\\');
        case 't' -> key.write('\t');
        case 'r' -> key.write('\r');
        case 'n' -> key.write('\n');
        case 'x' -> {
          key.write(hex(line, i + 1, to));
          i += HEX_DIGITS;
        }
        default -> throw new MalformedLineException(
            "in a key \\ must be followed by \\, t, r, n or x and two hex digits");
      }
    }
    return key.toByteArray();
  }

  private static int hex(byte[] line, int from, int to) throws MalformedLineException {
    if (to - from < HEX_DIGITS || !HexFormat.isHexDigit(line[from])
        || !HexFormat.isHexDigit(line[from + 1])) {
      throw new MalformedLineException("in a key \\x must be followed by two hex digits");
    }
    return HexFormat.fromHexDigit(line[from]) << 4 | HexFormat.fromHexDigit(line[from + 1]);
  }
}
