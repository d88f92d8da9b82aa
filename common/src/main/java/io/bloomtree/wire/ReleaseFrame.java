package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events whose origin gives up its claim. Immutable. */
public record ReleaseFrame(List<Release> releases) implements BatchFrame {
  /*
   *   +--------+---------+--------------+
   *   | count  | origins | fingerprints |
   *   | varint | column  | count x 8    |
   *   +--------+---------+--------------+
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  public ReleaseFrame {
    releases = List.copyOf(releases);
  }

  @Override public int size() {
    return releases.size();
  }

  @Override public ReleaseFrame part(int from, int to) {
    return new ReleaseFrame(releases.subList(from, to));
  }

  void write(WireWriter out) {
    int count = releases.size();
    var origins = new Origin[count];
    var fingerprints = new long[count];
    for (int i = 0; i < count; i++) {
      Release release = releases.get(i);
      origins[i] = release.origin;
      fingerprints[i] = release.fingerprint;
    }
    out.writeVarint(count);
    OriginColumn.write(out, origins);
    out.writeLongs(fingerprints);
  }

  static ReleaseFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of releases");
    Origin[] origins = OriginColumn.read(in, count);
    long[] fingerprints = in.readLongs(count, "fingerprints");
    var releases = new Release[count];
    for (int i = 0; i < count; i++) {
      releases[i] = new Release(fingerprints[i], origins[i]);
    }
    return new ReleaseFrame(List.of(releases));
  }

  /** One claim given up. */
  public record Release(long fingerprint, Origin origin) {
    public Release {
      requireNonNull(origin, "origin");
    }
  }
}
