package io.bloomtree.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What some of a sketch's counters hold, for somebody who wants a copy of it once: a report for a
 * {@link SketchSum} of nothing else. It marks nothing, so it may be made of a sketch whose {@link
 * SketchChanges} go elsewhere. Immutable.
 */
public final class SketchExcerpt {
  /** Of the copy that excerpts are for. */
  public static final long EPOCH = 0;

  private final byte[] report;
  private final int next;
  private final int lines;

  private SketchExcerpt(byte[] report, int next, int lines) {
    this.report = report;
    this.next = next;
    this.lines = lines;
  }

  /**
   * As many lines as fit, from one on; none if there are not so many.
   *
   * @param maxBytes at least {@link SketchReport#LEAST_BYTES}
   */
  public static SketchExcerpt of(LinearSketch sketch, int from, int maxBytes) {
    SketchReport.requireBytes(maxBytes);
    Counters counters = sketch.counters();
    int lines = counters.lines();
    if (from < 0) {
      throw new IllegalArgumentException("from must be >= 0: from=" + from);
    }
    long longest = SketchReport.longest(Math.max(0, lines - from));
    ByteBuffer out = ShapeHeader.littleEndian((int) Math.min(maxBytes, longest));
    ShapeHeader.put(out, SketchReport.MAGIC, sketch.shape(), sketch.total());
    out.putLong(EPOCH).putLong(from + 1L).putInt(0); // numbers grow with the lines
    int previous = 0;
    int taken = 0;
    int line = from;
    for (; line < lines && SketchReport.hasRoom(out); line++) {
      if (!counters.isZero(line)) {
        Varint.put(out, line - previous);
        SketchReport.putLine(out, counters, line);
        previous = line;
        taken++;
      }
    }
    out.putInt(SketchReport.HEADER - Integer.BYTES, taken);
    ShapeHeader.seal(out);
    return new SketchExcerpt(Arrays.copyOf(out.array(), out.position()), line, lines);
  }

  /** As {@link SketchReport} reads it. */
  public byte[] report() {
    return report.clone();
  }

  /** The first line that is not in it. */
  public int next() {
    return next;
  }

  /** How many lines the sketch has. */
  public int lines() {
    return lines;
  }
}
