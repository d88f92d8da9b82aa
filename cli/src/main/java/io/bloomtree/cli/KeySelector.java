package io.bloomtree.cli;

import java.util.regex.PatternSyntaxException;

/** What in a line is the key of its event. Owned by one thread. */
sealed interface KeySelector permits WholeLine, JsonField, CsvColumn, RegexGroup {

  /**
   * The key of the line that is {@code from} to {@code to} in the bytes, its end left out.
   *
   * @throws MalformedLineException if it has none
   */
  byte[] key(byte[] bytes, int from, int to) throws MalformedLineException;

  /** Where the lines of this format end. */
  default RecordEnds ends() {
    return new LineEnds();
  }

  /** What may have made a line of this format too long; appended to the report of it. */
  default String tooLongHint() {
    return "";
  }

  /** Whether the first line is a heading and no event, to be read before all others. */
  default boolean hasHeading() {
    return false;
  }

  /**
   * Takes in the heading, if there is one.
   *
   * @throws MalformedLineException if no other line can have a key, then
   */
  default void readHeading(byte[] bytes, int from, int to) throws MalformedLineException {}

  /**
   * The selector that an option describes.
   *
   * @throws IllegalArgumentException if it describes none
   */
  static KeySelector parse(String text, char delimiter) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String what = text.substring(colon + 1);
    if (kind.equals("line")) {
      require(colon < 0, "line takes nothing behind it: " + text);
      return new WholeLine();
    }
    boolean known = kind.equals("json") || kind.equals("csv") || kind.equals("regex");
    require(known, "must be line, json:NAME, json:/POINTER, csv:NAME, csv:NUMBER or "
        + "regex:EXPRESSION: " + text);
    require(colon > 0 && !what.isEmpty(), "says not what to take: " + text);
    return switch (kind) {
      case "json" -> JsonField.at(what);
      case "csv" -> CsvColumn.of(what, delimiter);
      default -> regex(what);
    };
  }

  private static KeySelector regex(String expression) {
    try {
      return RegexGroup.of(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("is no regular expression: " + e.getMessage(), e);
    }
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
