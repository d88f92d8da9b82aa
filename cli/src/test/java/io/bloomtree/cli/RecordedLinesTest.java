package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedLinesTest {
  private static final int LONGEST = 1 << 20;

  static byte[] gzip(byte[] plain) {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static RecordedLines lines(byte[] bytes) throws BadInputException {
    return RecordedLines.of("log", new ByteArrayInputStream(bytes), LONGEST);
  }

  private static List<String> all(RecordedLines lines) throws BadInputException {
    var all = new ArrayList<String>();
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      assertThat(line.get().number()).isEqualTo(all.size() + 1);
      all.add(new String(line.get().bytes(), UTF_8));
    }
    return all;
  }

  @Test
  void lineEndsAreNoPartOfLines() throws BadInputException {
    assertThat(all(lines("a\r\n\nb\rc\nlast".getBytes(UTF_8))))
        .containsExactly("a", "", "b\rc", "last");
  }

  @Test
  void nothingHasNoLines() throws BadInputException {
    assertThat(all(lines(new byte[0]))).isEmpty();
    assertThat(all(lines(gzip(new byte[0])))).isEmpty();
    assertThat(all(lines("\n".getBytes(UTF_8)))).containsExactly("");
  }

  @Test
  void aBeginningLikeGzipButShorterIsPlain() throws BadInputException {
    assertThat(lines(new byte[] {0x1f}).next()).isPresent();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void linesOfAnyLengthAreReadWhereverBuffersEnd(long seed) throws BadInputException {
    var random = new Random(seed);
    var expected = new ArrayList<String>();
    for (int i = 0; i < 200; i++) {
      expected.add("x".repeat(random.nextInt(random.nextInt(10) == 0 ? 100_000 : 100)) + i);
    }
    byte[] text = (String.join("\n", expected) + "\n").getBytes(UTF_8);

    assertThat(all(lines(text))).isEqualTo(expected);
    assertThat(all(lines(gzip(text)))).isEqualTo(expected);
  }

  @Test
  void filesZippedOneAfterTheOtherAreOneThroughASlowPipeToo() throws Exception {
    var both = new ByteArrayOutputStream();
    both.write(gzip("a\nb\n".getBytes(UTF_8)));
    both.write(gzip("c\n".getBytes(UTF_8)));
    InputStream pipe = new FilterInputStream(new ByteArrayInputStream(both.toByteArray())) {
      @Override public int read(byte[] bytes, int offset, int length) throws IOException {
        return super.read(bytes, offset, Math.min(1, length));
      }

      @Override public int available() {
        return 0;
      }
    };

    assertThat(all(RecordedLines.of("log", pipe, LONGEST))).containsExactly("a", "b", "c");
  }

  @Test
  void ofALineThatIsTooLongTheBeginningIsKept() throws BadInputException {
    byte[] text = ("short\n" + "x".repeat(300_000) + "\nnext\n").getBytes(UTF_8);
    var lines = RecordedLines.of("log", new ByteArrayInputStream(text), 1000);

    assertThat(lines.next().orElseThrow().isTooLong()).isFalse();
    var tooLong = lines.next().orElseThrow();
    assertThat(tooLong.isTooLong()).isTrue();
    assertThat(tooLong.bytes()).hasSize(1000);
    assertThat(new String(lines.next().orElseThrow().bytes(), UTF_8)).isEqualTo("next");
    assertThat(lines.next()).isEmpty();
  }

  @Test
  void gzipThatWasCutOffTellsAfterWhichLineAndGivesNoHalfLine() throws BadInputException {
    var text = new StringBuilder();
    var random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      text.append(random.nextLong()).append(" end\n");
    }
    byte[] whole = gzip(text.toString().getBytes(UTF_8));
    var lines = lines(Arrays.copyOf(whole, whole.length / 2));

    var seen = new ArrayList<String>();
    assertThatThrownBy(() -> {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        seen.add(new String(line.get().bytes(), UTF_8));
      }
    }).isInstanceOf(BadInputException.class)
        .hasMessageMatching("log: after line \\d+: the gzip data ends too early: it was cut off");
    assertThat(seen).isNotEmpty().allMatch(line -> line.endsWith(" end"));
  }

  @Test
  void damagedGzipIsRefused() {
    byte[] damaged = gzip("a\nb\n".getBytes(UTF_8));
    damaged[damaged.length - 6] ^= 1;

    assertThatThrownBy(() -> all(lines(damaged)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the gzip data is damaged");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 19, 40, 100_000})
  void whatFollowsGzipAndIsNoneIsNotPassedOver(int length) throws IOException {
    var both = new ByteArrayOutputStream();
    both.write(gzip("a\nb\n".getBytes(UTF_8)));
    byte[] other = new byte[length];
    Arrays.fill(other, (byte) 'x');
    both.write(other);

    assertThatThrownBy(() -> all(lines(both.toByteArray())))
        .isInstanceOf(BadInputException.class)
        .hasMessage("log: after line 2: the gzip data is damaged: what follows its end is not gzip");
  }

  @Test
  void gzipWithACutOffHeaderBehindItIsNotTakenForTheWhole() throws IOException {
    var both = new ByteArrayOutputStream();
    both.write(gzip("a\nb\n".getBytes(UTF_8)));
    both.write(gzip("c\n".getBytes(UTF_8)), 0, 5);

    assertThatThrownBy(() -> all(lines(both.toByteArray())))
        .isInstanceOf(BadInputException.class).hasMessageStartingWith("log: after line 2: ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 512, 100_000})
  void gzipThatIsFilledUpWithZerosIsWhole(int zeros) throws BadInputException {
    byte[] zipped = gzip("a\nb\n".getBytes(UTF_8));

    assertThat(all(lines(Arrays.copyOf(zipped, zipped.length + zeros)))).containsExactly("a", "b");
  }

  @Test
  void anErrorOfTheDiskIsTold() {
    InputStream broken = new InputStream() {
      @Override public int read() throws IOException {
        throw new IOException("Input/output error");
      }
    };

    assertThatThrownBy(() -> RecordedLines.of("log", broken, LONGEST))
        .isInstanceOf(BadInputException.class)
        .hasMessage("log: cannot be read: Input/output error");
  }

  @ParameterizedTest
  @CsvSource({"zstd, 28b52ffd00", "xz, fd377a585a0000", "bzip2, 425a683931", "zip, 504b0304"})
  void otherPackersAreNamed(String packer, String head) {
    byte[] bytes = HexFormat.of().parseHex(head);

    assertThatThrownBy(() -> lines(bytes))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("packed with " + packer);
  }

  @Test
  void anEmptyStreamStaysEmpty() throws BadInputException {
    var lines = lines(new byte[0]);

    assertThat(lines.next()).isEqualTo(Optional.empty());
    assertThat(lines.next()).isEqualTo(Optional.empty());
  }
}
