package io.bloomtree.tree;

import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** How old the states are of a machine and of its neighbours. Owned by one event loop. */
final class Lineage {
  /*
   * A state that is younger than one that was heard of is not the same state: that one was lost.
   * Whoever lost it may not know, so its neighbours tell it. A machine that got back what it had
   * lost says from then on that its state is as old as the one that was lost.
   */
  private final Endpoint self;
  private final MachineStore store;
  /** How old each neighbour's state was when it was last heard. */
  private final Map<Endpoint, Long> latest = new HashMap<>();
  private long born;
  private boolean isLost;

  Lineage(Endpoint self, MachineStore store) {
    this.self = self;
    this.store = store;
    refresh();
  }

  /** Looks anew at what the store says of this machine. */
  void refresh() {
    isLost = store.birth() == Birth.LOST;
    born = isLost ? store.born() : Math.min(store.born(), oldest().orElse(Long.MAX_VALUE));
  }

  /** In which incarnation the machine's state was created. */
  long born() {
    return born;
  }

  boolean isLost() {
    return isLost;
  }

  /** When the oldest state was created that the machine was told it once had. */
  OptionalLong oldest() {
    return store.lineage(self);
  }

  /** A neighbour has a state that was created in that incarnation. */
  void note(Endpoint neighbour, long itsBorn) {
    latest.put(neighbour, itsBorn);
    if (itsBorn < store.lineage(neighbour).orElse(Long.MAX_VALUE)) {
      store.putLineage(neighbour, itsBorn);
    }
  }

  /** Whether the sender of a packet has lost the state that it once had. */
  boolean hasLostState(Packet packet) {
    return packet.lost()
        || store.lineage(packet.from()).orElse(packet.born()) < packet.born();
  }

  /** What a neighbour is to be told of its own state; empty if it is no news. */
  OptionalLong newsFor(Endpoint neighbour) {
    OptionalLong oldest = store.lineage(neighbour);
    Long last = latest.get(neighbour);
    boolean isNews = oldest.isPresent() && (last == null || last > oldest.getAsLong());
    return isNews ? oldest : OptionalLong.empty();
  }

  /** A neighbour has heard of a state of this machine; true if none is known that is as old. */
  boolean hear(OptionalLong told) {
    boolean isOlder = told.isPresent()
        && told.getAsLong() < Math.min(born, oldest().orElse(Long.MAX_VALUE));
    if (isOlder) {
      store.putLineage(self, told.getAsLong());
    }
    return isOlder;
  }
}
