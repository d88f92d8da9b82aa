package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.wire.TreeIdentity;

/**
 * What every packet and hello of a machine says about the tree it belongs to. Immutable.
 *
 * @param epoch number of the topology
 * @param topologyDigest of the whole topology, for people who compare
 */
public record Identity(TreeIdentity tree, int epoch, long topologyDigest) {
  public Identity {
    requireNonNull(tree, "tree");
    if (epoch < 0 || epoch > 0xFFFF) {
      throw new IllegalArgumentException("epoch must be in 0..65535: " + epoch);
    }
  }

  boolean mayTalkTo(int otherEpoch) {
    return Math.abs(epoch - otherEpoch) <= 1;
  }
}
