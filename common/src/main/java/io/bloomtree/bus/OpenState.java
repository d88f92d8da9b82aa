package io.bloomtree.bus;

import io.bloomtree.tree.MachineStore;
import java.util.Optional;

/**
 * What a machine starts from: what was kept of its predecessors, or nothing. Owned by the
 * verticle's context from when it was opened until it is closed.
 */
public interface OpenState<S extends MachineStore> {

  S store();

  /** Larger than that of every machine that had this state before. */
  long incarnation();

  /** Shows no earlier time than any machine that had this state before was told. */
  MachineClock clock();

  /** Remembers that the machine was told this time. */
  void keepTime(long now);

  /** What an operator wants to know of how it was found, in a line; nothing if none is kept. */
  Optional<String> found();

  /** Ends it cleanly: the next one to open it may trust it. Waits for the disk. */
  void close();
}
