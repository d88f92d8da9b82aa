package io.bloomtree.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Answers of a tree as JSON, on one line, with the names that its records have. */
final class AnswerJson {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      // so that it is the same whatever characters the locale has
      .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
      .build();

  private AnswerJson() {}

  static String of(Object answer) {
    try {
      return MAPPER.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + answer, e);
    }
  }
}
