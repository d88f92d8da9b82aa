package com.example;

import io.bloomtree.edge.BlockingEdgeAgent;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;
import java.nio.file.Path;

/**
 * Offers an event twice. Without arguments the tree is in this process; {@code TOPOLOGY EDGE} joins
 * one that runs.
 */
public final class Producer {
  private static final String TREE = "{ tree: clicks, filter: { expected: 100k }, edges: [here] }";

  private Producer() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 2) {
      var agent = EdgeAgent.join(Topology.read(Path.of(args[0])), args[1]).await();
      offerTwice(agent.blocking());
      agent.close().await();
      return;
    }
    try (var tree = EmbeddedTree.start(Topology.parse("example", TREE))) {
      offerTwice(tree.agent("here").blocking());
    }
  }

  private static void offerTwice(BlockingEdgeAgent agent) throws Exception {
    for (int copy = 0; copy < 2; copy++) {
      System.out.println(agent.offer("click 4711").decision());
    }
  }
}
