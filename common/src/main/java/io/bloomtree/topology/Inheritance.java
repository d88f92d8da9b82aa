package io.bloomtree.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From what is written to what each node has: a key that a node leaves out is taken from what
 * encloses the node in the file, then from the tree, then from the defaults. Used once.
 */
final class Inheritance {
  private static final List<String> INHERITED = List.of("filter", "failure", "window");
  /** What another kind of filter would not know what to do with. */
  private static final List<String> KEYS_OF_A_KIND = List.of(
      "growth", "equal-timers", "slots", "memory", "gap", "profile", "threshold", "reset",
      "variant");
  private static final String ROOT = "root";
  private static final String CLUSTER = "cluster";
  private static final String DATA = "data";
  private static final String SKETCHES = "sketches";
  private static final List<String> KINDS_OF_SKETCHES = List.of("frequency", "similarity");

  private final JsonNodeFactory json = JsonNodeFactory.instance;
  private final Findings findings;
  private final ObjectNode defaultSlices;
  private final Map<NodeId, List<String>> chains = new HashMap<>();

  private Inheritance(ObjectNode defaults, Findings findings) {
    this.findings = findings;
    this.defaultSlices = (ObjectNode) defaults.at("/root/slices");
  }

  /** The whole topology as Jackson binds it; ids that are used twice are reported. */
  static Resolved resolve(ObjectNode written, ObjectNode defaults, Findings findings) {
    var inheritance = new Inheritance(defaults, findings);
    ObjectNode treeDefaults = defaults.deepCopy();
    treeDefaults.remove(ROOT);
    if (!written.has(CLUSTER)) {
      treeDefaults.remove(CLUSTER);
    }
    // a sketch that a topology does not name is not wanted
    KINDS_OF_SKETCHES.stream().filter(kind -> !written.path(SKETCHES).has(kind))
        .forEach(((ObjectNode) treeDefaults.get(SKETCHES))::remove);
    ObjectNode resolved = inheritance.tree(merged(treeDefaults, written));
    return new Resolved(resolved, new Origins(inheritance.chains, findings));
  }

  /** A topology that is ready to be bound, and where its values are written. */
  record Resolved(ObjectNode tree, Origins origins) {}

  private ObjectNode tree(ObjectNode all) {
    ObjectNode tree = all.deepCopy();
    tree.remove(List.of("filter", "failure", "window", "verify", "root", "regions", "edges"));
    tree.set("fpp", all.at("/filter/fpp"));
    tree.put("verify-above", all.at("/verify/above").asInt(0));
    JsonNode fsync = tree.remove("fsync");
    if (tree.has(DATA)) {
      tree.set(DATA, json.objectNode().<ObjectNode>set("directory", tree.get(DATA))
          .set("fsync", fsync));
    }
    if (KINDS_OF_SKETCHES.stream().noneMatch(tree.path(SKETCHES)::has)) {
      tree.remove(SKETCHES);
    }
    if (tree.get(CLUSTER) instanceof ObjectNode cluster) {
      cluster.set("wait-for", cluster.remove("wait"));
      if (!isWhole(cluster)) {
        tree.remove(CLUSTER);
      }
    }

    if (tree.at("/http/tls").size() == 1) { // what is missing is reported already
      ((ObjectNode) tree.get("http")).remove("tls");
    }

    ObjectNode scope = json.objectNode();
    INHERITED.stream().filter(all::has).forEach(key -> scope.set(key, all.get(key)));
    ((ObjectNode) scope.get("filter")).remove("fpp");

    ObjectNode written =
        all.has(ROOT) ? ((ObjectNode) all.get(ROOT)).deepCopy() : json.objectNode();
    written.put("id", ROOT);
    chains.put(new NodeId(ROOT), List.of("/root", ""));
    ObjectNode root = node("root", written, scope);
    root.set("children", children(all, scope, List.of("")));
    tree.set(ROOT, root);
    return tree;
  }

  private ArrayNode children(ObjectNode parent, ObjectNode scope, List<String> chain) {
    ArrayNode children = json.arrayNode();
    for (String list : List.of("regions", "edges")) {
      JsonNode items = parent.path(list);
      for (int i = 0; i < items.size(); i++) {
        List<String> own = new ArrayList<>();
        own.add(chain.get(0) + "/" + list + "/" + i);
        own.addAll(chain);
        child(list, items.get(i), scope, own, children);
      }
    }
    return children;
  }

  private void child(
      String list, JsonNode item, ObjectNode scope, List<String> chain, ArrayNode children) {
    ObjectNode written = item.isTextual()
        ? json.objectNode().put("id", item.asText())
        : item.isObject() ? (ObjectNode) item : json.objectNode();
    if (!written.has("id") || isUsed(new NodeId(written.get("id").asText()), item, chain)) {
      return;
    }
    ObjectNode node = node(list.equals("edges") ? "edge" : "region", written, scope);
    ObjectNode inner = json.objectNode();
    INHERITED.stream().filter(node::has).forEach(key -> inner.set(key, node.get(key)));
    node.set("children", children(written, inner, chain));
    children.add(node);
  }

  private boolean isUsed(NodeId id, JsonNode item, List<String> chain) {
    List<String> first = chains.putIfAbsent(id, chain);
    if (first != null) {
      String pointer = chain.get(0) + (item.isTextual() ? "" : "/id");
      String where = first.get(0).equals("/root")
          ? "the root has it"
          : "first in line " + findings.position(first.get(0)).line();
      findings.broken(pointer, findings.position(pointer),
          "id '" + id + "' is used twice, must be unique in the tree: " + where);
    }
    return first != null;
  }

  private ObjectNode node(String role, ObjectNode written, ObjectNode scope) {
    ObjectNode node = json.objectNode();
    node.set("id", written.get("id"));
    node.put("role", role);
    for (String key : INHERITED) {
      if (written.has(key) && scope.has(key) && written.get(key).isObject()) {
        ObjectNode base = (ObjectNode) scope.get(key);
        ObjectNode over = (ObjectNode) written.get(key);
        node.set(key, merged(isOfAnotherKind(base, over) ? withoutKind(base) : base, over));
      } else if (written.has(key) || scope.has(key)) {
        node.set(key, written.has(key) ? written.get(key) : scope.get(key));
      }
    }
    node.set("slices", written.has("slices")
        ? merged(defaultSlices, (ObjectNode) written.get("slices"))
        : merged(defaultSlices, json.objectNode().put("scheme", "whole")));
    ArrayNode hosts = json.arrayNode();
    if (written.has("host")) {
      hosts.add(written.get("host"));
    }
    addAll(written.path("hosts"), hosts);
    node.set("hosts", hosts);
    if (written.has("http")) {
      node.set("http", written.get("http"));
    }
    ArrayNode fallback = json.arrayNode();
    addAll(written.path("fallback"), fallback);
    node.set("fallback", fallback);
    return node;
  }

  private static boolean isOfAnotherKind(ObjectNode base, ObjectNode over) {
    return over.has("kind") && base.has("kind") && !over.get("kind").equals(base.get("kind"));
  }

  private static ObjectNode withoutKind(ObjectNode filter) {
    ObjectNode rest = filter.deepCopy();
    rest.remove(KEYS_OF_A_KIND);
    return rest.put("growth", "none");
  }

  /** Whether the problems of a cluster, if it has any, leave something to bind. */
  private static boolean isWhole(ObjectNode cluster) {
    boolean members = !cluster.path("members").isEmpty();
    for (JsonNode member : cluster.path("members")) {
      members &= !member.isNull();
    }
    return members && (!cluster.has("tls") || cluster.get("tls").size() == 3);
  }

  /** What is wrong in a list is reported already, and a node is none the worse for it. */
  private static void addAll(JsonNode items, ArrayNode list) {
    items.forEach(item -> {
      if (!item.isNull()) {
        list.add(item);
      }
    });
  }

  /** Mappings key by key, anything else as a whole. */
  private static ObjectNode merged(ObjectNode base, ObjectNode over) {
    ObjectNode merged = base.deepCopy();
    over.properties().forEach(field -> {
      JsonNode below = merged.get(field.getKey());
      boolean both = below instanceof ObjectNode && field.getValue() instanceof ObjectNode;
      merged.set(field.getKey(), both
          ? merged((ObjectNode) below, (ObjectNode) field.getValue())
          : field.getValue());
    });
    return merged;
  }
}
