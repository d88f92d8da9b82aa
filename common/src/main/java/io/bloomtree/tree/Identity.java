package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

/**
 * What every packet and hello of a machine says about the tree it belongs to. Immutable.
 *
 * @param digest of tree name, hash name and seed; carried by every packet
 * @param epoch number of the topology
 */
public record Identity(
    String tree, String hashName, long hashSeed, int digest, int epoch, long topologyDigest) {
  public Identity {
    requireNonNull(tree, "tree");
    requireNonNull(hashName, "hashName");
    if (epoch < 0 || epoch > 0xFFFF) {
      throw new IllegalArgumentException("epoch must be in 0..65535: " + epoch);
    }
  }

  boolean mayTalkTo(int otherEpoch) {
    return Math.abs(epoch - otherEpoch) <= 1;
  }
}
