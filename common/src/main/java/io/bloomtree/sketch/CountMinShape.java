package io.bloomtree.sketch;

/**
 * How a count-min sketch is built. Immutable.
 *
 * @param depth rows, the thesis's d
 * @param width counters in a row, its w
 * @param seed of the rows' hash functions
 */
public record CountMinShape(int depth, int width, long seed) implements SketchShape {

  public CountMinShape {
    Counters.requireRows(depth, width);
  }

  /** The largest that, with all it needs, takes no more than so many bytes. */
  public static CountMinShape forMemory(long bytes, int depth, long seed) {
    return new CountMinShape(depth, Counters.widthFor(bytes, depth), seed);
  }

  /**
   * Whose upper bounds exceed the truth by more than {@code epsilon} times the events with a
   * probability of at most {@code delta} (Cormode and Muthukrishnan, "An improved data stream
   * summary: the count-min sketch and its applications", 2005).
   */
  public static CountMinShape forError(double epsilon, double delta, long seed) {
    requireShare("epsilon", epsilon);
    requireShare("delta", delta);
    return new CountMinShape(
        (int) Math.ceil(-Math.log(delta)), saturated(Math.ceil(Math.E / epsilon)), seed);
  }

  /**
   * Whose CMM self-join size is off by more than {@code epsilon} of the truth with a probability of
   * at most {@code delta} (Theorem 6).
   */
  public static CountMinShape forSelfJoin(double epsilon, double delta, long seed) {
    requireShare("epsilon", epsilon);
    requireShare("delta", delta);
    // The variance is at most 2/(w - 1) of the square (Lemma 4): one row in eight errs (Chebyshev).
    double width = 1 + Math.ceil(16 / (epsilon * epsilon));
    return new CountMinShape(Medians.rowsFor(1 / 8.0, delta), saturated(width), seed);
  }

  private static int saturated(double width) {
    return (int) Math.min(width, Integer.MAX_VALUE);
  }

  private static void requireShare(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be in (0, 1): " + name + "=" + value);
    }
  }

  @Override public int counters() {
    return depth * width;
  }
}
