package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What a topology may one day say, and this version cannot run. */
final class Unsupported {
  /*
   * The one place that knows. A feature that is built loses its line here and nothing else: its
   * keys are already read, checked, documented and in the schema. Keys mean the same wherever they
   * are written, so a name is enough to find them. The values beside a name are those that run.
   */

  private static final Map<String, Set<String>> SUPPORTED_VALUES = Map.of("data", Set.of());

  /** Below this key are names of hosts, and a host may be called data. */
  private static final String NAMES = "hosts";

  private Unsupported() {}

  static void check(JsonNode written, Findings findings) {
    check(written, "", findings);
  }

  private static void check(JsonNode node, String pointer, Findings findings) {
    Map<String, JsonNode> parts = new HashMap<>();
    node.properties().forEach(field -> parts.put(field.getKey(), field.getValue()));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      parts.put(String.valueOf(i), node.get(i));
    }
    parts.forEach((key, part) -> {
      String here = pointer + "/" + key;
      Set<String> supported = SUPPORTED_VALUES.get(key);
      if (supported == null) {
        if (!key.equals(NAMES)) {
          check(part, here, findings);
        }
      } else if (!supported.contains(part.asText())) {
        findings.problem(findings.position(here), supported.isEmpty()
            ? key + " is not supported yet, must be left out"
            : key + " '" + part.asText() + "' is not supported yet, must be "
                + String.join(", ", supported));
      }
    });
  }
}
