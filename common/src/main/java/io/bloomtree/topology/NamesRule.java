package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.topology.YamlValue.Broken;
import io.bloomtree.topology.YamlValue.Entry;
import io.bloomtree.topology.YamlValue.Mapping;
import io.bloomtree.topology.YamlValue.Scalar;
import io.bloomtree.topology.YamlValue.Type;
import java.util.Optional;

/**
 * A mapping whose keys are names that the file's author chose. Immutable.
 *
 * @param item what each key names, for messages
 * @param key what a key must be
 */
record NamesRule(String item, ScalarRule key, ValueRule value) implements ValueRule {

  @Override public String allowed() {
    return "a mapping from " + key.allowed() + " to " + value.allowed();
  }

  @Override public Optional<JsonNode> check(
      String name, String pointer, YamlValue found, Findings findings) {
    findings.place(pointer, found.position());
    if (found instanceof Broken) {
      findings.broken(pointer);
      return Optional.empty();
    }
    if (!(found instanceof Mapping mapping)) {
      findings.broken(
          pointer, found.position(), name + " is " + found.described() + ", must be " + allowed());
      return Optional.empty();
    }
    ObjectNode checked = JsonNodeFactory.instance.objectNode();
    for (Entry entry : mapping.entries()) {
      String here = pointer + "/" + entry.key();
      var written = new Scalar(entry.keyPosition(), Type.TEXT, entry.key());
      boolean named = key.check(item, here, written, findings).isPresent();
      String what = item + " " + Excerpt.quoted(entry.key());
      Optional<JsonNode> read = value.check(what, here, entry.value(), findings);
      if (named && read.isPresent()) {
        // What is later found wrong with an entry is wrong where the entry begins.
        findings.place(here, entry.keyPosition());
        checked.set(entry.key(), read.get());
      } else {
        findings.broken(pointer);
      }
    }
    return Optional.of(checked);
  }
}
