package io.bloomtree.cli;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Maps, lists, strings, numbers, booleans and optional ones of these as JSON, on one line. */
final class Json {

  private Json() {}

  static String of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(entry.getKey().toString()) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Iterable<?> items) {
      return StreamSupport.stream(items.spliterator(), false)
          .map(Json::of)
          .collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof Optional<?> optional) {
      return optional.map(Json::of).orElse("null");
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof String text) {
      return quoted(text);
    }
    throw new IllegalArgumentException("has no JSON form: value=" + value);
  }

  private static String quoted(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        // not only where it must: so it is the same JSON whatever characters the locale has
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
