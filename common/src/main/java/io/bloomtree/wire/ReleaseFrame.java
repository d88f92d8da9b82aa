package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events whose origin gives up its claim. Immutable. */
public final class ReleaseFrame implements BatchFrame {
  /*
   *   +--------+---------+--------------+
   *   | count  | origins | fingerprints |
   *   | varint | column  | count x 8    |
   *   +--------+---------+--------------+
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  private final Origins origins;
  private final Fingerprints fingerprints;

  private ReleaseFrame(Origins origins, Fingerprints fingerprints) {
    this.origins = origins;
    this.fingerprints = fingerprints;
  }

  public ReleaseFrame(List<Release> releases) {
    this(new Builder(releases));
  }

  private ReleaseFrame(Builder builder) {
    this(builder.origins.build(), builder.fingerprints.build());
  }

  @Override public int size() {
    return origins.size();
  }

  public Origins origins() {
    return origins;
  }

  public long fingerprint(int index) {
    return fingerprints.get(index);
  }

  /** The entries as objects. */
  public List<Release> releases() {
    return new View<>(size(), i -> new Release(fingerprint(i), origins.get(i)));
  }

  @Override public ReleaseFrame part(int from, int to) {
    return new ReleaseFrame(origins.part(from, to), fingerprints.part(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(size());
    OriginColumn.write(out, origins);
    fingerprints.write(out);
  }

  static ReleaseFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of releases");
    Origins origins = OriginColumn.read(in, count);
    return new ReleaseFrame(origins, Fingerprints.read(in, count));
  }

  @Override public boolean equals(Object other) {
    return other instanceof ReleaseFrame that && releases().equals(that.releases());
  }

  @Override public int hashCode() {
    return releases().hashCode();
  }

  @Override public String toString() {
    return "ReleaseFrame[releases=" + releases() + "]";
  }

  /** Gathers a frame. Not thread-safe. */
  public static final class Builder {
    private final Origins.Builder origins;
    private final Fingerprints.Builder fingerprints;

    /** {@code capacity}: how many entries are expected. */
    public Builder(int capacity) {
      origins = new Origins.Builder(capacity);
      fingerprints = new Fingerprints.Builder(capacity);
    }

    private Builder(List<Release> releases) {
      this(releases.size());
      var sources = new Origins.Sources();
      for (Release release : releases) {
        add(release.fingerprint, sources.of(release.origin), release.origin.sequence());
      }
    }

    /** Adds an entry: a {@link Release} without the object. */
    public void add(long fingerprint, Source source, long sequence) {
      origins.add(source, sequence);
      fingerprints.add(fingerprint);
    }

    public boolean isEmpty() {
      return origins.size() == 0;
    }

    /** All that was added; nothing may be added afterwards. */
    public ReleaseFrame build() {
      return new ReleaseFrame(this);
    }
  }

  /** One claim given up. */
  public record Release(long fingerprint, Origin origin) {
    public Release {
      requireNonNull(origin, "origin");
    }
  }
}
