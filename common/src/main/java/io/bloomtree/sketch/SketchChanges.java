package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Takes what changed in a sketch since the last time, piece by piece, for a {@link SketchSum} that
 * keeps a copy. Owned by the event loop that owns the sketch; a sketch has one of these at most.
 */
public final class SketchChanges {
  /*
   * A report says what counters hold, not by how much they grew. So it may be lost, late or
   * repeated and nothing is counted twice or not at all: whoever has the newest has it all, and
   * there is nothing to undo when either side starts over. One report is on its way at a time. If
   * it is not acknowledged before the next one is taken, its lines count as changed again, and go
   * out with what they hold by then. While nobody listens nothing piles up.
   *
   * Where not all that changed fits into a report, the next one goes on where it ended: counters
   * that change all the time do not keep others waiting.
   */
  private final LinearSketch sketch;
  private final Counters counters;
  private final long epoch;
  private long number;
  private boolean isOnItsWay;
  private int next;

  /**
   * Starts over: the first reports are of all there is.
   *
   * @param epoch names the copy they are for. Another one whenever either side starts over.
   */
  public SketchChanges(LinearSketch sketch, long epoch) {
    this.sketch = requireNonNull(sketch, "sketch");
    this.counters = sketch.counters();
    this.epoch = epoch;
    counters.markAll();
  }

  public long epoch() {
    return epoch;
  }

  /**
   * A report of what changed and was not acknowledged: as much as fits, none if there is nothing.
   *
   * @param maxBytes at least {@link SketchReport#LEAST_BYTES}
   */
  public Optional<byte[]> take(int maxBytes) {
    SketchReport.requireBytes(maxBytes);
    if (isOnItsWay) {
      remark(Counters.TOUCHED);
    }
    long longest = SketchReport.longest(counters.lines());
    ByteBuffer out = ShapeHeader.littleEndian((int) Math.min(maxBytes, longest));
    ShapeHeader.put(out, SketchReport.MAGIC, sketch.shape(), sketch.total());
    out.putLong(epoch).putLong(number + 1).putInt(0);
    int taken = takeLines(out);
    if (taken == 0) {
      return Optional.empty();
    }
    number++;
    isOnItsWay = true;
    out.putInt(SketchReport.HEADER - Integer.BYTES, taken);
    ShapeHeader.seal(out);
    return Optional.of(Arrays.copyOf(out.array(), out.position()));
  }

  private int takeLines(ByteBuffer out) {
    byte[] marks = counters.marks;
    int start = next;
    int previous = 0;
    int taken = 0;
    for (int i = 0; i < marks.length && SketchReport.hasRoom(out); i++) {
      int line = start + i < marks.length ? start + i : start + i - marks.length;
      if (marks[line] == Counters.TOUCHED) {
        Varint.put(out, line >= previous ? line - previous : line - previous + marks.length);
        SketchReport.putLine(out, counters, line);
        marks[line] = Counters.SENT;
        previous = line;
        next = line + 1 < marks.length ? line + 1 : 0;
        taken++;
      }
    }
    return taken;
  }

  /** Whoever keeps the copy has the report with this number; says whether it was on its way. */
  public boolean acknowledged(long report) {
    boolean isAwaited = isOnItsWay && report == number;
    if (isAwaited) { // of an older one, all is on its way again or was since
      isOnItsWay = false;
      remark(Counters.CLEAN);
    }
    return isAwaited;
  }

  private void remark(byte as) {
    byte[] marks = counters.marks;
    for (int line = 0; line < marks.length; line++) {
      if (marks[line] == Counters.SENT) {
        marks[line] = as;
      }
    }
  }
}
