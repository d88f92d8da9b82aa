package io.bloomtree.wire;

import java.util.List;

/** Confirms and releases that have arrived at the root. Immutable. */
public record AckFrame(List<Origin> confirmed, List<Origin> released) implements Frame {
}
