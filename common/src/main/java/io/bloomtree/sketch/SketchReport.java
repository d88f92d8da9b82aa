package io.bloomtree.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What changed in a sketch, for whoever keeps a copy of it. Immutable; its arrays are not copied,
 * and nobody changes them.
 *
 * <p>As bytes: {@link ShapeHeader} with the magic "BTSR", its total that of the whole sketch, then
 *
 * <pre>
 *   offset  bytes
 *       40      8  epoch
 *       48      8  number, from 1
 *       56      4  lines that follow
 *       60         lines
 * </pre>
 *
 * A line is eight counters: how many lines it is after the one before (the first: after line 0;
 * past the last line it goes on with line 0), then what each counter holds, zigzag. All of these
 * are variable-length: seven bits a byte, the lowest first, the upper bit set in all but the last.
 * A counter that is zero takes a byte, so a line of a sketch that is nearly empty takes nine.
 */
public final class SketchReport {
  static final int MAGIC = 0x52535442;
  static final int HEADER = ShapeHeader.LENGTH + 20;
  /** The bytes of a line, at most. */
  static final int LONGEST_LINE = 5 + Counters.LINE * 10;
  /** A report of one line fits into so many bytes. */
  public static final int LEAST_BYTES = HEADER + LONGEST_LINE + ShapeHeader.CHECKSUM;

  private static final String WHAT = "sketch report";
  /** A line takes no less: a byte for its place, and one for each counter. */
  private static final int SHORTEST_LINE = 1 + Counters.LINE;

  private final SketchShape shape;
  private final long total;
  private final long epoch;
  private final long number;
  private final int[] lines;
  private final long[] values;

  private SketchReport(
      SketchShape shape, long total, long epoch, long number, int[] lines, long[] values) {
    this.shape = shape;
    this.total = total;
    this.epoch = epoch;
    this.number = number;
    this.lines = lines;
    this.values = values;
  }

  static void requireBytes(int maxBytes) {
    if (maxBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be >= " + LEAST_BYTES + ": maxBytes=" + maxBytes);
    }
  }

  /** Whether any line, and the end, fit behind what is written. */
  static boolean hasRoom(ByteBuffer out) {
    return out.remaining() >= LONGEST_LINE + ShapeHeader.CHECKSUM;
  }

  static void putLine(ByteBuffer out, Counters counters, int line) {
    int first = line * Counters.LINE;
    for (int i = first; i < first + Counters.LINE; i++) {
      Varint.putZigzag(out, counters.values[i]);
    }
  }

  /** The bytes of a report of so many lines, at most. */
  static long longest(int lines) {
    return HEADER + (long) lines * LONGEST_LINE + ShapeHeader.CHECKSUM;
  }

  /**
   * The report of some bytes.
   *
   * @throws MalformedSketchException if they are not exactly one undamaged report
   */
  public static SketchReport read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    SketchShape shape = ShapeHeader.read(in, MAGIC, WHAT);
    int end = bytes.length - ShapeHeader.CHECKSUM;
    if (end < HEADER) {
      throw new MalformedSketchException(WHAT + " ends within its header", bytes.length);
    }
    in.position(ShapeHeader.LENGTH).limit(end);
    long epoch = in.getLong();
    long number = in.getLong();
    int count = in.getInt();
    if (number < 1) {
      throw new MalformedSketchException("number must be >= 1, is " + number, 48);
    }
    int allLines = Counters.lines(shape.counters());
    if (count < 0 || count > allLines || count > (end - HEADER) / SHORTEST_LINE) {
      throw new MalformedSketchException("report cannot have so many lines: " + count, 56);
    }
    var lines = new int[count];
    var values = new long[count * Counters.LINE];
    readLines(in, allLines, lines, values);
    requireZeroPastTheLast(shape.counters(), lines, values);
    return new SketchReport(shape, in.getLong(ShapeHeader.TOTAL), epoch, number, lines, values);
  }

  private static void readLines(ByteBuffer in, int allLines, int[] lines, long[] values) {
    long line = 0;
    long passed = 0;
    for (int i = 0; i < lines.length; i++) {
      int at = in.position();
      long gap = Varint.read(in);
      passed += i == 0 ? 0 : gap;
      // the first may be any; then each is another one, once around at most
      if (gap < 0 || gap >= allLines || i > 0 && gap == 0 || passed >= allLines) {
        throw new MalformedSketchException("no such line, gap=" + gap, at);
      }
      line = (line + gap) % allLines;
      lines[i] = (int) line;
      for (int j = 0; j < Counters.LINE; j++) {
        values[i * Counters.LINE + j] = Varint.zigzag(Varint.read(in));
      }
    }
    if (in.hasRemaining()) {
      throw new MalformedSketchException("report has more behind its lines", in.position());
    }
  }

  private static void requireZeroPastTheLast(int counters, int[] lines, long[] values) {
    int last = Counters.lines(counters) - 1;
    for (int i = 0; i < lines.length; i++) {
      for (int j = counters - last * Counters.LINE; lines[i] == last && j < Counters.LINE; j++) {
        if (values[i * Counters.LINE + j] != 0) {
          throw new MalformedSketchException("counters past the last must be zero", HEADER);
        }
      }
    }
  }

  public SketchShape shape() {
    return shape;
  }

  /** Which copy it is for: see {@link SketchChanges}. */
  public long epoch() {
    return epoch;
  }

  /** Grows from report to report of one epoch. */
  public long number() {
    return number;
  }

  long total() {
    return total;
  }

  /** Which lines changed. */
  int[] lines() {
    return lines;
  }

  /** What they hold, line by line. */
  long[] values() {
    return values;
  }

  @Override public String toString() {
    return "SketchReport[shape=" + shape + ", epoch=" + epoch + ", number=" + number + ", lines="
        + Arrays.toString(lines) + "]";
  }
}
