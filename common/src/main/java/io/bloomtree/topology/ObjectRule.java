package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.topology.YamlValue.Broken;
import io.bloomtree.topology.YamlValue.Entry;
import io.bloomtree.topology.YamlValue.Mapping;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A mapping with known keys. Built once, then immutable. */
final class ObjectRule implements ValueRule {
  private final String what;
  private final Map<String, Supplier<ValueRule>> keys = new LinkedHashMap<>();
  private final Set<String> required = new LinkedHashSet<>();
  private final Set<String> oneOfThese = new LinkedHashSet<>();
  private final Map<String, String> elsewhere = new LinkedHashMap<>();

  /**
   * Starts a rule.
   *
   * @param what the mapping describes, with its article
   */
  ObjectRule(String what) {
    this.what = what;
  }

  ObjectRule key(String name, ValueRule rule) {
    keys.put(name, () -> rule);
    return this;
  }

  /** A key whose rule is known later: regions contain regions. */
  ObjectRule laterKey(String name, Supplier<ValueRule> rule) {
    keys.put(name, rule);
    return this;
  }

  ObjectRule require(String... names) {
    required.addAll(List.of(names));
    return this;
  }

  ObjectRule requireOneOf(String... names) {
    oneOfThese.addAll(List.of(names));
    return this;
  }

  /** A key that people look for here, and where it belongs. */
  ObjectRule belongsElsewhere(String name, String where) {
    elsewhere.put(name, where);
    return this;
  }

  Map<String, Supplier<ValueRule>> keys() {
    return keys;
  }

  Set<String> required() {
    return required;
  }

  @Override public String allowed() {
    return "a mapping with the keys " + String.join(", ", keys.keySet());
  }

  @Override public Optional<JsonNode> check(
      String name, String pointer, YamlValue value, Findings findings) {
    findings.place(pointer, value.position());
    if (!(value instanceof Mapping mapping)) {
      if (value instanceof Broken) {
        findings.broken(pointer);
      } else {
        findings.broken(pointer, value.position(),
            name + " is " + value.described() + ", must be " + allowed());
      }
      return Optional.empty();
    }
    ObjectNode checked = JsonNodeFactory.instance.objectNode();
    Set<String> missing = new LinkedHashSet<>(required);
    boolean hasOne = oneOfThese.isEmpty();
    for (Entry entry : mapping.entries()) {
      missing.remove(entry.key());
      hasOne |= oneOfThese.contains(entry.key());
      checkEntry(pointer, entry, checked, findings);
    }
    for (String key : missing) {
      findings.broken(pointer + "/" + key, value.position(),
          what + " has no key '" + key + "', must have " + String.join(", ", required));
    }
    if (!hasOne) {
      findings.broken(pointer + "/" + oneOfThese.iterator().next(), value.position(),
          what + " has neither " + String.join(" nor ", oneOfThese) + ", must have some");
    }
    return Optional.of(checked);
  }

  private void checkEntry(String pointer, Entry entry, ObjectNode checked, Findings findings) {
    String key = entry.key();
    if (keys.containsKey(key)) {
      keys.get(key).get()
          .check(key, pointer + "/" + key, entry.value(), findings)
          .ifPresent(value -> checked.set(key, value));
    } else if (elsewhere.containsKey(key)) {
      findings.problem(entry.keyPosition(),
          "key '" + key + "' found in " + what + ", must be in " + elsewhere.get(key));
    } else {
      findings.problem(entry.keyPosition(), "unknown key " + Excerpt.quoted(key)
          + hintOrComma(key) + " allowed: " + String.join(", ", keys.keySet()));
    }
  }

  private String hintOrComma(String key) {
    String hint = Nearest.hint(key, keys.keySet());
    return hint.isEmpty() ? "," : hint;
  }
}
