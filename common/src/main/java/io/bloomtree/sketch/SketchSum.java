package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

/**
 * The sum of sketches that are elsewhere, kept up to date by their reports. Owned by one event
 * loop.
 */
public final class SketchSum<S extends LinearSketch> {
  /*
   * Each part has its copy here. That is what it costs to be sure of the sum: a report replaces
   * what the copy held, and the sum changes by the difference. And it is what tells where events
   * came from.
   */
  private final S sum;

  /** {@code own}: to what the parts are added; is the sum from now on. */
  public SketchSum(S own) {
    this.sum = requireNonNull(own, "own");
  }

  /** The sum; whoever keeps it may add to it too, and report its changes. */
  public S sum() {
    return sum;
  }

  /** A copy, empty at first, of a sketch that reports under this epoch. */
  @SuppressWarnings("unchecked") // a sketch's sums are of its own class
  public Part newPart(long epoch) {
    return new Part((S) sum.newSum(), epoch);
  }

  /**
   * Refuses the report of a sketch that cannot be added.
   *
   * @throws IncompatibleSketchException if it is of another shape
   */
  public void requireShapeOf(SketchReport report) {
    sum.requireSameShape(report.shape());
  }

  /** What became of a report. */
  public enum Outcome {
    /** It is in the sum. To be acknowledged. */
    APPLIED,
    /** It was in the sum already. To be acknowledged again. */
    REPEATED,
    /** A later one is in the sum. Nobody waits for an acknowledgement. */
    LATE,
    /** It is for another copy than this: either side has started over. */
    OTHER_EPOCH
  }

  /** One of the sketches that are added up. Owned by the owner of the sum. */
  public final class Part {
    private final S copy;
    private final long epoch;
    private long number;
    private boolean isOver;

    private Part(S copy, long epoch) {
      this.copy = copy;
      this.epoch = epoch;
    }

    public long epoch() {
      return epoch;
    }

    /** The copy, as far as it was reported. Not to be changed. */
    public S copy() {
      return copy;
    }

    /**
     * Takes over what a report says.
     *
     * @throws IncompatibleSketchException if it is of a sketch of another shape
     */
    public Outcome apply(SketchReport report) {
      requireGoingOn();
      requireShapeOf(report);
      if (report.epoch() != epoch) {
        return Outcome.OTHER_EPOCH;
      }
      if (report.number() <= number) {
        return report.number() == number ? Outcome.REPEATED : Outcome.LATE;
      }
      number = report.number();
      int[] lines = report.lines();
      for (int i = 0; i < lines.length; i++) {
        applyLine(lines[i] * Counters.LINE, report.values(), i * Counters.LINE);
      }
      long more = report.total() - copy.total();
      copy.addTotal(more);
      sum.addTotal(more);
      return Outcome.APPLIED;
    }

    private void applyLine(int first, long[] values, int from) {
      long[] held = copy.counters().values;
      for (int j = 0; j < Counters.LINE; j++) {
        long more = values[from + j] - held[first + j];
        if (more != 0) {
          held[first + j] += more;
          sum.counters().add(first + j, more);
        }
      }
    }

    /** Ends, and stays in the sum: what was counted there happened, and will not be told again. */
    public void retire() {
      requireGoingOn();
      isOver = true;
    }

    /** Ends, and is taken out of the sum: all of it will be told again, by a successor. */
    public void remove() {
      requireGoingOn();
      isOver = true;
      sum.subtractAll(copy);
    }

    private void requireGoingOn() {
      if (isOver) {
        throw new IllegalStateException("part has ended: epoch=" + epoch);
      }
    }
  }
}
