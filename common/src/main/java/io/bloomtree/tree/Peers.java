package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Endpoint;
import java.util.ArrayList;
import java.util.List;

/** The other slices of the same node. Owned by one event loop. */
final class Peers {
  private final List<Liveness> liveness = new ArrayList<>();
  private final NodeRef node;
  private final Epochs epochs;

  Peers(
      NodeRef node, Epochs epochs, long timeout, Timers timers, Outbox outbox, Health health) {
    this.node = node;
    this.epochs = epochs;
    for (int i = 0; i < node.plan().count(); i++) {
      liveness.add(
          new Liveness(node.slice(i), Relation.SLICE, timeout, timers, outbox, health));
    }
  }

  boolean isAway(int slice) {
    return liveness.get(slice).isAway();
  }

  /** How all are, but the slice itself. */
  List<Vitals.Peer> states(int self) {
    return liveness.stream().filter(other -> other.peer().slice() != self).map(Liveness::state)
        .toList();
  }

  /** Lets the others notice that this slice is there, and pings them until they answer. */
  void greet(int self, long now) {
    for (int i = 0; i < liveness.size(); i++) {
      if (i != self) {
        liveness.get(i).greet(now);
      }
    }
  }

  /** Something came from a slice; true if it had been away. */
  boolean heard(Endpoint from, long now) {
    return liveness.get(from.slice()).heard(now);
  }

  /** Whether a slice runs another topology, so that they do not understand each other. */
  boolean isElsewhere(int slice) {
    return epochs.isElsewhere(address(slice));
  }

  /** Whether some slice runs another topology. */
  boolean areSplit() {
    return epochs.isSplit(node.id());
  }

  Endpoint address(int slice) {
    return liveness.get(slice).peer();
  }

  /** The address of a slice to which something is sent that it must answer. */
  Endpoint toAnswer(int slice, long now) {
    liveness.get(slice).expect(now);
    return address(slice);
  }
}
