package io.bloomtree.wire;

/** The answer to a hello. Immutable. */
public record WelcomeFrame(NodeId node, long incarnation, int slice) implements Frame {
}
