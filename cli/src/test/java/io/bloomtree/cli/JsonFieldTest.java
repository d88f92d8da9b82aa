package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldTest {

  private static String key(String field, String line) throws MalformedLineException {
    byte[] bytes = ("##" + line + "##").getBytes(UTF_8);
    return new String(JsonField.at(field).key(bytes, 2, bytes.length - 2), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
    "id          | {\"id\":\"x\"}                          | x",
    "id          | {\"a\":{\"id\":1},\"id\":\"x\",\"b\":[{\"id\":2}]} | x",
    "id          | {\"id\":42}                             | 42",
    "id          | {\"id\":1.50e3}                         | 1.50e3",
    "id          | {\"id\":true}                           | true",
    "id          | {\"id\":\"\\u0041\\t\\ud83d\\ude00é\"}  | A\t😀é",
    "id          | {\"\\u0069d\":1}                        | 1",
    "a.b         | {\"a.b\":1}                             | 1",
    "/user/id    | {\"user\":{\"id\":7},\"id\":8}          | 7",
    "/items/1/id | {\"items\":[{\"id\":1},{\"id\":2}]}     | 2",
    "/items/1    | {\"items\":{\"1\":\"x\"}}               | x",
    "/a~1b/~0    | {\"a/b\":{\"~\":3}}                     | 3",
    "/           | {\"\":4}                                | 4",
    "/1          | [5,6]                                   | 6",
    "id          | {\"id\":1,\"id\":2}                     | 2",
  })
  void valueIsFound(String field, String line, String key) throws Exception {
    assertThat(key(field, line)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "{}", "[]", "3", "null", "{\"id\":null}", "{\"id\":{}}", "{\"id\":[1]}", "{\"a\":{\"id\":1}}",
    "{\"id\":1,\"id\":null}"
  })
  void documentWithoutTheValueIsMalformed(String line) {
    assertThatThrownBy(() -> key("id", line))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("no string, number or boolean 'id'");
  }

  @Test
  void whoWritesAPathWithDotsIsToldHow() {
    assertThatThrownBy(() -> key(".user.id", "{\"user\":{\"id\":1}}"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessageContaining("a path is written with slashes: json:/user/id");
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", " ", "x", "{", "{\"id\":1", "{\"id\":1,", "{\"id\":1,\"b\":[1,2", "{\"id\":1}}",
    "{\"id\":1} {\"id\":2}", "{\"id\":1} x", "{id:1}", "{'id':1}", "{\"id\":01}", "{\"id\":NaN}",
    "{\"id\":\"a\tb\"}", "{\"id\":1,\"b\":\"cut o"
  })
  void lineThatIsNoWholeDocumentIsMalformed(String line) {
    assertThatThrownBy(() -> key("id", line))
        .isInstanceOf(MalformedLineException.class)
        .hasMessageStartingWith("not JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":\"\\ud800\"}", "{\"id\":\"x\\udc00y\"}"})
  void halfASurrogatePairIsNoKey(String line) {
    assertThatThrownBy(() -> key("id", line))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("the key has half a surrogate pair");
  }

  @Test
  void otherEncodingsAreNotGuessed() {
    byte[] bytes = "{\"id\":1}".getBytes(UTF_16BE);

    assertThatThrownBy(() -> JsonField.at("id").key(bytes, 0, bytes.length))
        .isInstanceOf(MalformedLineException.class)
        .hasMessageStartingWith("not JSON");
  }

  @Test
  void byteOrderMarkIsNoPartOfTheDocument() throws Exception {
    assertThat(key("id", "\uFEFF{\"id\":1}")).isEqualTo("1");
  }

  @Test
  void invalidUtf8IsMalformed() {
    byte[] bytes = "{\"id\":\"x?\"}".getBytes(UTF_8);
    bytes[8] = (byte) 0xff;

    assertThatThrownBy(() -> JsonField.at("id").key(bytes, 0, bytes.length))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("not UTF-8");
  }

  @Test
  void deepNestingLongNumbersAndLongNamesHurtNobody() throws Exception {
    int many = 400_000;
    for (String line : new String[] {
      "[".repeat(many), "{\"a\":".repeat(many), "{\"id\":" + "[".repeat(many),
      "{\"id\":" + "9".repeat(many) + "}"
    }) {
      assertThatThrownBy(() -> key("id", line)).isInstanceOf(MalformedLineException.class);
    }
    assertThat(key("id", "{\"" + "n".repeat(many) + "\":\"" + "v".repeat(many) + "\",\"id\":1}"))
        .isEqualTo("1");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void garbageIsMalformedAndNothingWorse(long seed) {
    var random = new Random(seed);
    var field = JsonField.at("/a/0");
    String pieces = "{}[]\":,a0\\ue.-tfn \u00ff";
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = random.nextInt(10) == 0
            ? (byte) random.nextInt()
            : (byte) pieces.charAt(random.nextInt(pieces.length()));
      }
      try {
        assertThat(field.key(bytes, 0, bytes.length)).isNotNull();
      } catch (MalformedLineException e) {
        assertThat(e).hasMessageNotContaining("null");
      }
    }
  }
}
