package io.bloomtree.wire;

import static java.util.Objects.checkIndex;

import java.util.Arrays;

/** The fingerprints of a frame's entries, in order. Immutable. */
final class Fingerprints {
  private final long[] values;
  private final int size;

  /** The first {@code size} of an array that nobody changes any more. */
  private Fingerprints(long[] values, int size) {
    this.values = values;
    this.size = size;
  }

  static Fingerprints read(WireReader in, int count) {
    return new Fingerprints(in.readLongs(count, "fingerprints"), count);
  }

  void write(WireWriter out) {
    out.writeLongs(values, size);
  }

  long get(int index) {
    return values[checkIndex(index, size)];
  }

  /** Copies those from an index on, as many as there are and as fit; says how many. */
  int copy(int from, long[] into) {
    int count = Math.min(size - from, into.length);
    System.arraycopy(values, from, into, 0, count);
    return count;
  }

  Fingerprints part(int from, int to) {
    return new Fingerprints(Arrays.copyOfRange(values, from, to), to - from);
  }

  /** Gathers fingerprints. Not thread-safe. */
  static final class Builder {
    private long[] values;
    private int size;

    /** {@code capacity}: how many are expected. */
    Builder(int capacity) {
      values = new long[Math.max(1, capacity)];
    }

    void add(long fingerprint) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = fingerprint;
    }

    Fingerprints build() {
      return new Fingerprints(values, size);
    }
  }
}
