package io.bloomtree.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeMap;

/** A number for all that a topology says, however it is spelled. */
final class Digest {
  private Digest() {}

  /** The first 64 bits of the SHA-256 of its JSON, keys in alphabetical order. */
  static long of(JsonNode resolved) {
    var canonical = new StringBuilder();
    append(resolved, canonical);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(canonical.toString().getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static void append(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      var sorted = new TreeMap<String, JsonNode>();
      node.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
      out.append('{');
      sorted.forEach((key, value) -> {
        out.append('"').append(key).append("\":");
        append(value, out);
        out.append(',');
      });
      out.append('}');
    } else if (node.isArray()) {
      out.append('[');
      node.forEach(item -> {
        append(item, out);
        out.append(',');
      });
      out.append(']');
    } else {
      out.append(node);
    }
  }
}
