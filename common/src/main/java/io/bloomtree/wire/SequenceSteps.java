package io.bloomtree.wire;

/** Numbers that mostly count upwards, as steps: one byte each while they do. */
final class SequenceSteps {
  /*
   * A step is the zig-zag varint of number - (previous + 1), so the next number in order is a zero
   * byte. Arithmetic wraps, hence every long has exactly one step. A run of steps is deliberately
   * not compressed further: an entry that takes at least one byte is an entry whose memory the
   * sender has paid for, and the receiver needs no other limit.
   */

  /** The number before the first one. */
  static final long BEFORE_FIRST = -1;

  private SequenceSteps() {}

  static void write(WireWriter out, long previous, long number) {
    out.writeZigZag(number - (previous + 1));
  }

  static long read(WireReader in, long previous, String what) {
    return previous + 1 + in.readZigZag(what);
  }

  static void writeAll(WireWriter out, long[] numbers) {
    long previous = BEFORE_FIRST;
    for (long number : numbers) {
      write(out, previous, number);
      previous = number;
    }
  }

  static long[] readAll(WireReader in, int count, String what) {
    long[] numbers = new long[count];
    long previous = BEFORE_FIRST;
    for (int i = 0; i < count; i++) {
      previous = read(in, previous, what);
      numbers[i] = previous;
    }
    return numbers;
  }
}
