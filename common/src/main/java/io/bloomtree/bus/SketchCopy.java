package io.bloomtree.bus;

import io.bloomtree.sketch.IncompatibleSketchException;
import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.MalformedSketchException;
import io.bloomtree.sketch.SketchExcerpt;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.wire.Endpoint;

/**
 * A sketch of another process, put together of its answers. One answer at a time, whichever thread
 * it comes on.
 */
final class SketchCopy<S extends LinearSketch> {
  private final Endpoint of;
  private final SketchSum<S> sum;
  private final SketchSum<S>.Part part;
  private int next;
  private long since;

  /** {@code empty}: as the sketch is expected to be built; becomes the copy. */
  SketchCopy(Endpoint of, S empty) {
    this.of = of;
    this.sum = new SketchSum<>(empty);
    this.part = sum.newPart(SketchExcerpt.EPOCH);
  }

  S sketch() {
    return sum.sum();
  }

  long since() {
    return since;
  }

  /** From which line on it has nothing yet. */
  int next() {
    return next;
  }

  /** Takes over an answer; says whether that was all. */
  boolean add(LinesAnswer answer) {
    if (answer.report() == null || answer.next() <= next) {
      throw new UnansweredException(of, "its sketch has no end");
    }
    try {
      part.apply(SketchReport.read(answer.report()));
    } catch (MalformedSketchException | IncompatibleSketchException e) {
      throw new UnansweredException(of, "its sketch is not as expected: " + e.getMessage());
    }
    next = answer.next();
    since = answer.since();
    return next >= answer.lines();
  }
}
