package io.bloomtree.wire;

/** How numbers of at least zero, one per entry of a frame, are written: times, mostly. */
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

  static void write(WireWriter out, Column values) {
    ColumnMode mode = values.mode();
    out.writeByte(mode.code());
    switch (mode) {
      case ZERO -> { }
      case SAME -> out.writeVarint(values.get(0));
      case EACH -> writeDifferences(out, values);
    }
  }

  static Column read(WireReader in, int count, String what) {
    int start = in.position();
    ColumnMode mode = ColumnMode.read(in, what);
    Column values =
        switch (mode) {
          case ZERO -> Column.same(count, 0);
          case SAME -> Column.same(count, in.readNotNegative(what));
          case EACH -> Column.of(readDifferences(in, count, what), count);
        };
    mode.requireShortest(values.mode(), in, start, what);
    return values;
  }

  private static void writeDifferences(WireWriter out, Column values) {
    long previous = 0;
    for (int i = 0; i < values.size(); i++) {
      long value = values.get(i);
      out.writeZigZag(value - previous);
      previous = value;
    }
  }

  private static long[] readDifferences(WireReader in, int count, String what) {
    long[] values = new long[count];
    long previous = 0;
    for (int i = 0; i < count; i++) {
      int start = in.position();
      previous += in.readZigZag(what);
      if (previous < 0) {
        throw in.malformed(start, what + " must be >= 0: " + previous);
      }
      values[i] = previous;
    }
    return values;
  }
}
