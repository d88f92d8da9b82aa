package io.bloomtree.tree;

import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Endpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The other slices of the same node. Owned by one event loop. */
final class Peers {
  private final List<Liveness> liveness = new ArrayList<>();
  private final int epoch;
  /** The topology that each was last heard to run; until then, the same. */
  private final int[] epochs;

  Peers(NodeRef node, int epoch, long timeout, Timers timers, Outbox outbox, Health health) {
    this.epoch = epoch;
    this.epochs = new int[node.plan().count()];
    Arrays.fill(epochs, epoch);
    for (int i = 0; i < node.plan().count(); i++) {
      liveness.add(
          new Liveness(node.slice(i), Relation.SLICE, timeout, timers, outbox, health));
    }
  }

  boolean isAway(int slice) {
    return liveness.get(slice).isAway();
  }

  /** Lets the others notice that this slice is there, and pings them until they answer. */
  void greet(int self, long now) {
    for (int i = 0; i < liveness.size(); i++) {
      if (i != self) {
        liveness.get(i).greet(now);
      }
    }
  }

  /** Something came from a slice; true if it had been away, or in another epoch. */
  boolean heard(Endpoint from, int itsEpoch, long now) {
    boolean hasMoved = epochs[from.slice()] != itsEpoch;
    epochs[from.slice()] = itsEpoch;
    return liveness.get(from.slice()).heard(now) | hasMoved;
  }

  /** Whether a slice runs another topology, so that they do not understand each other. */
  boolean isElsewhere(int slice) {
    return epochs[slice] != epoch;
  }

  /** Whether some slice runs another topology. */
  boolean areSplit() {
    for (int slice = 0; slice < epochs.length; slice++) {
      if (isElsewhere(slice)) {
        return true;
      }
    }
    return false;
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
