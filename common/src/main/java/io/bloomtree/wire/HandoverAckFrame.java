package io.bloomtree.wire;

import java.util.List;

/** Claims that their owner has taken over. Immutable. */
public record HandoverAckFrame(List<Long> fingerprints) implements Frame {
}
