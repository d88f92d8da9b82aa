package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.TreeIdentity;

/**
 * Who wants its state. Immutable.
 *
 * @param epoch of the topology
 * @param plan how the node's filter is cut in it
 * @param seed of the random numbers of a new filter
 * @param incarnation a proposal: the state may want a larger one
 */
public record Tenant(
    TreeIdentity tree, Endpoint self, int epoch, SlicePlan plan, long seed, Fsync fsync,
    long incarnation) {
  public Tenant {
    requireNonNull(tree, "tree");
    requireNonNull(self, "self");
    requireNonNull(plan, "plan");
    requireNonNull(fsync, "fsync");
    if (epoch < 0) {
      throw new IllegalArgumentException("epoch must be >= 0: " + epoch);
    }
    if (incarnation < 0) {
      throw new IllegalArgumentException("incarnation must be >= 0: " + incarnation);
    }
    if (self.slice() >= plan.count()) {
      throw new IllegalArgumentException(
          "slice must be one of the plan: slice=" + self.slice() + ", count=" + plan.count());
    }
  }
}
