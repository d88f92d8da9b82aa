package io.bloomtree.tree;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.wire.Packet;
import java.util.List;
import java.util.Optional;

/**
 * One slice of one node, as a deterministic state machine. Owned by one event loop.
 *
 * <p>Time is in milliseconds of a clock that never runs backwards; where it starts does not matter.
 */
public interface Machine {

  /** Has the machine tell the watch what happens to it. Called at most once, before it starts. */
  void watch(Watch watch);

  /** Starts the machine: it makes itself known, and sends what its predecessor left unsent. */
  void start(long now);

  /** Takes packets that have arrived, and only then sends what comes of them all. */
  void receive(List<Packet> packets, long now);

  /** Does what is due. */
  void tick(long now);

  /** When {@link #tick} wants to be called next; {@link Long#MAX_VALUE} if nothing is planned. */
  long nextTick();

  /**
   * Takes no more asks: the node is about to stop, and who asks will ask again. Everything else
   * goes on.
   */
  void drain();

  /** Whether the machine has nothing in hand that somebody waits for. */
  boolean isIdle();

  /** Its filter: to be looked at, on the machine's event loop, and not to be changed. */
  FilterSlice filter();

  /** Its sketches, if it keeps any: to be looked at as its filter is. */
  Optional<NodeSketches> sketches();

  /** What the machine has counted. */
  Tally tally();

  /** How it is at the moment. */
  Vitals vitals();

  /** How full its tables are. */
  List<Occupancy> occupancy();
}
