package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events that were delivered. Immutable. */
public final class ConfirmFrame implements BatchFrame {
  /*
   *   +--------+---------+--------------+---------------+-------------+
   *   | count  | origins | fingerprints | ages          | importance  |
   *   | varint | column  | count x 8    | number column | byte column |
   *   +--------+---------+--------------+---------------+-------------+
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  private final Origins origins;
  private final Fingerprints fingerprints;
  private final Column ages;
  private final Column importance;

  private ConfirmFrame(
      Origins origins, Fingerprints fingerprints, Column ages, Column importance) {
    this.origins = origins;
    this.fingerprints = fingerprints;
    this.ages = ages;
    this.importance = importance;
  }

  public ConfirmFrame(List<Confirm> confirms) {
    this(new Builder(confirms));
  }

  private ConfirmFrame(Builder builder) {
    this(
        builder.origins.build(), builder.fingerprints.build(), builder.ages.build(),
        builder.importance.build());
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

  /** Copies fingerprints from an index on, as many as there are and as fit; says how many. */
  public int copyFingerprints(int from, long[] into) {
    return fingerprints.copy(from, into);
  }

  public long ageMillis(int index) {
    return ages.get(index);
  }

  public int importance(int index) {
    return (int) importance.get(index);
  }

  /** The entries as objects. */
  public List<Confirm> confirms() {
    return new View<>(size(), i ->
        new Confirm(fingerprint(i), origins.get(i), ageMillis(i), importance(i)));
  }

  @Override public ConfirmFrame part(int from, int to) {
    return new ConfirmFrame(
        origins.part(from, to), fingerprints.part(from, to), ages.part(from, to),
        importance.part(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(size());
    OriginColumn.write(out, origins);
    fingerprints.write(out);
    NumberColumn.write(out, ages);
    ByteColumn.write(out, importance);
  }

  static ConfirmFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of confirms");
    Origins origins = OriginColumn.read(in, count);
    Fingerprints fingerprints = Fingerprints.read(in, count);
    Column ages = NumberColumn.read(in, count, "age");
    Column importance = ByteColumn.read(in, count, "importance");
    return new ConfirmFrame(origins, fingerprints, ages, importance);
  }

  @Override public boolean equals(Object other) {
    return other instanceof ConfirmFrame that && confirms().equals(that.confirms());
  }

  @Override public int hashCode() {
    return confirms().hashCode();
  }

  @Override public String toString() {
    return "ConfirmFrame[confirms=" + confirms() + "]";
  }

  /** Gathers a frame. Not thread-safe. */
  public static final class Builder {
    private final Origins.Builder origins;
    private final Fingerprints.Builder fingerprints;
    private final Column.Builder ages;
    private final Column.Builder importance;

    /** {@code capacity}: how many entries are expected. */
    public Builder(int capacity) {
      origins = new Origins.Builder(capacity);
      fingerprints = new Fingerprints.Builder(capacity);
      ages = new Column.Builder(capacity);
      importance = new Column.Builder(capacity);
    }

    private Builder(List<Confirm> confirms) {
      this(confirms.size());
      var sources = new Origins.Sources();
      for (Confirm confirm : confirms) {
        add(confirm.fingerprint, sources.of(confirm.origin), confirm.origin.sequence(),
            confirm.ageMillis, confirm.importance);
      }
    }

    /** Adds an entry: a {@link Confirm} without the object. */
    public void add(
        long fingerprint, Source source, long sequence, long ageMillis, int importance) {
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
      origins.add(source, sequence);
      fingerprints.add(fingerprint);
      ages.add(ageMillis);
      this.importance.add(importance);
    }

    public boolean isEmpty() {
      return origins.size() == 0;
    }

    /** All that was added; nothing may be added afterwards. */
    public ConfirmFrame build() {
      return new ConfirmFrame(this);
    }
  }

  /**
   * One delivered event.
   *
   * @param ageMillis how long ago it was delivered
   * @param importance 0 to 255; 0 where the tree's filters know no importance
   */
  public record Confirm(long fingerprint, Origin origin, long ageMillis, int importance) {
    public Confirm {
      requireNonNull(origin, "origin");
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
    }
  }
}
