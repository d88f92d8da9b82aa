package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan.Scheme;
import io.bloomtree.tree.Probing;

/**
 * How a node's filter is cut. Immutable.
 *
 * @param scheme whole, and only whole, if the topology says nothing about slices of this node
 */
public record SliceSpec(int count, Scheme scheme, Probing probing) {
  /** The most slices of one node. */
  public static final int MAX_COUNT = 1024;

  public SliceSpec {
    requireNonNull(scheme, "scheme");
    requireNonNull(probing, "probing");
    if (count < 1 || scheme == Scheme.WHOLE && count != 1) {
      throw new IllegalArgumentException(
          "count must be >= 1, and 1 of a whole filter: count=" + count + ", scheme=" + scheme);
    }
  }
}
