package io.bloomtree.wire;

import java.util.List;

/** Tests put to another slice of the same node. Immutable. */
public record ProbeFrame(List<Probe> probes) implements Frame {
  /** One test, in one round of testing. */
  public record Probe(long round, long fingerprint) {}
}
