package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What people are told about topologies is what the reader does with them. */
class TopologyDocumentTest {
  private static String document() throws IOException {
    return Files.readString(TopologyTest.ownFile().resolveSibling("docs/topology.md"));
  }

  @Test void itsExamplesLoad() throws IOException {
    var examples = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(document());
    int found = 0;
    while (examples.find()) {
      assertThat(Topology.parse("example.yaml", examples.group(1)).nodes()).isNotEmpty();
      found++;
    }
    assertThat(found).isEqualTo(3);
  }

  @Test void itNamesEveryKey() throws IOException {
    String document = document();

    assertThat(keys(Grammar.TOPOLOGY, 0, new TreeSet<>())).allSatisfy(key ->
        assertThat(document).containsPattern("[`.{ ]" + Pattern.quote(key) + "[`.:]"));
  }

  private static Set<String> keys(ValueRule rule, int depth, Set<String> keys) {
    if (depth > 5) {
      return keys;
    }
    if (rule instanceof ListRule list) {
      return keys(list.rule(), depth + 1, keys);
    }
    if (rule instanceof WordOrObjectRule either) {
      return keys(either.object(), depth, keys);
    }
    if (rule instanceof ObjectRule object) {
      object.keys().forEach((key, value) -> {
        keys.add(key);
        keys(value.get(), depth + 1, keys);
      });
    }
    return keys;
  }
}
