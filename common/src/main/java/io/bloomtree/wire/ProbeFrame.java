package io.bloomtree.wire;

import java.util.List;

/** Tests put to another slice of the same node. Immutable. */
public record ProbeFrame(List<Probe> probes) implements BatchFrame {
  /*
   *   +--------+---------------+--------------+
   *   | count  | rounds        | fingerprints |
   *   | varint | count x steps | count x 8    |
   *   +--------+---------------+--------------+
   */

  private static final int MIN_ENTRY_BYTES = 1 + Long.BYTES;

  public ProbeFrame {
    probes = List.copyOf(probes);
  }

  @Override public int size() {
    return probes.size();
  }

  @Override public ProbeFrame part(int from, int to) {
    return new ProbeFrame(probes.subList(from, to));
  }

  void write(WireWriter out) {
    writeProbes(out, probes);
  }

  static ProbeFrame read(WireReader in) {
    return new ProbeFrame(readProbes(in));
  }

  static void writeProbes(WireWriter out, List<Probe> probes) {
    int count = probes.size();
    var rounds = new long[count];
    var fingerprints = new long[count];
    for (int i = 0; i < count; i++) {
      Probe probe = probes.get(i);
      rounds[i] = probe.round;
      fingerprints[i] = probe.fingerprint;
    }
    out.writeVarint(count);
    SequenceSteps.writeAll(out, rounds);
    out.writeLongs(fingerprints, count);
  }

  static List<Probe> readProbes(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of probes");
    long[] rounds = SequenceSteps.readAll(in, count, "round");
    long[] fingerprints = in.readLongs(count, "fingerprints");
    var probes = new Probe[count];
    for (int i = 0; i < count; i++) {
      probes[i] = new Probe(rounds[i], fingerprints[i]);
    }
    return List.of(probes);
  }

  /** One test, in one round of testing. */
  public record Probe(long round, long fingerprint) {}
}
