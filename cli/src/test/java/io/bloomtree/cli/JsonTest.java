package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void quotesBackslashesAndControlCharactersAreEscaped() {
    assertThat(Json.of("a\"b\\c\n")).isEqualTo("\"a\\\"b\\\\c\\u000a\"");
  }

  @Test
  void whatIsNotAsciiIsEscapedSoThatNoLocaleChangesIt() {
    assertThat(Json.of("\u00e9 \ud83c\udf33 \ud83c~\u007f"))
        .isEqualTo("\"\\u00e9 \\ud83c\\udf33 \\ud83c~\\u007f\"");
  }

  @Test
  void containersNest() {
    assertThat(Json.of(Map.of("k", List.of(1, true, "x")))).isEqualTo("{\"k\":[1,true,\"x\"]}");
  }

  @Test
  void whatIsAbsentIsNull() {
    assertThat(Json.of(List.of(Optional.of(7), Optional.empty()))).isEqualTo("[7,null]");
  }

  @Test
  void otherTypesAreRefused() {
    assertThatThrownBy(() -> Json.of(new Object()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("has no JSON form");
  }
}
