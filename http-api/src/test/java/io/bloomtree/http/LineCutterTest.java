package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineCutterTest {
  private static final int LONGEST = 10;
  private static final int MOST = 3;

  /** What was cut: number and text of each line, and of those that are too long. */
  private static final class Cut implements LineCutter.Lines {
    private final List<String> lines = new ArrayList<>();
    private int runs;

    @Override public void add(byte[] bytes, int from, int to, int count, long firstLine) {
      String[] texts = new String(bytes, from, to - from, UTF_8).split("\n", -1);
      assertThat(texts).hasSize(count + 1).endsWith("");
      assertThat(count).isBetween(1, MOST);
      for (int i = 0; i < count; i++) {
        lines.add(firstLine + i + " " + texts[i]);
      }
      runs++;
    }

    @Override public void addTooLong(long line) {
      lines.add(line + " too long");
    }
  }

  private static List<String> expected(String text) {
    List<String> expected = new ArrayList<>();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (i < lines.length - 1 || !lines[i].isEmpty()) {
        expected.add(i + 1 + " " + (lines[i].length() > LONGEST ? "too long" : lines[i]));
      }
    }
    return expected;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13})
  void cutsTheSameLinesWhateverChunksTheyComeIn(long seed) {
    var random = new Random(seed);
    var text = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      text.append("x".repeat(random.nextInt(random.nextInt(8) == 0 ? 3 * LONGEST : LONGEST)));
      text.append(random.nextInt(20) == 0 ? "\n\n" : "\n");
    }
    text.append("end");
    var cut = new Cut();
    var cutter = new LineCutter(LONGEST, MOST, cut);
    int longestChunk = 1 + random.nextInt(60);

    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + 1 + random.nextInt(longestChunk));
      cutter.take(Buffer.buffer(text.substring(from, to)));
      from = to;
    }
    cutter.end();

    assertThat(cut.lines).isEqualTo(expected(text.toString()));
  }

  @Test void linesOfOneChunkAreCutIntoFewRuns() {
    var cut = new Cut();
    var cutter = new LineCutter(LONGEST, MOST, cut);

    cutter.take(Buffer.buffer("a\nb\nc\nd\ne"));
    cutter.take(Buffer.buffer("e\nf\ng"));

    assertThat(cut.lines).containsExactly("1 a", "2 b", "3 c", "4 d", "5 ee", "6 f");
    assertThat(cut.runs).isEqualTo(3);
  }

  /** In quadratic time it would copy a hundred thousand gigabytes, and the test never end. */
  @Test void aLongLineMayComeByteByByte() {
    int length = 16 << 20;
    var cut = new Cut();
    var cutter = new LineCutter(length, MOST, cut);
    Buffer one = Buffer.buffer("x");

    for (int i = 0; i < length; i++) {
      cutter.take(one);
    }
    cutter.take(Buffer.buffer("\n"));

    assertThat(cut.lines).hasSize(1);
    assertThat(cut.lines.get(0)).hasSize("1 ".length() + length);
  }
}
