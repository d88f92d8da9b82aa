package io.bloomtree.wire;

/** How numbers of one byte, one per entry of a frame, are written. */
final class ByteColumn {
  /*
   *   +------+---------------------------------------------+
   *   | mode | 0: nothing  1: one byte  2: a byte per entry |
   *   +------+---------------------------------------------+
   */

  private ByteColumn() {}

  static void write(WireWriter out, Column values) {
    ColumnMode mode = values.mode();
    out.writeByte(mode.code());
    switch (mode) {
      case ZERO -> { }
      case SAME -> out.writeByte((int) values.get(0));
      case EACH -> writeEach(out, values);
    }
  }

  static Column read(WireReader in, int count, String what) {
    int start = in.position();
    ColumnMode mode = ColumnMode.read(in, what);
    Column values =
        switch (mode) {
          case ZERO -> Column.same(count, 0);
          case SAME -> Column.same(count, in.readByte(what));
          case EACH -> Column.of(readEach(in, count, what), count);
        };
    mode.requireShortest(values.mode(), in, start, what);
    return values;
  }

  private static void writeEach(WireWriter out, Column values) {
    for (int i = 0; i < values.size(); i++) {
      out.writeByte((int) values.get(i));
    }
  }

  private static long[] readEach(WireReader in, int count, String what) {
    byte[] bytes = in.readBytes(count, what);
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = Byte.toUnsignedLong(bytes[i]);
    }
    return values;
  }
}
