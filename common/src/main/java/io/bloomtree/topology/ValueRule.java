package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What is allowed in a place of the file. Immutable. */
interface ValueRule {

  /**
   * The value as Jackson binds it, or nothing if it is not allowed, or not wholly; then the
   * findings say why.
   *
   * @param name its key, for messages
   * @param pointer its path in the file, for positions
   */
  Optional<JsonNode> check(String name, String pointer, YamlValue value, Findings findings);

  /** What is allowed, as a message says it: {@code must be} this. */
  String allowed();
}
