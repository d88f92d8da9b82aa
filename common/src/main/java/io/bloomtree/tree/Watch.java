package io.bloomtree.tree;

import io.bloomtree.filter.StorageException;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.RefusalCode;

/**
 * Hears what an operator wants to know of one machine. It is called during a step of the machine,
 * on its event loop, and must not call back into the machine.
 *
 * <p>Nothing here is told for each event. Refusals are told for each packet: whoever logs them must
 * limit his log.
 */
public interface Watch {

  /** What a peer is to the machine. */
  enum Relation {
    /** A slice of the node above. */
    PARENT,
    /** A slice of a node that takes the parent's place while that is away. */
    FALLBACK,
    /** Another slice of the same node. */
    SLICE
  }

  /** Hears nothing. */
  Watch SILENT = new Watch() {};

  /** The peer was heard for the first time, before it counted as away. */
  default void met(Endpoint peer, Relation relation) {}

  /** The peer has not answered for the timeout; it may never have been heard. */
  default void away(Endpoint peer, Relation relation) {}

  /**
   * The peer is heard again, or at last.
   *
   * @param awayMillis how long it counted as away
   */
  default void back(Endpoint peer, Relation relation, long awayMillis) {}

  /** The machine refused a packet. */
  default void refused(Endpoint peer, RefusalCode code, String reason) {}

  /** A packet of the machine was refused. */
  default void refusedBy(Endpoint peer, RefusalCode code, String reason) {}

  /**
   * The machine's filter should have grown and is at its limits: from now on it errs more.
   *
   * @param subFilters how many it consists of
   */
  default void growthRefused(int subFilters, long memoryBytes) {}

  /** The machine's filter is below its limits again. */
  default void growsAgain() {}

  /**
   * The machine's store has failed: it has sent nothing of its last step, and sends nothing any
   * more.
   */
  default void stopped(StorageException cause) {}

  /**
   * The machine has lost the state that it should have: what it does not know proves nothing until
   * it is healed.
   */
  default void stateLost() {}

  /** An agent says hello, and that it came up without the state it should have. */
  default void heardOfLoss(NodeId agent) {}

  /**
   * A filter is being copied that helps to replace what was lost, or what another slice knew before
   * the topology changed.
   *
   * @param done how many words of the filter are here
   */
  default void rebuilding(long done, long total, Endpoint from) {}

  /** What was lost cannot be had from a child, or not all of it: told once for each reason. */
  default void notRebuilt(Endpoint child, String why) {}

  /** All that was lost, and that any child still knows, is there again. */
  default void rebuilt() {}

  /** The machine's state is whole again: it was rebuilt, or what was lost would be forgotten. */
  default void healed() {}

  /** The node is cut in another way than before: the machine waits until its slices are through. */
  default void settling(int epoch) {}

  /** Why it still waits for another slice: told once for each reason. */
  default void unsettled(Endpoint slice, String why) {}

  /** The machine knows all that was known of its events before the topology changed. */
  default void settled(int epoch) {}

  /** The window has passed over a filter that was kept beside the machine's own: it is gone. */
  default void outlived(Former former) {}

  /** The machine gave its first degraded answer since all was well. */
  default void degraded(Degradation cause) {}

  /**
   * All is well again: nobody is away, and answers are no longer degraded.
   *
   * @param degradedAnswers how many were given meanwhile
   * @param millis how long after the first of them
   */
  default void recovered(long degradedAnswers, long millis) {}
}
