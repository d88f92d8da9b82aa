package io.bloomtree.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** From a file to the text in it, without trusting either. */
final class TopologyText {
  static final int MAX_BYTES = 1 << 20;

  private TopologyText() {}

  static String read(Path file, Findings findings) {
    if (Files.isDirectory(file)) {
      findings.problem(Position.START, "this is a directory, must be a topology file");
    } else {
      try (InputStream in = Files.newInputStream(file)) {
        return read(in, findings);
      } catch (NoSuchFileException e) {
        findings.problem(Position.START, "there is no such file");
      } catch (AccessDeniedException e) {
        findings.problem(Position.START, "the file cannot be read: permission denied");
      } catch (IOException e) {
        findings.problem(Position.START, "the file cannot be read: " + e.getMessage());
      }
    }
    findings.throwIfAny();
    throw new AssertionError("a problem was just added");
  }

  static String read(InputStream in, Findings findings) {
    try {
      // One byte more than allowed tells that there are too many, also of a pipe or a device.
      return decode(in.readNBytes(MAX_BYTES + 1), findings);
    } catch (IOException e) {
      findings.problem(Position.START, "the file cannot be read: " + e.getMessage());
      findings.throwIfAny();
      throw new AssertionError("a problem was just added", e);
    }
  }

  static String decode(byte[] bytes, Findings findings) {
    if (bytes.length > MAX_BYTES) {
      findings.problem(Position.START, "the file is too large, must have at most 1MiB");
      findings.throwIfAny();
    }
    CharBuffer text = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = UTF_8.newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes), text, true);
    String decoded = text.flip().toString();
    if (result.isError()) {
      findings.problem(positionAfter(decoded), "this is not text in UTF-8");
      findings.throwIfAny();
    }
    requirePrintable(decoded, findings);
    return decoded;
  }

  /** Of the characters that YAML forbids, the reader would not say where they are. */
  private static void requirePrintable(String text, Findings findings) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      boolean allowed = c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c < 0x7F || c == 0x85
          || c >= 0xA0 && c < 0xFFFE && !(c == 0xFEFF && i > 0) || c > 0xFFFF;
      if (!allowed || Character.getType(c) == Character.SURROGATE) {
        findings.problem(positionAfter(text.substring(0, i)),
            String.format("character U+%04X found, must be printable text", c));
        findings.throwIfAny();
      }
    }
  }

  private static Position positionAfter(String text) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new Position(line, text.length() - lineStart + 1);
  }
}
