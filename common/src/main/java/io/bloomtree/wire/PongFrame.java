package io.bloomtree.wire;

/** I am here. Immutable. */
public record PongFrame(long nonce) implements Frame {
}
