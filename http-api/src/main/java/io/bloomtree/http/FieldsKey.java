package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A key of several fields, from JSON to what is hashed. Thread-safe: it keeps nothing. */
final class FieldsKey {
  /*
   * Two keys are equal exactly if their JSON says the same, whatever its spelling:
   *
   *   text in an array      its UTF-8 bytes, as KeyHash.fingerprintOfFields takes them
   *   any other value       0xFF, which no UTF-8 has, and its canonical JSON
   *   object                a field 0xFE, then name and value of each member by turns, the names in
   *                         ascending order of UTF-16 code units
   *
   * Canonical JSON has no white space, the members of an object in that order, text with the
   * shortest escapes, and a number as DIGITSeEXPONENT without zeros at the end of the digits: 100,
   * 100.0 and 1e2 are 1e2, and 0 and -0 are 0e0. So text is never a number, an array never an
   * object, and null neither empty text nor missing.
   */

  private static final byte OTHER = (byte) 0xFF;
  private static final byte[] OBJECT = {(byte) 0xFE};

  private FieldsKey() {}

  /**
   * The fields of the array or object that the parser is at.
   *
   * @throws MalformedEventException if it is at anything else, or there are none
   */
  static byte[][] read(JsonParser json) throws IOException, MalformedEventException {
    List<byte[]> fields = new ArrayList<>();
    if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        fields.add(field(json));
      }
    } else if (json.currentToken() == JsonToken.START_OBJECT) {
      Map<String, byte[]> members = new TreeMap<>();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        members.put(name, field(json));
      }
      if (!members.isEmpty()) {
        fields.add(OBJECT);
      }
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        fields.add(EventReader.utf8(json, member.getKey()));
        fields.add(member.getValue());
      }
    } else {
      throw MalformedEventException.at(json, "fields must be an array or an object");
    }
    if (fields.isEmpty()) {
      throw MalformedEventException.at(json, "fields must not be empty");
    }
    return fields.toArray(byte[][]::new);
  }

  private static byte[] field(JsonParser json) throws IOException, MalformedEventException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return EventReader.utf8(json, json.getText());
    }
    var out = new ByteArrayOutputStream();
    out.write(OTHER);
    canonical(json, out);
    return out.toByteArray();
  }

  private static void canonical(JsonParser json, ByteArrayOutputStream out)
      throws IOException, MalformedEventException {
    switch (json.currentToken()) {
      case START_ARRAY -> {
        out.write('[');
        for (boolean first = true; json.nextToken() != JsonToken.END_ARRAY; first = false) {
          if (!first) {
            out.write(',');
          }
          canonical(json, out);
        }
        out.write(']');
      }
      case START_OBJECT -> object(json, out);
      case VALUE_STRING -> text(json, json.getText(), out);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeBytes(number(json.getDecimalValue()));
      default -> out.writeBytes(json.getText().getBytes(UTF_8)); // true, false, null
    }
  }

  private static void object(JsonParser json, ByteArrayOutputStream out)
      throws IOException, MalformedEventException {
    Map<String, byte[]> members = new TreeMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      var value = new ByteArrayOutputStream();
      canonical(json, value);
      members.put(name, value.toByteArray());
    }
    int separator = '{';
    for (Map.Entry<String, byte[]> member : members.entrySet()) {
      out.write(separator);
      text(json, member.getKey(), out);
      out.write(':');
      out.writeBytes(member.getValue());
      separator = ',';
    }
    if (members.isEmpty()) {
      out.write('{');
    }
    out.write('}');
  }

  private static void text(JsonParser json, String text, ByteArrayOutputStream out)
      throws MalformedEventException {
    EventReader.utf8(json, text); // refuses half a surrogate pair
    out.write('"');
    out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
    out.write('"');
  }

  private static byte[] number(BigDecimal number) {
    BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return (shortest.unscaledValue() + "e" + -(long) shortest.scale()).getBytes(UTF_8);
  }
}
