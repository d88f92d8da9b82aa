package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

  /** A record as it was read: its content, its end, where it began. */
  private record Read(long number, String content, String end, boolean tooLong) {}

  /** Gives as many bytes at a time as chance will have it. */
  private static final class Dribble extends InputStream {
    private final InputStream bytes;
    private final Random random;

    Dribble(byte[] bytes, Random random) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.random = random;
    }

    @Override public int read() {
      throw new AssertionError("reads one by one");
    }

    @Override public int read(byte[] to, int offset, int length) throws IOException {
      return bytes.read(to, offset, Math.min(length, 1 + random.nextInt(7)));
    }
  }

  private static List<Read> read(InputStream in, RecordEnds ends, int maxBytes) throws Exception {
    var reader = new LineReader(in, ends, maxBytes, () -> {});
    var records = new ArrayList<Read>();
    var pieces = new ByteArrayOutputStream();
    while (reader.next()) {
      if (reader.tooLong()) {
        assertThat(reader.end()).isGreaterThan(reader.start());
        pieces.write(reader.buffer(), reader.start(), reader.end() - reader.start());
        if (reader.last()) {
          records.add(new Read(reader.number(), pieces.toString(ISO_8859_1), "", true));
          pieces.reset();
        }
        continue;
      }
      assertThat(reader.last()).isTrue();
      records.add(new Read(reader.number(),
          text(reader.buffer(), reader.start(), reader.contentEnd()),
          text(reader.buffer(), reader.contentEnd(), reader.end()), false));
    }
    if (pieces.size() > 0) {
      records.add(new Read(reader.number(), pieces.toString(ISO_8859_1), "", true));
    }
    return records;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, ISO_8859_1);
  }

  private static List<Read> read(String text, int maxBytes) throws Exception {
    return read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), new LineEnds(), maxBytes);
  }

  private static List<Read> readCsv(String text) throws Exception {
    return read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)),
        new CsvRecordEnds((byte) ','), 100);
  }

  @Test
  void emptyInputHasNoLines() throws Exception {
    assertThat(read("", 10)).isEmpty();
  }

  @Test
  void lastLineMayLackItsEnd() throws Exception {
    assertThat(read("a\nb", 10)).containsExactly(
        new Read(1, "a", "\n", false), new Read(2, "b", "", false));
  }

  @Test
  void emptyLinesAreLines() throws Exception {
    assertThat(read("\n\r\n\n", 10)).containsExactly(
        new Read(1, "", "\n", false), new Read(2, "", "\r\n", false), new Read(3, "", "\n", false));
  }

  @Test
  void carriageReturnIsPartOfTheEndOnlyBeforeANewline() throws Exception {
    assertThat(read("a\r\nb\rc\r\r\nd\r", 10)).containsExactly(
        new Read(1, "a", "\r\n", false),
        new Read(2, "b\rc\r", "\r\n", false),
        new Read(3, "d\r", "", false));
  }

  @Test
  void limitIsAboutTheContentAlone() throws Exception {
    assertThat(read("abc\r\nabcd\r\nabc\nabcd\nabc", 3)).containsExactly(
        new Read(1, "abc", "\r\n", false),
        new Read(2, "abcd\r\n", "", true),
        new Read(3, "abc", "\n", false),
        new Read(4, "abcd\n", "", true),
        new Read(5, "abc", "", false));
    assertThat(read("abcd", 3)).containsExactly(new Read(1, "abcd", "", true));
    assertThat(read("abc\r", 3)).containsExactly(new Read(1, "abc\r", "", true));
  }

  @Test
  void linesLargerThanTheFirstBufferAreReadWhole() throws Exception {
    String large = "x".repeat(3_000_000);

    assertThat(read("a\n" + large + "\nb\n", 3_000_000)).containsExactly(
        new Read(1, "a", "\n", false), new Read(2, large, "\n", false),
        new Read(3, "b", "\n", false));
  }

  @Test
  void hugeLineComesInPiecesFromABufferThatDoesNotGrow() throws Exception {
    var reader = new LineReader(
        new ByteArrayInputStream(("x".repeat(20_000_000) + "\nend\n").getBytes(ISO_8859_1)),
        new LineEnds(), 1_000, () -> {});
    long length = 0;
    do {
      assertThat(reader.next()).isTrue();
      assertThat(reader.tooLong()).isTrue();
      assertThat(reader.buffer().length).isLessThan(1_000_000);
      length += reader.end() - reader.start();
    } while (!reader.last());

    assertThat(length).isEqualTo(20_000_001);
    assertThat(reader.next()).isTrue();
    assertThat(reader.tooLong()).isFalse();
    assertThat(reader.number()).isEqualTo(2);
  }

  @Test
  void newlinesBetweenQuotesDoNotEndARecordOfCsv() throws Exception {
    assertThat(readCsv("a,\"b\nc\"\"\n\",d\ne\"\nf,g\"h\n\"\n\"")).containsExactly(
        new Read(1, "a,\"b\nc\"\"\n\",d", "\n", false),
        new Read(4, "e\"", "\n", false),
        new Read(5, "f,g\"h", "\n", false),
        new Read(6, "\"\n\"", "", false));
  }

  @Test
  void quoteThatIsNeverClosedTakesTheRest() throws Exception {
    assertThat(readCsv("a\n\"b\nc\n")).containsExactly(
        new Read(1, "a", "\n", false), new Read(2, "\"b\nc", "\n", false));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void recordsDoNotDependOnHowTheBytesArrive(long seed) throws Exception {
    var random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      byte[] bytes = new byte[random.nextInt(400)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) "ab,\"\n\r\n\u00ff\0".charAt(random.nextInt(9));
      }
      int maxBytes = 1 + random.nextInt(30);

      assertThat(read(new Dribble(bytes, random), new LineEnds(), maxBytes))
          .isEqualTo(read(new ByteArrayInputStream(bytes), new LineEnds(), maxBytes))
          .isEqualTo(split(new String(bytes, ISO_8859_1), maxBytes));
      assertThat(read(new Dribble(bytes, random), new CsvRecordEnds((byte) ','), maxBytes))
          .isEqualTo(read(
              new ByteArrayInputStream(bytes), new CsvRecordEnds((byte) ','), maxBytes));
    }
  }

  /** The same in the plainest way. */
  private static List<Read> split(String text, int maxBytes) {
    var records = new ArrayList<Read>();
    int from = 0;
    while (from < text.length()) {
      int newline = text.indexOf('\n', from);
      int to = newline < 0 ? text.length() : newline + 1;
      String line = text.substring(from, to);
      String end = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : "";
      String content = line.substring(0, line.length() - end.length());
      boolean tooLong = content.length() > maxBytes;
      records.add(new Read(records.size() + 1, tooLong ? line : content, tooLong ? "" : end,
          tooLong));
      from = to;
    }
    return records;
  }

  @Test
  void streamThatDoesNotTellWhatIsAvailableIsReadAllTheSame() throws Exception {
    var in = new ByteArrayInputStream("a\nb\n".getBytes(ISO_8859_1));
    var silent = new FilterInputStream(in) {
      @Override public int available() throws IOException {
        throw new IOException("Invalid argument");
      }
    };

    assertThat(read(silent, new LineEnds(), 10)).hasSize(2);
  }

  @Test
  void tellsBeforeItMayHaveToWait() throws Exception {
    var waits = new AtomicInteger();
    var in = new InputStream() {
      private int chunks = 2;

      @Override public int available() {
        return 0;
      }

      @Override public int read() {
        throw new AssertionError("reads one by one");
      }

      @Override public int read(byte[] to, int offset, int length) {
        if (chunks-- == 0) {
          return -1;
        }
        to[offset] = 'a';
        to[offset + 1] = '\n';
        return 2;
      }
    };
    var reader = new LineReader(in, new LineEnds(), 10, waits::incrementAndGet);

    assertThat(reader.next()).isTrue();
    assertThat(waits).hasValue(1);
    assertThat(reader.next()).isTrue();
    assertThat(waits).hasValue(2);
    assertThat(reader.next()).isFalse();
  }
}
