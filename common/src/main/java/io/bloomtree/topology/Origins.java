package io.bloomtree.topology;

import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Map;

/** Where the value that a node has was written. Immutable. */
final class Origins {
  private final Map<NodeId, List<String>> chains;
  private final Findings findings;

  Origins(Map<NodeId, List<String>> chains, Findings findings) {
    this.chains = Map.copyOf(chains);
    this.findings = findings;
  }

  /**
   * The position of a value, be it the node's own or inherited; that of the node if it is a
   * default.
   *
   * @param path of the value within a node, such as {@code /filter/expected}
   */
  Position of(NodeId node, String path) {
    List<String> chain = chains.get(node);
    return chain.stream()
        .map(enclosing -> enclosing + path)
        .filter(findings::isWritten)
        .findFirst()
        .map(findings::position)
        .orElseGet(() -> findings.position(chain.get(0)));
  }
}
