package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import io.bloomtree.topology.YamlValue.Broken;
import io.bloomtree.topology.YamlValue.Sequence;
import java.util.Optional;

/**
 * A list that is not empty. Immutable.
 *
 * @param item what each item is called in messages
 */
record ListRule(String item, ValueRule rule) implements ValueRule {

  @Override public String allowed() {
    return "a list of at least one " + item;
  }

  @Override public Optional<JsonNode> check(
      String name, String pointer, YamlValue value, Findings findings) {
    findings.place(pointer, value.position());
    if (value instanceof Broken) {
      findings.broken(pointer);
      return Optional.empty();
    }
    if (!(value instanceof Sequence sequence)) {
      findings.broken(
          pointer, value.position(), name + " is " + value.described() + ", must be " + allowed());
      return Optional.empty();
    }
    if (sequence.items().isEmpty()) {
      findings.broken(
          pointer, value.position(), name + " is an empty list, must be " + allowed());
    }
    ArrayNode checked = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < sequence.items().size(); i++) {
      // What is wrong keeps its place: positions are found by index.
      checked.add(rule.check(item, pointer + "/" + i, sequence.items().get(i), findings)
          .orElse(NullNode.getInstance()));
    }
    return Optional.of(checked);
  }
}
