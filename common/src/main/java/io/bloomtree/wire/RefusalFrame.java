package io.bloomtree.wire;

/** A packet was refused, and why. Immutable. */
public record RefusalFrame(RefusalCode code, String reason) implements Frame {
}
