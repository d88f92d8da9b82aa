package io.bloomtree.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A value in a JSON document, one document a line, is the key. Owned by one thread. */
final class JsonField implements KeySelector {
  /*
   * The document is read as a stream of tokens, never built: a line costs no more memory than its
   * bytes, and nesting is refused where the parser's own limit is. It is read to its end although
   * the key may come early: a line that was cut off is no event, and if it counted as one, the
   * whole event would later be dropped as its duplicate. Of a name that an object has twice the
   * last one counts, as in JavaScript and jq.
   */
  private static final int MOST_DIGITS = 1_000;
  private static final int DEEPEST = 1_000;
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

  private final JsonFactory factory = JsonFactory.builder()
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(DEEPEST)
          .maxNumberLength(MOST_DIGITS)
          .maxStringLength(LineReader.LONGEST_LIMIT)
          .maxNameLength(LineReader.LONGEST_LIMIT)
          .build())
      // names may be data: those of a long stream must not pile up
      .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
      .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
      .build();
  private final StrictUtf8 utf8 = new StrictUtf8();
  private final String written;
  private final List<String> path;

  private JsonField(String written, List<String> path) {
    this.written = written;
    this.path = List.copyOf(path);
  }

  /** The field of that name or, if it begins with a slash, at that JSON pointer (RFC 6901). */
  static JsonField at(String nameOrPointer) {
    if (!nameOrPointer.startsWith("/")) {
      return new JsonField(nameOrPointer, List.of(nameOrPointer));
    }
    if (nameOrPointer.matches(".*~(?![01]).*")) {
      throw new IllegalArgumentException(
          "in a JSON pointer ~ is written ~0, and / in a name ~1: " + nameOrPointer);
    }
    String[] parts = nameOrPointer.substring(1).split("/", -1);
    return new JsonField(nameOrPointer,
        Stream.of(parts).map(part -> part.replace("~1", "/").replace("~0", "~")).toList());
  }

  @Override public byte[] key(byte[] bytes, int from, int to) throws MalformedLineException {
    // given bytes, the parser would guess at encodings and, as set up here, put up with wrong ones
    String line = utf8.decode(bytes, from, to);
    String document = line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    try (JsonParser parser = factory.createParser(document)) {
      if (parser.nextToken() == null) {
        throw new MalformedLineException("not JSON: the line is empty");
      }
      Optional<String> found = find(parser, 0);
      if (parser.nextToken() != null) {
        throw new MalformedLineException("not JSON: more than one value in the line");
      }
      return utf8.encode(found.orElseThrow(this::missing));
    } catch (StreamConstraintsException e) {
      throw new MalformedLineException("no JSON within limits: nesting of " + DEEPEST
          + ", numbers of " + MOST_DIGITS + " digits");
    } catch (JsonProcessingException e) {
      throw new MalformedLineException(
          "not JSON, or cut off, at character " + e.getLocation().getColumnNr());
    } catch (IOException e) {
      throw new UncheckedIOException("there is no input but a string", e);
    }
  }

  private MalformedLineException missing() {
    String hint = !written.startsWith("/") && written.contains(".")
        ? "; a path is written with slashes: json:/user/id"
        : "";
    return new MalformedLineException(
        "no string, number or boolean '" + written + "'" + hint);
  }

  /** What the path's rest leads to in the value that begins here; the parser moves to its end. */
  private Optional<String> find(JsonParser parser, int depth) throws IOException {
    JsonToken token = parser.currentToken();
    if (depth == path.size()) {
      if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        return Optional.of(parser.getText());
      }
    } else if (token == JsonToken.START_OBJECT) {
      return findInObject(parser, depth);
    } else if (token == JsonToken.START_ARRAY && INDEX.matcher(path.get(depth)).matches()) {
      return findInArray(parser, depth, Integer.parseInt(path.get(depth)));
    }
    parser.skipChildren();
    return Optional.empty();
  }

  private Optional<String> findInObject(JsonParser parser, int depth) throws IOException {
    Optional<String> found = Optional.empty();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean here = parser.currentName().equals(path.get(depth));
      parser.nextToken();
      if (here) {
        found = find(parser, depth + 1);
      } else {
        parser.skipChildren();
      }
    }
    return found;
  }

  private Optional<String> findInArray(JsonParser parser, int depth, int index)
      throws IOException {
    Optional<String> found = Optional.empty();
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == index) {
        found = find(parser, depth + 1);
      } else {
        parser.skipChildren();
      }
    }
    return found;
  }
}
