package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.bloomtree.topology.YamlValue.Mapping;
import java.util.Optional;

/** A short form, one word, or a long one, a mapping. Immutable. */
record WordOrObjectRule(ScalarRule word, ObjectRule object) implements ValueRule {

  @Override public String allowed() {
    return word.allowed() + ", or " + object.allowed();
  }

  @Override public Optional<JsonNode> check(
      String name, String pointer, YamlValue value, Findings findings) {
    if (value instanceof Mapping) {
      return object.check(name, pointer, value, findings);
    }
    ScalarRule either = new ScalarRule(allowed(), word.reading(), word.words());
    return either.check(name, pointer, value, findings);
  }
}
