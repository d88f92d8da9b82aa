package io.bloomtree.experiments.beyond;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.tree.TreeShape;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The test-and-set algorithm of "One is Enough" (Algorithm 1), straightforwardly, with clients that
 * do not wait for ever. To compare with. Owned by one thread.
 */
final class TestAndSetTree {
  /** What a client does when no answer comes. */
  enum OnSilence {
    /** Asks the tree again. */
    RETRY,
    /** Delivers the event. */
    DELIVER
  }

  private final VirtualTime time;
  private final Links links;
  private final OnSilence onSilence;
  private final long patience;
  private final Map<NodeId, Node> nodes = new HashMap<>();
  private final List<Node> leaves = new ArrayList<>();

  /** One unsliced node of the tree. */
  private record Node(Endpoint endpoint, FilterSlice filter, Optional<NodeId> parent) {}

  TestAndSetTree(
      TreeShape shape, VirtualTime time, Links links, OnSilence onSilence, long patience) {
    this.time = time;
    this.links = links;
    this.onSilence = onSilence;
    this.patience = patience;
    for (Place place : shape.places()) {
      NodeRef self = place.self();
      Node node = new Node(
          self.slice(0), self.plan().newSlice(0), place.parent().map(NodeRef::id));
      nodes.put(self.id(), node);
      if (place.level() == shape.depth()) {
        leaves.add(node);
      }
    }
  }

  /** Offers an event; says, once, whether it is distinct. */
  void offer(int leaf, long fingerprint, Consumer<Boolean> told) {
    Node node = leaves.get(leaf);
    if (node.filter.holds(fingerprint)) {
      told.accept(false);
    } else {
      node.filter.set(fingerprint);
      ask(node, fingerprint, new Pending(told));
    }
  }

  private void ask(Node leaf, long fingerprint, Pending pending) {
    testAbove(leaf, fingerprint, pending::end);
    time.after(patience, () -> {
      if (!pending.isEnded && onSilence == OnSilence.DELIVER) {
        pending.end(true);
      } else if (!pending.isEnded) {
        ask(leaf, fingerprint, pending);
      }
    });
  }

  private void testAbove(Node node, long fingerprint, Consumer<Boolean> reply) {
    Node parent = nodes.get(node.parent.orElseThrow());
    time.after(links.delay(node.endpoint, parent.endpoint, time.now()), () ->
        test(parent, fingerprint, isDistinct -> {
          if (!links.loses(parent.endpoint, node.endpoint, time.now())) {
            time.after(links.delay(parent.endpoint, node.endpoint, time.now()),
                () -> reply.accept(isDistinct));
          }
        }));
  }

  private void test(Node node, long fingerprint, Consumer<Boolean> reply) {
    if (node.filter.holds(fingerprint)) {
      reply.accept(false);
      return;
    }
    node.filter.set(fingerprint);
    if (node.parent.isEmpty()) {
      reply.accept(true);
    } else {
      testAbove(node, fingerprint, reply);
    }
  }

  /** An offer that waits for the first answer. */
  private static final class Pending {
    private final Consumer<Boolean> told;
    private boolean isEnded;

    Pending(Consumer<Boolean> told) {
      this.told = told;
    }

    void end(boolean isDistinct) {
      if (!isEnded) {
        isEnded = true;
        told.accept(isDistinct);
      }
    }
  }
}
