package io.bloomtree.topology;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.bloomtree.topology.YamlValue.Broken;
import io.bloomtree.topology.YamlValue.Entry;
import io.bloomtree.topology.YamlValue.Mapping;
import io.bloomtree.topology.YamlValue.Scalar;
import io.bloomtree.topology.YamlValue.Sequence;
import io.bloomtree.topology.YamlValue.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads text as one YAML document whose parts know where they are written. Used once. */
final class YamlReader {
  /*
   * Built from the parser's tokens, not from a tree that some library composed: a token has a
   * position, and an alias is still an alias. A topology has no aliases. They could make cycles,
   * one node under two parents, or a gigabyte out of a kilobyte, and nothing in a topology is worth
   * repeating by reference, since settings are inherited.
   */

  /** A region within a region costs two. */
  static final int DEEPEST = 100;

  private static final YAMLFactory YAML = new YAMLFactory();

  private final YAMLParser parser;
  private final Findings findings;
  private int depth;

  private YamlReader(YAMLParser parser, Findings findings) {
    this.parser = parser;
    this.findings = findings;
  }

  /** The document, unless the text is empty or no YAML. */
  static Optional<YamlValue> read(String text, Findings findings) {
    try (YAMLParser parser = YAML.createParser(text)) {
      return new YamlReader(parser, findings).document();
    } catch (StreamConstraintsException e) {
      // the parser has a limit on nesting too, far beyond ours, which was told where it was passed
      if (findings.isEmpty()) {
        findings.problem(positionOf(e), "this is too much for the YAML parser: " + reasonOf(e));
      }
      return Optional.empty();
    } catch (JsonProcessingException e) {
      findings.problem(positionOf(e), "this is not YAML: " + reasonOf(e));
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<YamlValue> document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      findings.problem(Position.START, "the file is empty, must be a topology such as "
          + "{ tree: clicks, edges: [a, b] }");
      return Optional.empty();
    }
    Optional<YamlValue> document = Optional.of(value(first));
    if (parser.nextToken() != null) {
      findings.problem(here(), "a second document begins, must be one");
    }
    return document;
  }

  private YamlValue value(JsonToken token) throws IOException {
    Position at = here();
    if (parser.isCurrentAlias()) {
      findings.problem(at, "alias " + Excerpt.quoted("*" + parser.getText())
          + " found, must be written out: a topology has no aliases");
      return new Broken(at);
    }
    if (parser.getTypeId() != null) {
      findings.problem(at, "tag " + Excerpt.quoted(String.valueOf(parser.getTypeId()))
          + " found, must be left out: a topology has no tags");
    }
    if (token.isStructStart() && depth == DEEPEST) {
      findings.problem(at, "this is nested too deeply, must be at most " + DEEPEST + " levels");
      parser.skipChildren();
      return new Broken(at);
    }
    depth++;
    try {
      return switch (token) {
        case START_OBJECT -> new Mapping(at, entries());
        case START_ARRAY -> new Sequence(at, items());
        default -> new Scalar(at, typeOf(token), parser.getText());
      };
    } finally {
      depth--;
    }
  }

  private List<YamlValue> items() throws IOException {
    List<YamlValue> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(token));
    }
    return items;
  }

  private List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    Map<String, Position> known = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.getText();
      Position at = here();
      YamlValue value = value(parser.nextToken());
      Position first = known.putIfAbsent(key, at);
      if (first == null) {
        entries.add(new Entry(key, at, value));
      } else {
        findings.problem(at, "key " + Excerpt.quoted(key)
            + " is given twice, must be once: first in line " + first.line());
      }
    }
    return entries;
  }

  private static Type typeOf(JsonToken token) {
    return switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Type.NUMBER;
      case VALUE_TRUE, VALUE_FALSE -> Type.BOOLEAN;
      case VALUE_NULL -> Type.NULL;
      default -> Type.TEXT;
    };
  }

  private Position here() {
    return positionOf(parser.currentTokenLocation());
  }

  private static Position positionOf(JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked
        && marked.getProblemMark() != null) {
      return new Position(
          marked.getProblemMark().getLine() + 1, marked.getProblemMark().getColumn() + 1);
    }
    return positionOf(e.getLocation());
  }

  private static Position positionOf(JsonLocation location) {
    return location == null
        ? Position.START
        : new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /** The parser's own words without its excerpt of the file: the position says where. */
  private static String reasonOf(JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked
        && marked.getProblem() != null) {
      return oneLine(marked.getProblem());
    }
    String message = e.getOriginalMessage();
    return message != null && message.startsWith("Expected a field name")
        ? "a key must be a word"
        : oneLine(String.valueOf(message));
  }

  private static String oneLine(String text) {
    String line = text.lines().findFirst().orElse("unreadable");
    return line.replaceAll("[^\\x20-\\x7E]", "?");
  }
}
