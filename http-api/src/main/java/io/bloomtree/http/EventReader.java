package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.bloomtree.hash.KeyHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** Reads events and claims as clients write them. Thread-safe. */
final class EventReader {
  /*
   * A member that nobody knows is refused, not passed over: a misspelt importance would be lost
   * without a word.
   */

  /** What an id may have at most, in characters: it waits in memory with its event. */
  static final int LONGEST_ID = 256;

  private static final byte[] PLAIN_START = "{\"key\":\"".getBytes(UTF_8);
  private static final int DEEPEST = 32;

  private final KeyHash hash;
  private final JsonFactory factory;

  EventReader(KeyHash hash, int longestBody) {
    this.hash = requireNonNull(hash, "hash");
    this.factory = JsonFactory.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // a name is a member of ours or refused: no need to remember those of clients
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxStringLength(longestBody)
            .maxNameLength(longestBody)
            .build())
        .build();
  }

  /** Reads one thing from where the parser is, at the beginning of an object. */
  interface ItemReader<T> {
    T read(JsonParser json) throws IOException, MalformedEventException;
  }

  /** Takes what is read, one after the other. */
  interface Items<T> {
    void add(T item);
  }

  /**
   * Reads a body: an object, or an array of objects.
   *
   * @return whether it was an array
   */
  <T> boolean readBody(byte[] body, ItemReader<T> reader, Items<T> items)
      throws MalformedEventException {
    return parse(body, 0, body.length, json -> {
      JsonToken first = json.nextToken();
      if (first == null) {
        throw new MalformedEventException("the body is empty, must be an event", 1, 1);
      }
      if (first == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          items.add(readItem(json, reader));
        }
      } else {
        items.add(readItem(json, reader));
      }
      return first == JsonToken.START_ARRAY;
    });
  }

  /**
   * Reads a body, as {@link #readBody} does.
   *
   * @throws ProblemException if anything in it is malformed
   */
  <T> boolean read(byte[] body, ItemReader<T> reader, Items<T> items) {
    try {
      return readBody(body, reader, items);
    } catch (MalformedEventException e) {
      throw e.asProblem();
    }
  }

  /** Reads a line, whose end is not part of it. */
  <T> T readLine(byte[] bytes, int from, int to, ItemReader<T> reader)
      throws MalformedEventException {
    return parse(bytes, from, to, json -> {
      json.nextToken();
      return readItem(json, reader);
    });
  }

  private <T> T parse(byte[] bytes, int from, int to, ItemReader<T> reader)
      throws MalformedEventException {
    char[] text = strictlyDecoded(bytes, from, to);
    try (JsonParser json = factory.createParser(text)) {
      try {
        T read = reader.read(json);
        requireEnd(json);
        return read;
      } catch (ArithmeticException | NumberFormatException e) {
        throw MalformedEventException.at(json, "a number is too large");
      }
    } catch (JsonProcessingException e) {
      throw MalformedEventException.of(e);
    } catch (IOException e) {
      throw new AssertionError("text in memory can be read", e);
    }
  }

  /** What is no UTF-8 is refused: replaced by a mark, two keys would become one. */
  private static char[] strictlyDecoded(byte[] bytes, int from, int to)
      throws MalformedEventException {
    CharBuffer text = CharBuffer.allocate(to - from);
    CharsetDecoder decoder = UTF_8.newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes, from, to - from), text, true);
    if (result.isError()) {
      int line = 1;
      int column = 1;
      for (char read : text.flip().toString().toCharArray()) {
        line += read == '\n' ? 1 : 0;
        column = read == '\n' ? 1 : column + 1;
      }
      throw new MalformedEventException("text must be UTF-8", line, column);
    }
    return Arrays.copyOf(text.array(), text.position());
  }

  private static <T> T readItem(JsonParser json, ItemReader<T> reader)
      throws IOException, MalformedEventException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw MalformedEventException.at(json, "must be an object such as {\"key\":\"a\"}");
    }
    return reader.read(json);
  }

  private static void requireEnd(JsonParser json) throws IOException, MalformedEventException {
    if (json.nextToken() != null) {
      throw MalformedEventException.at(json, "must end here");
    }
  }

  /**
   * The key of a line that is {@code {"key":"…"}} to the letter, without escapes and in ASCII, as
   * most lines are; null if it is written otherwise, or the key is too long.
   */
  byte[] plainKey(byte[] bytes, int from, int to) {
    int start = from + PLAIN_START.length;
    int end = to - 2;
    if (end <= start || bytes[end] != '"' || bytes[end + 1] != '}'
        || end - start > hash.maxKeyBytes()
        || !Arrays.equals(bytes, from, start, PLAIN_START, 0, PLAIN_START.length)) {
      return null;
    }
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (b < ' ' || b == '"' || b == '\\') { // beyond ASCII is below zero
        return null;
      }
    }
    return Arrays.copyOfRange(bytes, start, end);
  }

  /** Reads an event. */
  OfferedEvent event(JsonParser json) throws IOException, MalformedEventException {
    byte[] plain = null;
    Long fields = null;
    double importance = Double.NaN;
    byte[] id = null;
    boolean hasKey = false;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      boolean isKey = true;
      switch (name) {
        case "key" -> plain = checked(json, utf8(json, text(json, name)));
        case "key64" -> plain = checked(json, base64(json, text(json, name)));
        case "fields" -> fields = fingerprint(json, FieldsKey.read(json));
        default -> {
          isKey = false;
          if (name.equals("importance")) {
            importance = importance(json);
          } else if (name.equals("id")) {
            id = id(json);
          } else {
            throw MalformedEventException.at(json, "unknown member '" + shortened(name)
                + "', allowed: key, key64, fields, importance, id");
          }
        }
      }
      if (isKey && hasKey) {
        throw MalformedEventException.at(
            json, "an event has one key: one of key, key64 and fields");
      }
      hasKey |= isKey;
    }
    if (!hasKey) {
      throw MalformedEventException.at(json, "an event must have one of key, key64 and fields");
    }
    return new OfferedEvent(
        Optional.ofNullable(plain), fields == null ? 0 : fields, importance, id);
  }

  /** Reads a claim that is to be settled. */
  SettledClaim claim(JsonParser json) throws IOException, MalformedEventException {
    String claim = null;
    byte[] id = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("claim")) {
        claim = text(json, name);
      } else if (name.equals("id")) {
        id = id(json);
      } else {
        throw MalformedEventException.at(
            json, "unknown member '" + shortened(name) + "', allowed: claim, id");
      }
    }
    if (claim == null) {
      throw MalformedEventException.at(json, "there must be a claim");
    }
    if (claim.length() > LONGEST_ID) {
      throw MalformedEventException.at(json, "a claim has at most " + LONGEST_ID + " characters");
    }
    return new SettledClaim(claim, id);
  }

  private static String text(JsonParser json, String name)
      throws IOException, MalformedEventException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw MalformedEventException.at(json, name + " must be text");
    }
    return json.getText();
  }

  /** Refuses half a surrogate pair: replaced, it would make one key of two. */
  static byte[] utf8(JsonParser json, String text) throws MalformedEventException {
    try {
      ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException e) {
      throw MalformedEventException.at(json, "text must not have half a surrogate pair");
    }
  }

  private static byte[] base64(JsonParser json, String text) throws MalformedEventException {
    try {
      return (text.indexOf('-') < 0 && text.indexOf('_') < 0
          ? Base64.getDecoder() : Base64.getUrlDecoder()).decode(text);
    } catch (IllegalArgumentException e) {
      throw MalformedEventException.at(json, "key64 must be base64");
    }
  }

  private byte[] checked(JsonParser json, byte[] key) throws MalformedEventException {
    if (key.length == 0 || key.length > hash.maxKeyBytes()) {
      throw MalformedEventException.at(json, "a key must have 1 to " + hash.maxKeyBytes()
          + " bytes: length=" + key.length);
    }
    return key;
  }

  private long fingerprint(JsonParser json, byte[][] fields) throws MalformedEventException {
    try {
      return hash.fingerprintOfFields(fields);
    } catch (IllegalArgumentException e) {
      throw MalformedEventException.at(json, e.getMessage());
    }
  }

  private static double importance(JsonParser json) throws IOException, MalformedEventException {
    double importance = json.currentToken().isNumeric() ? json.getDoubleValue() : Double.NaN;
    if (!(importance >= 0 && importance <= 1)) {
      throw MalformedEventException.at(json, "importance must be a number from 0 to 1");
    }
    return importance;
  }

  /** As JSON has it. */
  private static byte[] id(JsonParser json) throws IOException, MalformedEventException {
    boolean isText = json.currentToken() == JsonToken.VALUE_STRING;
    if (!isText && json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw MalformedEventException.at(json, "id must be text or a whole number");
    }
    String text = json.getText();
    if (text.length() > LONGEST_ID) {
      throw MalformedEventException.at(json, "an id has at most " + LONGEST_ID + " characters");
    }
    if (!isText) {
      return text.getBytes(UTF_8);
    }
    utf8(json, text);
    return ("\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"")
        .getBytes(UTF_8);
  }

  private static String shortened(String name) {
    return name.length() <= 40 ? name : name.substring(0, 40) + "…";
  }

  /**
   * An event as its client wrote it.
   *
   * @param plain the bytes of its key; empty if that has fields
   * @param fingerprint of its fields, if it has some
   * @param importance NaN if it says nothing
   * @param id as JSON; null if it has none
   */
  record OfferedEvent(Optional<byte[]> plain, long fingerprint, double importance, byte[] id) {}

  /** A claim that is to be settled; {@code id}: as JSON, null if it has none. */
  record SettledClaim(String claim, byte[] id) {}
}
