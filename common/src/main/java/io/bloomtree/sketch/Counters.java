package io.bloomtree.sketch;

import java.util.Arrays;

/**
 * The counters of a sketch, and which of them changed since they were last reported. Owned by
 * whoever owns the sketch.
 */
final class Counters {
  /*
   * A mark is for a line of eight counters, as long as a cache line: a byte that every update
   * stores without reading it. A bit for each counter would have to be read, and comparing with
   * what was last reported would take a second copy of all counters. An eighth of the counters'
   * number is what the marks take, a 64th of their memory.
   *
   * Counters have 64 bits. 32 would do for a while, but a sum over a tree counts for months, and a
   * counter that stopped at its limit could not be added up any more.
   */
  static final int LINE = 8;

  static final byte CLEAN = 0;
  static final byte TOUCHED = 1;
  /** In the report that is on its way, and not touched since. */
  static final byte SENT = 2;

  static final int LINE_BITS = 3;

  /** In whole lines; those past the last counter stay zero. */
  final long[] values;

  final byte[] marks;

  Counters(int count) {
    int lines = lines(count);
    this.values = new long[lines * LINE];
    this.marks = new byte[lines];
  }

  static int lines(int count) {
    return (count + LINE - 1) / LINE;
  }

  static long memoryBytes(int count) {
    return lines(count) * (long) (LINE * Long.BYTES + 1);
  }

  /** How wide so many rows may be to fit into so many bytes. */
  static int widthFor(long bytes, int depth) {
    requireDepth(depth);
    long fitting = bytes / (LINE * Long.BYTES + 1) * LINE;
    return (int) Math.min(SketchShape.MOST_COUNTERS, fitting) / depth;
  }

  static void requireRows(int depth, int width) {
    requireDepth(depth);
    int most = SketchShape.MOST_COUNTERS / depth;
    if (width < 2 || width > most) {
      throw new IllegalArgumentException("width must be 2 to " + most
          + " with this depth: width=" + width + ", depth=" + depth);
    }
  }

  private static void requireDepth(int depth) {
    if (depth < 1 || depth > SketchShape.MOST_ROWS) {
      throw new IllegalArgumentException(
          "depth must be 1 to " + SketchShape.MOST_ROWS + ": depth=" + depth);
    }
  }

  int lines() {
    return marks.length;
  }

  long get(int index) {
    return values[index];
  }

  void add(int index, long count) {
    values[index] += count;
    marks[index >>> LINE_BITS] = TOUCHED;
  }

  /** Adds those of another, of as many. */
  void addAll(Counters other) {
    long[] ours = values;
    long[] theirs = other.values;
    for (int i = 0; i < ours.length; i++) {
      ours[i] += theirs[i];
    }
    Arrays.fill(marks, TOUCHED);
  }

  void subtractAll(Counters other) {
    long[] ours = values;
    long[] theirs = other.values;
    for (int i = 0; i < ours.length; i++) {
      ours[i] -= theirs[i];
    }
    Arrays.fill(marks, TOUCHED);
  }

  /** Marks as if nothing had ever been reported: what is zero needs no report. */
  void markAll() {
    for (int line = 0; line < marks.length; line++) {
      marks[line] = isZero(line) ? CLEAN : TOUCHED;
    }
  }

  boolean isZero(int line) {
    long all = 0;
    for (int i = line * LINE; i < (line + 1) * LINE; i++) {
      all |= values[i];
    }
    return all == 0;
  }

  boolean isEqualTo(Counters other) {
    return Arrays.equals(values, other.values);
  }

  int valuesHash() {
    return Arrays.hashCode(values);
  }
}
