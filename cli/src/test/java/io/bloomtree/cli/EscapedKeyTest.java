package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EscapedKeyTest {

  private static String escaped(byte[] key) {
    return new String(EscapedKey.of(key), UTF_8);
  }

  private static byte[] parsed(String text) throws MalformedLineException {
    byte[] bytes = text.getBytes(UTF_8);
    return EscapedKey.parse(bytes, 0, bytes.length);
  }

  @Test
  void textStaysAsItIs() {
    assertThat(escaped("click 4711, Ωμέγα 🌳 #'\"".getBytes(UTF_8)))
        .isEqualTo("click 4711, Ωμέγα 🌳 #'\"");
  }

  @Test
  void whatWouldBreakALineIsEscaped() {
    assertThat(escaped("a\tb\r\nc\\d\u0000\u001b\u007f".getBytes(UTF_8)))
        .isEqualTo("a\\tb\\r\\nc\\\\d\\x00\\x1b\\x7f");
  }

  @Test
  void bytesThatAreNoTextAreInHex() {
    assertThat(escaped(new byte[] {'a', (byte) 0xff, 'b', (byte) 0xc3})).isEqualTo("a\\xffb\\xc3");
    // half a surrogate pair, which is not UTF-8 either
    assertThat(escaped(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}))
        .isEqualTo("\\xed\\xa0\\x80");
  }

  @Test
  void anyByteMayBeInHexInEitherCase() throws MalformedLineException {
    assertThat(parsed("\\x41\\xfF\\x0a")).isEqualTo(new byte[] {'A', (byte) 0xff, '\n'});
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\q", "\\x", "\\x1", "\\xg0", "\\x-1", "\\T"})
  void whatNobodyWouldHaveWrittenIsRefused(String text) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(MalformedLineException.class).hasMessageStartingWith("in a key \\");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void everyKeyComesBackAndFitsIntoAColumn(long seed) throws Exception {
    var random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      byte[] key = randomKey(random);

      byte[] escaped = EscapedKey.of(key);

      assertThat(EscapedKey.parse(escaped, 0, escaped.length)).isEqualTo(key);
      assertThat(new StrictUtf8().decode(escaped, 0, escaped.length))
          .doesNotContain("\t", "\r", "\n");
    }
  }

  /** Bytes, or text of all planes with a few bytes changed; some longer than any buffer. */
  static byte[] randomKey(Random random) {
    int length = 1 + random.nextInt(random.nextInt(50) == 0 ? 2_000 : 20);
    if (random.nextBoolean()) {
      byte[] key = new byte[length];
      random.nextBytes(key);
      return key;
    }
    byte[] key = random.ints(length, 0, Character.MAX_CODE_POINT + 1)
        .map(c -> random.nextBoolean() ? c % 128 : c)
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .collect(() -> new StringBuilder("\\"), StringBuilder::appendCodePoint,
            StringBuilder::append)
        .toString().getBytes(UTF_8);
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      key[random.nextInt(key.length)] = (byte) random.nextInt();
    }
    return key;
  }
}
