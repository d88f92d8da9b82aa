package io.bloomtree.bus;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Questions and answers as bytes. Thread-safe. */
final class QuestionFormat {
  /** Larger ones are not read: nothing that is asked has so much to say. */
  static final int MOST_BYTES = 4 << 20;

  private static final ObjectMapper JSON = JsonMapper.builder()
      // of a later version, which knows more
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .build();

  private QuestionFormat() {}

  static byte[] bytes(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + value, e);
    }
  }

  /**
   * @throws IOException if the body is not one of these
   */
  static <T> T read(Object body, Class<T> type) throws IOException {
    if (!(body instanceof byte[] bytes) || bytes.length > MOST_BYTES) {
      throw new IOException("not at most " + MOST_BYTES + " bytes");
    }
    return JSON.readValue(bytes, type);
  }
}
