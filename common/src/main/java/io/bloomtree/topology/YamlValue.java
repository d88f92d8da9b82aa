package io.bloomtree.topology;

import java.util.List;

/** A part of a YAML document that knows where it is written. Immutable. */
sealed interface YamlValue {

  Position position();

  /** What it is, for a message: {@code 'text'}, {@code a list}. */
  String described();

  /** What a scalar is taken for when nothing is known about its key. */
  enum Type { TEXT, NUMBER, BOOLEAN, NULL }

  record Scalar(Position position, Type type, String text) implements YamlValue {
    @Override public String described() {
      return type == Type.NULL || text.isEmpty() ? "empty" : Excerpt.quoted(text);
    }
  }

  record Sequence(Position position, List<YamlValue> items) implements YamlValue {
    @Override public String described() {
      return "a list";
    }
  }

  record Mapping(Position position, List<Entry> entries) implements YamlValue {
    @Override public String described() {
      return "a mapping";
    }
  }

  /** A value that is wrong whatever it should be, and has been reported. */
  record Broken(Position position) implements YamlValue {
    @Override public String described() {
      return "broken";
    }
  }

  record Entry(String key, Position keyPosition, YamlValue value) {}
}
