package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * A new incarnation of a node introduces itself to one slice above it. Immutable.
 *
 * @param slice the slice it speaks to: each one answers for its own claims
 * @param epoch number of the topology the node runs: a node that relays the hello may run another
 * @param topologyDigest digest of the topology file the node has read
 * @param lost whether it came up without the state it should have
 */
public record HelloFrame(
    NodeId node,
    long incarnation,
    int slice,
    String tree,
    String hashName,
    long hashSeed,
    int epoch,
    long topologyDigest,
    boolean lost)
    implements Frame {
  /*
   *   0             8       10          18      22       30     31
   *   +-------------+-------+-----------+-------+--------+------+------+------+-----------+
   *   | incarnation | slice | hash seed | epoch | digest | lost | node | tree | hash name |
   *   | 8           | 2     | 8         | 4     | 8      | 1    | id   | text | text      |
   *   +-------------+-------+-----------+-------+--------+------+------+------+-----------+
   */

  public HelloFrame {
    requireNonNull(node, "node");
    Checks.notNegative(incarnation, "incarnation");
    Checks.slice(slice);
    Checks.notNegative(epoch, "epoch");
    TreeIdentity.requireNames(tree, hashName);
  }

  /** What the sender's packets carry a digest of, in full: for the message that refuses it. */
  public TreeIdentity identity() {
    return new TreeIdentity(tree, hashName, hashSeed);
  }

  void write(WireWriter out) {
    out.writeLong(incarnation);
    out.writeShort(slice);
    out.writeLong(hashSeed);
    out.writeInt(epoch);
    out.writeLong(topologyDigest);
    out.writeBoolean(lost);
    out.writeNodeId(node);
    out.writeShortText(Utf8.encode(tree, "tree", TreeIdentity.MAX_NAME_BYTES));
    out.writeShortText(Utf8.encode(hashName, "hashName", TreeIdentity.MAX_NAME_BYTES));
  }

  static HelloFrame read(WireReader in) {
    long incarnation = in.readLong("incarnation");
    int slice = in.readShort("slice");
    long hashSeed = in.readLong("hash seed");
    int epoch = in.readInt("epoch");
    long topologyDigest = in.readLong("topology digest");
    boolean lost = in.readBoolean("lost");
    NodeId node = in.readNodeId("node");
    String tree = in.readShortText("tree");
    String hashName = in.readShortText("hash name");
    return new HelloFrame(node, incarnation, slice, tree, hashName, hashSeed, epoch,
        topologyDigest, lost);
  }
}
