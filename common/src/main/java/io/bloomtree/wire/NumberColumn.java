package io.bloomtree.wire;

import java.util.Arrays;

/** One number of at least zero per entry of a frame: times, mostly. */
final class NumberColumn {
  /*
   *   +------+----------------------------------------------------------------+
   *   | mode | 0: nothing  1: varint  2: zig-zag varint per entry, the         |
   *   |      | difference to the entry before (the first one's to zero)        |
   *   +------+----------------------------------------------------------------+
   *
   * Times in one batch are close together, whatever their size: a difference is one byte where
   * the time itself would be two or three.
   */

  private NumberColumn() {}

  static void write(WireWriter out, long[] values) {
    ColumnMode mode = modeOf(values);
    out.writeByte(mode.code());
    switch (mode) {
      case ZERO -> { }
      case SAME -> out.writeVarint(values[0]);
      case EACH -> writeDifferences(out, values);
    }
  }

  static long[] read(WireReader in, int count, String what) {
    int start = in.position();
    ColumnMode mode = ColumnMode.read(in, what);
    long[] values = new long[count];
    switch (mode) {
      case ZERO -> { }
      case SAME -> Arrays.fill(values, in.readNotNegative(what));
      case EACH -> readDifferences(in, values, what);
    }
    mode.requireShortest(modeOf(values), in, start, what);
    return values;
  }

  private static void writeDifferences(WireWriter out, long[] values) {
    long previous = 0;
    for (long value : values) {
      out.writeZigZag(value - previous);
      previous = value;
    }
  }

  private static void readDifferences(WireReader in, long[] values, String what) {
    long previous = 0;
    for (int i = 0; i < values.length; i++) {
      int start = in.position();
      previous += in.readZigZag(what);
      if (previous < 0) {
        throw in.malformed(start, what + " must be >= 0: " + previous);
      }
      values[i] = previous;
    }
  }

  private static ColumnMode modeOf(long[] values) {
    for (long value : values) {
      if (value != values[0]) {
        return ColumnMode.EACH;
      }
    }
    return values.length == 0 || values[0] == 0 ? ColumnMode.ZERO : ColumnMode.SAME;
  }
}
