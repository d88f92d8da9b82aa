package io.bloomtree.wire;

import java.util.List;

/** Events whose positions on this slice are set. Immutable. */
public record SetAckFrame(List<Long> fingerprints) implements Frame {
}
