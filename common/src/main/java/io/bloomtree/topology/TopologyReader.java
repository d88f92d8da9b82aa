package io.bloomtree.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * From a file to a topology, or to everything that is wrong with it. Thread-safe: it keeps nothing.
 */
final class TopologyReader {
  /*
   * Text, positioned YAML, each value checked by the grammar, inheritance, records bound by
   * Jackson, and last what must fit together. A value that the grammar refuses counts as left out,
   * so that the later steps still find what is wrong elsewhere; a rule whose inputs are not all
   * known keeps quiet.
   */

  private static final ObjectNode DEFAULTS = defaults();

  private TopologyReader() {}

  static Topology read(Path file) {
    var findings = new Findings(file.toString());
    return check(TopologyText.read(file, findings), findings);
  }

  static Topology read(String name, InputStream in) {
    var findings = new Findings(name);
    return check(TopologyText.read(in, findings), findings);
  }

  static Topology parse(String name, String text) {
    var findings = new Findings(name);
    return check(TopologyText.decode(text.getBytes(UTF_8), findings), findings);
  }

  private static Topology check(String text, Findings findings) {
    Optional<ObjectNode> written = written(text, findings);
    Optional<Topology> topology = written.flatMap(it -> bindAndCheck(it, text, findings));
    findings.throwIfAny();
    return topology.orElseThrow();
  }

  private static Optional<ObjectNode> written(String text, Findings findings) {
    return YamlReader.read(text, findings)
        .flatMap(yaml -> Grammar.TOPOLOGY.check("the topology", "", yaml, findings))
        .map(ObjectNode.class::cast);
  }

  private static Optional<Topology> bindAndCheck(
      ObjectNode written, String text, Findings findings) {
    var resolved = Inheritance.resolve(written, DEFAULTS, findings);
    if (!written.has("tree")) {
      resolved.tree().put("tree", "unnamed");
    }
    resolved.tree().put("digest", Digest.of(commonToAllHosts(resolved.tree())));
    resolved.tree().put("text", text);
    Optional<Topology> topology = Binding.bind(resolved.tree(), findings);
    topology.ifPresent(it -> new Consistency(it, resolved.origins(), findings).check());
    return topology;
  }

  /** What every process of the tree must have alike: paths of files, say, are a host's own. */
  private static ObjectNode commonToAllHosts(ObjectNode resolved) {
    ObjectNode common = resolved.deepCopy();
    common.remove(List.of("data", "http"));
    withoutHttp(common.get("root"));
    if (common.get("cluster") instanceof ObjectNode cluster) {
      cluster.remove(List.of("tls", "wait-for", "insecure"));
    }
    return common;
  }

  private static void withoutHttp(JsonNode node) {
    ((ObjectNode) node).remove("http");
    node.get("children").forEach(TopologyReader::withoutHttp);
  }

  static ObjectNode defaults() {
    try (InputStream in = TopologyReader.class.getResourceAsStream("defaults.yaml")) {
      var findings = new Findings("defaults.yaml");
      JsonNode yaml = YamlReader.read(new String(in.readAllBytes(), UTF_8), findings)
          .flatMap(it -> Grammar.TOPOLOGY.check("the defaults", "", it, findings))
          .orElseThrow();
      return (ObjectNode) yaml;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
