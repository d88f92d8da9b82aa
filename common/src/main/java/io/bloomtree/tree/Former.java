package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.wire.Endpoint;

/**
 * A filter that a machine keeps beside its own: what its slice was before the topology changed, or
 * another slice, or a child of which it took a copy. Immutable.
 *
 * @param of whose filter it was
 * @param epoch of the topology in which it was
 * @param plan how its node was cut then
 */
public record Former(Endpoint of, int epoch, SlicePlan plan) {
  public Former {
    requireNonNull(of, "of");
    requireNonNull(plan, "plan");
  }
}
