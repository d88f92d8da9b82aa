package com.example;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.topology.Topology;

/** Delivers an event once though it comes twice, and again if it dies in between. */
public final class ClaimingProducer {

  private ClaimingProducer() {}

  public static void main(String[] args) throws InterruptedException {
    var topology = Topology.parse("example", "{ tree: orders, edges: [athens, boston] }");
    try (var tree = EmbeddedTree.start(topology)) {
      deliver(tree.agent("athens"), "order 4711");
      deliver(tree.agent("boston"), "order 4711");
    }
  }

  private static void deliver(EdgeAgent agent, String key) throws InterruptedException {
    try (var claim = agent.blocking().claim(key)) {
      System.out.println(claim.verdict().decision());
      if (claim.isDistinct()) {
        claim.confirm(); // here the event is delivered: until this line another may claim it
      }
    }
  }
}
