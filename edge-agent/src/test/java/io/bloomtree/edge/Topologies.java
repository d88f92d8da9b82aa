package io.bloomtree.edge;

import io.bloomtree.topology.Topology;

/** Small trees for tests. */
final class Topologies {

  private Topologies() {}

  /** Two regions with two edges each; {@code lines} are further keys of the file. */
  static Topology ofFourEdges(String... lines) {
    return Topology.parse("four-edges.yaml", """
        tree: test
        filter: { expected: 100k, fpp: 1e-6 }
        regions:
          - { id: eu, edges: [athens, berlin] }
          - { id: us, edges: [nyc, sfo] }
        """ + String.join("\n", lines));
  }
}
