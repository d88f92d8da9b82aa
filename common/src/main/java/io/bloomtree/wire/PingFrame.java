package io.bloomtree.wire;

/** Are you there? Immutable. */
public record PingFrame(long nonce) implements Frame {
}
