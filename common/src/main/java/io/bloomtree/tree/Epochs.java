package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import java.util.HashMap;
import java.util.Map;

/** Which neighbours run another topology than a machine. Owned by one event loop. */
final class Epochs {
  private final int own;
  /** Those, and what they run; also slices that there are only in the other topology. */
  private final Map<Endpoint, Integer> others = new HashMap<>();

  Epochs(int own) {
    this.own = own;
  }

  /**
   * Notes what the sender of a packet runs; true if it ran another topology and does no more.
   *
   * @param isKnown whether there is such a slice in this topology: one that there was only in an
   *     earlier one will not be heard again, and who keeps its state is not through before it
   */
  boolean note(Packet packet, boolean isKnown) {
    if (packet.epoch() > own || packet.epoch() < own && isKnown) {
      others.put(packet.from(), packet.epoch());
      return false;
    }
    return !others.isEmpty() && others.remove(packet.from()) != null;
  }

  /** Whether a slice was last heard to run another topology. */
  boolean isElsewhere(Endpoint slice) {
    return !others.isEmpty() && others.containsKey(slice);
  }

  /** Whether some slice of a node was: what the others say of the node is not all. */
  boolean isSplit(NodeId node) {
    return !others.isEmpty()
        && others.keySet().stream().anyMatch(slice -> slice.node().equals(node));
  }
}
