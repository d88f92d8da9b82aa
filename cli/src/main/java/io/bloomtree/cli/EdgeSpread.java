package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.wire.NodeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** At which edge of a tree the events of a recording are offered. Owned by one thread. */
final class EdgeSpread {
  /** So many names are remembered to be told; a recording may have as many as it has lines. */
  private static final int MOST_NAMES = 1000;

  private final int edges;
  private final Map<String, Integer> known = new HashMap<>();
  private final Set<String> strangers = new TreeSet<>();
  private final KeyHash hash = KeyHash.of(KeyHash.names().get(0), 0);
  private int next;

  EdgeSpread(List<NodeId> edges) {
    if (edges.isEmpty()) {
      throw new IllegalArgumentException("a tree must have edges: " + edges);
    }
    this.edges = edges.size();
    for (int i = 0; i < edges.size(); i++) {
      known.put(edges.get(i).value(), i);
    }
  }

  /** The edge of that name, or, if the tree has none, always the same one in its place. */
  int named(String name) {
    Integer edge = known.get(name);
    if (edge != null) {
      return edge;
    }
    if (strangers.size() < MOST_NAMES) {
      strangers.add(name);
    }
    return of(name.getBytes(UTF_8));
  }

  /** Always the same edge for the same producer. */
  int of(byte[] producer) {
    return (int) Long.remainderUnsigned(hash.fingerprint(producer), edges);
  }

  /** One after the other. */
  int next() {
    int edge = next;
    next = (next + 1) % edges;
    return edge;
  }

  /** Names that were asked for and are no edges of the tree, the first of them at least. */
  List<String> strangers() {
    return List.copyOf(strangers);
  }
}
