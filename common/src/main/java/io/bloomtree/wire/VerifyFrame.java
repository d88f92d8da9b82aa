package io.bloomtree.wire;

import java.util.List;

/** Hits put to a child, test only. Immutable. */
public record VerifyFrame(List<ProbeFrame.Probe> probes) implements Frame {
}
