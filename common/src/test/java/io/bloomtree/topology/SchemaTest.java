package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What editors are told about topologies is what the reader does with them. */
class SchemaTest {
  private static final JsonNode TEXT = json();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static JsonNode json() {
    try (InputStream in = Topology.class.getResourceAsStream("topology.schema.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isValid(String text) throws IOException {
    return SCHEMA.validate(new YAMLMapper().readTree(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "topology.yaml", "examples/three-regions.yaml", "examples/laptop.yaml",
  })
  void theProjectsOwnTopologiesAreValidAndNameTheSchema(String name) throws IOException {
    Path file = TopologyTest.ownFile().resolveSibling(name);
    String own = Files.readString(file);

    assertThat(isValid(own)).isTrue();
    String prefix = "# yaml-language-server: $schema=";
    assertThat(own).startsWith(prefix);
    String path = own.lines().findFirst().get().substring(prefix.length());
    assertThat(file.resolveSibling(path)).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "{ tree: t, edges: [a] }",
    "{ tree: t, edges: [{ id: a, filter: { expected: 1.5k }, failure: { timeout: 1s500ms } }] }",
    "{ tree: t, regions: [{ id: r, edges: [a, b] }], edges: [c] }",
    "{ tree: t, epoch: 3, mode: sparse, verify: { above: 1 }, edges: [a] }",
    "{ tree: t, filter: { kind: bloom, expected: 10M, fpp: 0.5, growth: none }, edges: [a] }",
    "{ tree: t, failure: { slices: { quorum: 2 } },"
        + " root: { slices: { count: 2, scheme: vertical } }, edges: [a] }",
    "{ tree: t, limits: { key: 1kB, frame: 8192, claims: 5, deadline: 1m }, edges: [a] }",
    "{ tree: t, limits: { inbox: 16 }, cluster: { members: ['[::1]:5701', 'a.b-c:64535'] },"
        + " edges: [{ id: a, host: fe80::1%eth0 }] }",
    "{ tree: t, cluster: { members: [10.0.0.1:1], hosts: { b: 10.0.0.1:1 }, wait: 1s,"
        + " insecure: true, tls: { cert: c, key: k, ca: a } }, root: { hosts: [b] }, edges: [a] }",
    "{ tree: t, regions: [{ id: r, edges: [{ id: a, fallback: [s] }] }, { id: s, edges: [b] }] }",
    "{ tree: t, data: ./data, edges: [a] }",
    "{ tree: t, data: /var/lib/bloomtree, fsync: each, edges: [a] }",
    "{ tree: t, data: d, fsync: 1m30s, edges: [a] }",
    "{ tree: t, sketches: { frequency: {} }, edges: [a] }",
    "{ tree: t, sketches: { every: 500ms, bytes: 2KiB, similarity: { fields: 4, alike: 4,"
        + " shingle: 1 word, sample: 0.5, memory: 1MiB } }, edges: [a] }",
    "{ tree: t, sketches: { similarity: { shingle: 12 characters }, frequency: { memory: 64KiB,"
        + " depth: 5, hot: 1k, keep-keys: true } }, edges: [a] }",
    "{ tree: t, http: { tokens: f, tls: { cert: c, key: k }, insecure: true, body: 1KiB, rate: 5,"
        + " streams: 1k, viewers: 5, connections: 2k, idle: 1s, timeout: 100ms },"
        + " root: { http: '[::]:80' },"
        + " edges: [{ id: a, http: 8080 }, { id: b, http: '8081' }, { id: c, http: 'h:8082' }] }",
    "{ tree: t, batch: { events: 1, linger: 0s, in-flight: 1k }, hash: { seed: -1 }, edges: [a] }",
  })
  void isAcceptedByBoth(String text) throws IOException {
    assertThat(isValid(text)).as("schema").isTrue();
    assertThat(Topology.parse("t.yaml", text)).as("reader").isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "[]",
    "{ tree: t }",
    "{ edges: [a] }",
    "{ tree: '', edges: [a] }",
    "{ tree: t, edges: [] }",
    "{ tree: t, edges: [no] }",
    "{ tree: t, edges: [-a] }",
    "{ tree: t, edges: [{ filter: {} }] }",
    "{ tree: t, edges: [a], mod: dense }",
    "{ tree: t, edges: [a], mode: dence }",
    "{ tree: t, edges: [a], filter: { expected: 10Q } }",
    "{ tree: t, edges: [a], filter: { expected: 0 } }",
    "{ tree: t, edges: [a], filter: { fpp: 1 } }",
    "{ tree: t, edges: [a], failure: { timeout: 10 } }",
    "{ tree: t, edges: [a], failure: { timeout: 1m1h } }",
    "{ tree: t, edges: [a], failure: { slices: { quorum: 0 } } }",
    "{ tree: t, edges: [a], failure: { slices: both } }",
    "{ tree: t, edges: [a], hash: { name: md5 } }",
    "{ tree: t, edges: [a], limits: { key: 64kib } }",
    "{ tree: t, edges: [a], root: { slices: { scheme: vertical } } }",
    "{ tree: t, edges: [a], root: { slices: { count: 1025 } } }",
    "{ tree: t, edges: [a], cluster: { members: [nobody] } }",
    "{ tree: t, edges: [a], cluster: { members: [] } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1', 'a:1'] } }",
    "{ tree: t, edges: [a], cluster: { members: ['::1:5701'] } }",
    "{ tree: t, edges: [a], cluster: { members: ['[a:b]:5701'] } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1'], hosts: { b: c } } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1'], hosts: { b/c: 'd:1' } } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1'], wait: 60 } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1'], insecure: maybe } }",
    "{ tree: t, edges: [a], cluster: { members: ['a:1'] }, root: { hosts: [b, b] } }",
    "{ tree: t, edges: [a], limits: { inbox: many } }",
    "{ tree: t, edges: [a], sketches: {} }",
    "{ tree: t, edges: [a], sketches: { every: 1s } }",
    "{ tree: t, edges: [a], sketches: { frequency: true } }",
    "{ tree: t, edges: [a], sketches: { frequency: { depth: 64 } } }",
    "{ tree: t, edges: [a], sketches: { frequency: { keep-keys: 1 } } }",
    "{ tree: t, edges: [a], sketches: { similarity: { shingle: 3 } } }",
    "{ tree: t, edges: [a], sketches: { similarity: { shingle: 0 words } } }",
    "{ tree: t, edges: [a], sketches: { similarity: { sample: 1.5 } } }",
    "{ tree: t, edges: [a], sketches: { similarity: { fields: 17 } } }",
    "{ tree: t, edges: [a], http: 8080 }",
    "{ tree: t, edges: [a], http: { tls: { cert: c } } }",
    "{ tree: t, edges: [a], root: { http: 65536 } }",
    "{ tree: t, edges: [{ id: a, http: h }] }",
    "{ tree: t, edges: [a], data: '' }",
    "{ tree: t, edges: [a], data: ' ' }",
    "{ tree: t, edges: [a], fsync: each }",
    "{ tree: t, edges: [a], data: d, fsync: always }",
    "{ tree: t, edges: [a], data: d, fsync: 1 }",
    "{ tree: t, regions: [{ id: r, edges: [{ id: a, fallback: s }] }, { id: s, edges: [b] }] }",
    "{ tree: t, regions: [{ id: r }] }",
    "{ tree: t, regions: [{ id: r, edges: [a], filter: { fpp: 0.1 } }] }",
  })
  void isRefusedByBoth(String text) throws IOException {
    assertThat(isValid(text)).as("schema").isFalse();
    assertThatThrownBy(() -> Topology.parse("t.yaml", text)).as("reader")
        .isInstanceOf(InvalidTopologyException.class);
  }

  @Test void theSchemaAndTheReaderKnowTheSameKeys() {
    assertThat(keysOfSchema("", TEXT, 0, new TreeMap<>()))
        .isEqualTo(keysOfReader("", Grammar.TOPOLOGY, 0, new TreeMap<>()));
  }

  @Test void theSchemaAndTheReaderHaveTheSameDefaults() throws IOException {
    JsonNode defaults;
    try (InputStream in = Topology.class.getResourceAsStream("defaults.yaml")) {
      defaults = new YAMLMapper().readTree(in);
    }
    for (String path : List.of("epoch", "mode", "filter/kind", "filter/expected", "filter/fpp",
        "filter/growth", "failure/slices", "failure/parent", "failure/timeout", "failure/lease",
        "batch/events", "batch/linger", "batch/in-flight", "hash/name", "hash/seed", "limits/key",
        "limits/frame", "limits/claims", "limits/offers", "limits/outstanding", "limits/relayed",
        "limits/agents", "limits/inbox", "cluster/hosts", "cluster/wait", "cluster/insecure",
        "http/insecure", "http/body", "http/rate", "http/streams", "http/viewers",
        "http/connections", "http/idle", "http/timeout",
        "limits/sub-filters", "limits/deadline", "sketches/every", "sketches/bytes",
        "sketches/frequency/memory", "sketches/frequency/depth", "sketches/frequency/hot",
        "sketches/frequency/keep-keys", "sketches/similarity/memory",
        "sketches/similarity/fields", "sketches/similarity/alike", "sketches/similarity/shingle",
        "sketches/similarity/sample", "fsync", "root/slices/scheme",
        "root/slices/probing")) {
      JsonNode described = TEXT;
      for (String key : path.split("/")) {
        described = followed(followed(described).path("properties").path(key));
      }
      assertThat(described.path("default")).as(path).isEqualTo(defaults.at("/" + path));
    }
  }

  /** The paths of all mappings, to two regions deep, with what they may and must contain. */
  private static Map<String, List<TreeSet<String>>> keysOfReader(
      String path, ValueRule rule, int depth, Map<String, List<TreeSet<String>>> keys) {
    if (depth > 8) {
      return keys;
    }
    if (rule instanceof ListRule list) {
      keysOfReader(path + "[]", list.rule(), depth + 1, keys);
    } else if (rule instanceof WordOrObjectRule either) {
      keysOfReader(path, either.object(), depth, keys);
    } else if (rule instanceof ObjectRule object) {
      keys.put(path,
          List.of(new TreeSet<>(object.keys().keySet()), new TreeSet<>(object.required())));
      object.keys().forEach(
          (key, value) -> keysOfReader(path + "/" + key, value.get(), depth + 1, keys));
    }
    return keys;
  }

  private static Map<String, List<TreeSet<String>>> keysOfSchema(
      String path, JsonNode rule, int depth, Map<String, List<TreeSet<String>>> keys) {
    JsonNode followed = followed(rule);
    if (depth > 8) {
      return keys;
    }
    if (followed.has("items")) {
      keysOfSchema(path + "[]", followed.get("items"), depth + 1, keys);
    } else if (followed.has("properties")) {
      var names = new TreeSet<String>();
      followed.get("properties").fieldNames().forEachRemaining(names::add);
      var required = new TreeSet<String>();
      followed.path("required").forEach(name -> required.add(name.asText()));
      keys.put(path, List.of(names, required));
      assertThat(followed.path("additionalProperties")).as(path).hasToString("false");
      names.forEach(key -> keysOfSchema(
          path + "/" + key, followed.get("properties").get(key), depth + 1, keys));
    } else {
      followed.path("anyOf").forEach(choice -> keysOfSchema(path, choice, depth, keys));
    }
    return keys;
  }

  /** What a reference refers to; a default beside the reference is the reference's own. */
  private static JsonNode followed(JsonNode rule) {
    if (!rule.has("$ref") || rule.has("default")) {
      return rule;
    }
    return followed(TEXT.at(rule.get("$ref").asText().substring(1)));
  }
}
