package io.bloomtree.tree;

import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.sketch.SketchSum.Outcome;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One child's part of a sum of sketches, in whichever incarnation of the child. Owned by the
 * parent's event loop.
 */
final class ChildPart<S extends LinearSketch> {
  private final SketchSum<S> sum;
  private final BiConsumer<S, S> merge;
  /** What incarnations counted that are no more, and nobody will tell again; null: nothing. */
  private S former;
  /** Null until the child tells something. */
  private SketchSum<S>.Part part;
  private long incarnation;
  private boolean isRetold;
  /** What it last guaranteed to have no more of than that, unless it is a candidate. */
  private long guaranteed;

  ChildPart(SketchSum<S> sum, BiConsumer<S, S> merge) {
    this.sum = sum;
    this.merge = merge;
  }

  List<S> copies() {
    List<S> copies = new ArrayList<>();
    if (former != null) {
      copies.add(former);
    }
    if (part != null) {
      copies.add(part.copy());
    }
    return copies;
  }

  /**
   * Takes over a report to this machine.
   *
   * @throws io.bloomtree.sketch.IncompatibleSketchException if it is of another shape
   */
  Outcome apply(Packet packet, SketchFrame frame, SketchReport report) {
    sum.requireShapeOf(report);
    if (part == null || packet.incarnation() > incarnation) {
      begin(packet.incarnation(), report.epoch());
    } else if (packet.incarnation() < incarnation) {
      return Outcome.LATE; // of a process whose place was taken
    }
    isRetold = frame.isRetold();
    return part.apply(report);
  }

  private void begin(long next, long epoch) {
    if (part != null && isRetold) {
      part.remove();
    } else if (part != null) {
      part.retire();
      if (former == null) {
        former = part.copy();
      } else {
        merge.accept(former, part.copy());
      }
      guaranteed = 0; // that of the former part goes on, beside what its successor says
    }
    part = sum.newPart(epoch);
    incarnation = next;
  }

  /** How much more it may have seen of what is none of its candidates than it last said. */
  long guarantee(long above) {
    long more = above - guaranteed;
    guaranteed = above;
    return more;
  }
}
