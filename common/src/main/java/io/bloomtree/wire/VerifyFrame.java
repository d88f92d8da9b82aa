package io.bloomtree.wire;

import java.util.List;

/** Hits put to a child, test only. Immutable. */
public record VerifyFrame(List<ProbeFrame.Probe> probes) implements BatchFrame {
  /*
   *   +--------+---------------+--------------+
   *   | count  | rounds        | fingerprints |   as in a probe frame
   *   | varint | count x steps | count x 8    |
   *   +--------+---------------+--------------+
   */

  public VerifyFrame {
    probes = List.copyOf(probes);
  }

  @Override public int size() {
    return probes.size();
  }

  @Override public VerifyFrame part(int from, int to) {
    return new VerifyFrame(probes.subList(from, to));
  }

  void write(WireWriter out) {
    ProbeFrame.writeProbes(out, probes);
  }

  static VerifyFrame read(WireReader in) {
    return new VerifyFrame(ProbeFrame.readProbes(in));
  }
}
