package io.bloomtree.sketch;

import static java.util.Objects.requireNonNull;

/**
 * How a sketch of pairs is built. Immutable.
 *
 * @param pairs what it is asked
 * @param rows of each of its streams of super-values
 */
public record PairSketchShape(PairShape pairs, FastAgmsShape rows) implements SketchShape {

  public PairSketchShape {
    requireNonNull(pairs, "pairs");
    requireNonNull(rows, "rows");
    if ((long) pairs.streams() * rows.counters() > MOST_COUNTERS) {
      throw new IllegalArgumentException("a sketch has at most " + MOST_COUNTERS
          + " counters: pairs=" + pairs + ", rows=" + rows);
    }
  }

  /** The largest that, with all it needs, takes no more than so many bytes. */
  public static PairSketchShape forMemory(long bytes, PairShape pairs, int depth, long seed) {
    return new PairSketchShape(
        pairs, FastAgmsShape.forMemory(bytes / pairs.streams(), depth, seed));
  }

  @Override public int counters() {
    return pairs.streams() * rows.counters();
  }
}
