package io.bloomtree.wire;

/** A new incarnation of a node introduces itself to one slice above it. Immutable. */
public record HelloFrame(NodeId node, long incarnation, int slice, String tree, String hashName, long hashSeed, long topologyDigest) implements Frame {
}
