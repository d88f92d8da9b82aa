package io.bloomtree.wire;

import java.util.Arrays;

/** One small number per entry of a frame. */
final class ByteColumn {
  /*
   *   +------+---------------------------------------------+
   *   | mode | 0: nothing  1: one byte  2: a byte per entry |
   *   +------+---------------------------------------------+
   */

  private ByteColumn() {}

  static void write(WireWriter out, byte[] values) {
    ColumnMode mode = modeOf(values);
    out.writeByte(mode.code());
    switch (mode) {
      case ZERO -> { }
      case SAME -> out.writeByte(values[0]);
      case EACH -> out.writeBytes(values);
    }
  }

  static byte[] read(WireReader in, int count, String what) {
    int start = in.position();
    ColumnMode mode = ColumnMode.read(in, what);
    byte[] values =
        switch (mode) {
          case ZERO -> new byte[count];
          case SAME -> filled(count, (byte) in.readByte(what));
          case EACH -> in.readBytes(count, what);
        };
    mode.requireShortest(modeOf(values), in, start, what);
    return values;
  }

  private static byte[] filled(int count, byte value) {
    byte[] values = new byte[count];
    Arrays.fill(values, value);
    return values;
  }

  private static ColumnMode modeOf(byte[] values) {
    for (byte value : values) {
      if (value != values[0]) {
        return ColumnMode.EACH;
      }
    }
    return values.length == 0 || values[0] == 0 ? ColumnMode.ZERO : ColumnMode.SAME;
  }
}
