package io.bloomtree.edge;

import io.bloomtree.tree.EdgeNode;
import io.bloomtree.tree.Resolution.Failure;

/** Offers that the agent may not have room for yet. Owned by the agent's event loop. */
interface Pending {

  /** Where its producer learns of it. */
  Reply<?> reply();

  /** When it was made, in nanoseconds. */
  long began();

  /** How many events it began with. */
  int size();

  /** How many of them have not been offered to the machine. */
  int left();

  /** Offers at most {@code room} of those that are left. */
  void offerTo(EdgeNode agent, int room, long deadline, long now);

  /** Ends those that are left. */
  void fail(Failure failure);
}
