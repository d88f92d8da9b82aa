package io.bloomtree.wire;

import java.util.Arrays;

/** One number per entry of a frame, most often the same for all. Immutable. */
final class Column {
  /*
   * Ages, importance and verdicts hardly ever differ within a frame. Then no array is
   * made for them, whether they are read, passed on or written.
   */
  private static final long[] NONE_DIFFERS = {};

  private final int size;
  private final long first;
  private final long[] each;

  private Column(int size, long first, long[] each) {
    this.size = size;
    this.first = first;
    this.each = each;
  }

  /** So many times the same. */
  static Column same(int size, long value) {
    return new Column(size, size == 0 ? 0 : value, NONE_DIFFERS);
  }

  /** The first {@code size} values of an array that the column may keep. */
  static Column of(long[] values, int size) {
    for (int i = 1; i < size; i++) {
      if (values[i] != values[0]) {
        return new Column(size, values[0], values);
      }
    }
    return same(size, size == 0 ? 0 : values[0]);
  }

  int size() {
    return size;
  }

  long get(int index) {
    return each == NONE_DIFFERS ? first : each[index];
  }

  /** The shortest way to write it. */
  ColumnMode mode() {
    return each != NONE_DIFFERS ? ColumnMode.EACH : first == 0 ? ColumnMode.ZERO : ColumnMode.SAME;
  }

  Column part(int from, int to) {
    return each == NONE_DIFFERS
        ? same(to - from, first)
        : of(Arrays.copyOfRange(each, from, to), to - from);
  }

  /** Gathers a column. Not thread-safe. */
  static final class Builder {
    private final int capacity;
    private int size;
    private long first;
    private long[] each = NONE_DIFFERS;

    /** {@code capacity}: how many entries are expected. */
    Builder(int capacity) {
      this.capacity = capacity;
    }

    void add(long value) {
      if (each != NONE_DIFFERS) {
        if (size == each.length) {
          each = Arrays.copyOf(each, 2 * size);
        }
        each[size] = value;
      } else if (size == 0) {
        first = value;
      } else if (value != first) {
        each = new long[Math.max(capacity, 2 * size)];
        Arrays.fill(each, 0, size, first);
        each[size] = value;
      }
      size++;
    }

    Column build() {
      return new Column(size, first, each);
    }
  }
}
