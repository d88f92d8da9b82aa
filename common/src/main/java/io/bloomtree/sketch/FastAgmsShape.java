package io.bloomtree.sketch;

/**
 * How a Fast-AGMS sketch is built. Immutable.
 *
 * @param depth rows
 * @param width counters in a row, the thesis's w
 * @param seed of the rows' hash functions
 */
public record FastAgmsShape(int depth, int width, long seed) implements SketchShape {

  public FastAgmsShape {
    Counters.requireRows(depth, width);
  }

  /** The largest that, with all it needs, takes no more than so many bytes. */
  public static FastAgmsShape forMemory(long bytes, int depth, long seed) {
    return new FastAgmsShape(depth, Counters.widthFor(bytes, depth), seed);
  }

  @Override public int counters() {
    return depth * width;
  }
}
