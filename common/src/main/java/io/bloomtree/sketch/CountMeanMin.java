package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

/**
 * About how often elements were seen: count-mean-min (CMM), which takes from the counters of a
 * {@link CountMin} what others have probably added to them. Made for a number of questions asked at
 * one time: the noise is that of when it was made. Owned by whoever owns the sketch.
 */
public final class CountMeanMin {

  /** What is taken for the noise in a counter. */
  public enum Noise {
    /** The mean of the row's other counters: a row is right on average (Lemma 2). */
    MEAN,
    /**
     * The median of all counters of the row: nearly so, and not misled by the few large counters of
     * a skewed stream. The better one for frequent elements, and the thesis's choice.
     */
    MEDIAN
  }

  private final CountMin sketch;
  private final Noise noise;
  private final int width;
  /** Of each row: its sum, or its median. */
  private final double[] ofRows;

  CountMeanMin(CountMin sketch, Noise noise) {
    this.sketch = requireNonNull(sketch, "sketch");
    this.noise = requireNonNull(noise, "noise");
    this.width = sketch.shape().width();
    this.ofRows = new double[sketch.shape().depth()];
    for (int row = 0; row < ofRows.length; row++) {
      ofRows[row] = noise == Noise.MEAN ? sketch.total(row) : sketch.median(row);
    }
  }

  /** About how often, and neither less than never nor more than is possible: 0 to CM. */
  public double estimate(long fingerprint) {
    long[] counters = new long[ofRows.length];
    sketch.counters(fingerprint, counters);
    double[] residues = new double[ofRows.length];
    long least = Long.MAX_VALUE;
    for (int row = 0; row < residues.length; row++) {
      residues[row] = residue(row, counters[row]);
      least = Math.min(least, counters[row]);
    }
    return Math.max(0, Math.min(least, Medians.of(residues)));
  }

  /** What is left of an element's counter in a row. */
  double residue(int row, long counter) {
    return counter
        - (noise == Noise.MEAN ? (ofRows[row] - counter) / (width - 1) : ofRows[row]);
  }
}
