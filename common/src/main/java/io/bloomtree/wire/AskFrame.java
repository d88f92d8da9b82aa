package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Events on their way up: is this one distinct? Immutable. */
public final class AskFrame implements BatchFrame {
  /*
   *   +--------+---------+--------------+-----------------+--------------+------------+
   *   | count  | origins | fingerprints | remaining times | ages         | importance |
   *   | varint | column  | count x 8    | number column   | number column| byte column|
   *   +--------+---------+--------------+-----------------+--------------+------------+
   *
   * Remaining times are exact: rounded up, an ask would outlive its asker (a zombie's claim);
   * rounded down, retries would end early.
   *
   * In memory, too, a frame is its columns: whoever passes a million events on does not make an
   * object of each.
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  private final Origins origins;
  private final Fingerprints fingerprints;
  private final Column remaining;
  private final Column ages;
  private final Column importance;

  private AskFrame(
      Origins origins, Fingerprints fingerprints, Column remaining, Column ages,
      Column importance) {
    this.origins = origins;
    this.fingerprints = fingerprints;
    this.remaining = remaining;
    this.ages = ages;
    this.importance = importance;
  }

  public AskFrame(List<Ask> asks) {
    this(new Builder(asks));
  }

  private AskFrame(Builder builder) {
    this(
        builder.origins.build(), builder.fingerprints.build(), builder.remaining.build(),
        builder.ages.build(), builder.importance.build());
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

  public long remainingMillis(int index) {
    return remaining.get(index);
  }

  public long ageMillis(int index) {
    return ages.get(index);
  }

  public int importance(int index) {
    return (int) importance.get(index);
  }

  /** The entries as objects. */
  public List<Ask> asks() {
    return new View<>(size(), i -> new Ask(
        fingerprint(i), origins.get(i), remainingMillis(i), ageMillis(i), importance(i)));
  }

  @Override public AskFrame part(int from, int to) {
    return new AskFrame(
        origins.part(from, to), fingerprints.part(from, to), remaining.part(from, to),
        ages.part(from, to), importance.part(from, to));
  }

  void write(WireWriter out) {
    out.writeVarint(size());
    OriginColumn.write(out, origins);
    fingerprints.write(out);
    NumberColumn.write(out, remaining);
    NumberColumn.write(out, ages);
    ByteColumn.write(out, importance);
  }

  static AskFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of asks");
    Origins origins = OriginColumn.read(in, count);
    Fingerprints fingerprints = Fingerprints.read(in, count);
    Column remaining = NumberColumn.read(in, count, "remaining time");
    Column ages = NumberColumn.read(in, count, "age");
    Column importance = ByteColumn.read(in, count, "importance");
    return new AskFrame(origins, fingerprints, remaining, ages, importance);
  }

  @Override public boolean equals(Object other) {
    return other instanceof AskFrame that && asks().equals(that.asks());
  }

  @Override public int hashCode() {
    return asks().hashCode();
  }

  @Override public String toString() {
    return "AskFrame[asks=" + asks() + "]";
  }

  /** Gathers a frame. Not thread-safe. */
  public static final class Builder {
    private final Origins.Builder origins;
    private final Fingerprints.Builder fingerprints;
    private final Column.Builder remaining;
    private final Column.Builder ages;
    private final Column.Builder importance;

    /** {@code capacity}: how many entries are expected. */
    public Builder(int capacity) {
      origins = new Origins.Builder(capacity);
      fingerprints = new Fingerprints.Builder(capacity);
      remaining = new Column.Builder(capacity);
      ages = new Column.Builder(capacity);
      importance = new Column.Builder(capacity);
    }

    private Builder(List<Ask> asks) {
      this(asks.size());
      var sources = new Origins.Sources();
      for (Ask ask : asks) {
        add(ask.fingerprint, sources.of(ask.origin), ask.origin.sequence(), ask.remainingMillis,
            ask.ageMillis, ask.importance);
      }
    }

    /** Adds an entry: an {@link Ask} without the object. */
    public void add(
        long fingerprint, Source source, long sequence, long remainingMillis, long ageMillis,
        int importance) {
      Checks.notNegative(remainingMillis, "remainingMillis");
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
      origins.add(source, sequence);
      fingerprints.add(fingerprint);
      remaining.add(remainingMillis);
      ages.add(ageMillis);
      this.importance.add(importance);
    }

    /** All that was added; nothing may be added afterwards. */
    public AskFrame build() {
      return new AskFrame(this);
    }
  }

  /**
   * One event.
   *
   * @param remainingMillis how long its asker still waits
   * @param ageMillis how long ago it was first asked for
   * @param importance 0 to 255; 0 where the tree's filters know no importance
   */
  public record Ask(
      long fingerprint, Origin origin, long remainingMillis, long ageMillis, int importance) {
    public Ask {
      requireNonNull(origin, "origin");
      Checks.notNegative(remainingMillis, "remainingMillis");
      Checks.notNegative(ageMillis, "ageMillis");
      Checks.unsignedByte(importance, "importance");
    }
  }
}
