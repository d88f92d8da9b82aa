package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySelectorTest {

  @Test
  void eachKindIsChosenByItsName() {
    assertThat(KeySelector.parse("line", ',')).isInstanceOf(WholeLine.class);
    assertThat(KeySelector.parse("json:id", ',')).isInstanceOf(JsonField.class);
    assertThat(KeySelector.parse("csv:id", ',')).isInstanceOf(CsvColumn.class);
    assertThat(KeySelector.parse("regex:a:b", ',')).isInstanceOf(RegexGroup.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "lines", "line:", "line:x", "json", "json:", "csv", "csv:", "csv:0", "csv:1000001",
    "csv:99999999999999999999", "regex:", "regex:(", "xml:id", "JSON:id", "json:/a~2", ":id"
  })
  void whatDescribesNoKeyIsRefused(String text) {
    assertThatThrownBy(() -> KeySelector.parse(text, ','))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "\n", "\r", "\u00e9"})
  void delimiterThatWouldConfuseIsRefused(String delimiter) {
    assertThatThrownBy(() -> KeySelector.parse("csv:1", delimiter.charAt(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delimiter");
  }

  @Test
  void wholeLineIsItsBytesWhateverTheyAre() throws Exception {
    byte[] bytes = {'x', 0, (byte) 0xff, '\r', 'y'};

    assertThat(new WholeLine().key(bytes, 1, 4)).containsExactly(0, 0xff, '\r');
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "^(\\S+)            | 10.0.0.1 GET /    | 10.0.0.1",
    "[0-9]+             | id=42 n=7         | 42",
    "id=(\\w+) n=(\\w+) | id=42 n=7         | 42",
    "(?<name>é+)        | caféé!            | éé",
    "(.)$               | x😀               | 😀",
  })
  void firstGroupOfTheFirstMatchIsTheKey(String expression, String line, String key)
      throws Exception {
    assertThat(regexKey(expression, line)).isEqualTo(key);
  }

  @Test
  void lineTheExpressionDoesNotFitIsMalformed() {
    assertThatThrownBy(() -> regexKey("^id=(\\d+)", "no id"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("the regular expression does not match");
    assertThatThrownBy(() -> regexKey("a|(b)", "a"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("the regular expression matches without its group");
  }

  @Test
  void expressionThatWouldTakeYearsOrTheWholeStackIsMalformed() throws Exception {
    assertThatThrownBy(() -> regexKey("^(a+)+\\1b$", "a".repeat(60)))
        .isInstanceOf(MalformedLineException.class)
        .hasMessageContaining("takes too long");
    var overflowing = RegexGroup.of("^((a|b)*)$");
    byte[] large = "ab".repeat(400_000).getBytes(UTF_8);
    assertThatThrownBy(() -> overflowing.key(large, 0, large.length))
        .isInstanceOf(MalformedLineException.class)
        .hasMessageContaining("takes too long");

    assertThat(overflowing.key("ab".getBytes(UTF_8), 0, 2)).asString(UTF_8).isEqualTo("ab");
  }

  @Test
  void expressionsAreForTextOnly() {
    byte[] bytes = {'a', (byte) 0xc3, 'b'};

    assertThatThrownBy(() -> RegexGroup.of("a").key(bytes, 0, 3))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("not UTF-8");
  }

  private static String regexKey(String expression, String line) throws MalformedLineException {
    byte[] bytes = line.getBytes(UTF_8);
    return new String(RegexGroup.of(expression).key(bytes, 0, bytes.length), UTF_8);
  }
}
