package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.hash.KeyHash;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ways to write a key are the same key, and which are not. */
class KeysTest {
  private static final KeyHash HASH = KeyHash.of("xxh3-64", 42, 100);
  private static final EventReader READER = new EventReader(HASH, 10_000);

  private static long key(String event) {
    return EventKeys.fingerprint(READER, HASH, Buffer.buffer(event));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
    "{\"key\":\"abc\"} | {\"key64\":\"YWJj\"}",
    "{\"key\":\"\\u0041\"} | {\"key\":\"A\"}",
    "{\"key64\":\"-_8=\"} | {\"key64\":\"+/8\"}",
    "{\"fields\":[\"a\",\"b\"]} | { \"fields\" : [ \"\\u0061\", \"b\" ] }",
    "{\"fields\":{\"a\":1,\"b\":[1,{\"x\":0,\"y\":1}]}} "
        + "| {\"fields\":{\"b\":[1.0,{\"y\":1e0,\"x\":-0}],\"a\":10e-1}}",
    "{\"fields\":[100]} | {\"fields\":[1.00e2]}",
  })
  void areOneKey(String one, String other) {
    assertThat(key(one)).isEqualTo(key(other));
  }

  @Test void areDifferentKeys() {
    List<String> keys = List.of(
        "{\"key\":\"abc\"}", "{\"key\":\"YWJj\"}", "{\"key\":\"[\\\"a\\\",\\\"b\\\"]\"}",
        "{\"fields\":[\"a\",\"b\"]}", "{\"fields\":[\"b\",\"a\"]}", "{\"fields\":[\"ab\"]}",
        "{\"fields\":[\"ab\",\"\"]}", "{\"fields\":[\"abc\"]}", "{\"fields\":{\"a\":\"b\"}}",
        "{\"fields\":[{\"a\":\"b\"}]}", "{\"fields\":[[\"a\",\"b\"]]}", "{\"fields\":[1]}",
        "{\"fields\":[\"1\"]}", "{\"fields\":[\"1e0\"]}", "{\"fields\":[10]}",
        "{\"fields\":[0.1]}", "{\"fields\":[-1]}", "{\"fields\":[null]}",
        "{\"fields\":[\"null\"]}", "{\"fields\":[true]}", "{\"fields\":[false]}",
        "{\"fields\":{\"a\":null}}", "{\"fields\":{\"a\":{}}}", "{\"fields\":{\"a\":[]}}",
        "{\"fields\":{\"a\":1,\"b\":2}}", "{\"fields\":{\"a\":2,\"b\":1}}",
        "{\"fields\":[\"a\",1,\"b\",2]}", "{\"fields\":[9007199254740993]}",
        "{\"fields\":[9007199254740992]}", "{\"fields\":[\"\",\"a\"]}", "{\"key64\":\"/g==\"}");

    assertThat(keys.stream().map(KeysTest::key)).doesNotHaveDuplicates();
  }

  @Test void fieldsOfTextAreThoseOfTheHash() {
    assertThat(key("{\"fields\":[\"click\",\"0001\"]}"))
        .isEqualTo(HASH.fingerprintOfFields("click", "0001"));
  }

  @Test void thePlainPathReadsWhatTheOtherReads() throws MalformedEventException {
    byte[] line = "{\"key\":\"plain 1\"}".getBytes(UTF_8);

    assertThat(READER.plainKey(line, 0, line.length))
        .isEqualTo(READER.readLine(line, 0, line.length, READER::event).plain().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "{\"key\":\"\"}", "{\"key\":\"a\\n\"}", "{\"key\":\"é\"}", "{\"key\":\"a\" }",
    "{\"key\":\"a\",\"id\":\"b\"}", "{\"key\": \"a\"}", "{\"key\":\"a\"", "\"}", ""
  })
  void thePlainPathLeavesTheRestToTheOther(String line) {
    byte[] bytes = line.getBytes(UTF_8);

    assertThat(READER.plainKey(bytes, 0, bytes.length)).isNull();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
    "{\"key\":\"\"} | 1:8 a key must have 1 to 100 bytes: length=0",
    "{\"key\":\"\\ud800\"} | 1:8 text must not have half a surrogate pair",
    "{\"key\":7} | 1:8 key must be text",
    "{\"key64\":\"*\"} | 1:10 key64 must be base64",
    "{\"fields\":\"a\"} | 1:11 fields must be an array or an object",
    "{\"fields\":[]} | 1:12 fields must not be empty",
    "{\"fields\":{}} | 1:12 fields must not be empty",
    "{\"key\":\"a\",\"fields\":[1]} | 1:23 an event has one key: one of key, key64 and fields",
    "{} | 1:2 an event must have one of key, key64 and fields",
    "{\"key\":\"a\",\"importance\":1.5} | 1:25 importance must be a number from 0 to 1",
    "{\"key\":\"a\",\"id\":{}} | 1:17 id must be text or a whole number",
    "[1] | 1:2 must be an object such as {\"key\":\"a\"}",
    "{\"key\":\"a\"} x | 1:13 Unrecognized token 'x'",
    "{\"key\":\"a\",\"key\":\"b\"} | 1:17 Duplicate field 'key'",
    "{\"key\":\"a\" | 1:11 Unexpected end-of-input",
  })
  void isRefused(String event, String message) {
    assertThatThrownBy(() -> key(event)).isInstanceOfSatisfying(ProblemException.class, e ->
        assertThat(e.body().get("line") + ":" + e.body().get("column") + " " + e.getMessage())
            .startsWith(message));
  }

  @Test void whatIsNoUtf8IsRefusedSinceTwoKeysWouldBecomeOne() {
    byte[] line = "x{\"key\":\"?\"}".getBytes(UTF_8);
    line[9] = (byte) 0xFE;

    assertThatThrownBy(() -> READER.readLine(line, 1, line.length, READER::event))
        .isInstanceOfSatisfying(MalformedEventException.class, e ->
            assertThat(e.column() + " " + e.getMessage()).isEqualTo("9 text must be UTF-8"));
    assertThatThrownBy(() -> READER.readBody(
        new byte[] {'[', '\n', '{', (byte) 0xC3}, READER::event, event -> {}))
        .isInstanceOfSatisfying(MalformedEventException.class, e ->
            assertThat(e.line() + ":" + e.column()).isEqualTo("2:2"));
  }

  @Test void bytesThatLookLikeAnotherEncodingAreRefused() {
    byte[] line = {0, 0, '{', 0};

    assertThatThrownBy(() -> READER.readLine(line, 0, line.length, READER::event))
        .isInstanceOf(MalformedEventException.class);
  }

  @Test void aNumberThatNobodyCanWriteOutIsRefused() {
    assertThatThrownBy(() -> key("{\"fields\":[1000e2147483647]}"))
        .isInstanceOf(ProblemException.class).hasMessageContaining("number");
  }

  @Test void aLongLineEndsWhereItEnds() throws MalformedEventException {
    String text = "a".repeat(9_000);
    byte[] lines = ("{\"key\":\"b\"}\n{\"key64\":\"YQ\",\"id\":\"i\"" + " ".repeat(9_000)
        + "}\n{\"key\":\"" + text + "\"}\n").getBytes(UTF_8);
    int from = 12;
    int to = lines.length - text.length() - 12;

    assertThat(READER.readLine(lines, from, to, READER::event).plain().orElseThrow())
        .isEqualTo("a".getBytes(UTF_8));
  }

  @Test void nestingHasALimit() {
    String deep = "[".repeat(1000) + "]".repeat(1000);

    assertThatThrownBy(() -> key("{\"fields\":" + deep + "}")).isInstanceOf(ProblemException.class)
        .hasMessageContaining("depth");
  }
}
