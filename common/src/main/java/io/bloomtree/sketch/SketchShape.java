package io.bloomtree.sketch;

/**
 * How a sketch is built. Sketches of equal shapes, and only those, can be added up: the seed is
 * part of the shape. Immutable.
 */
public sealed interface SketchShape permits CountMinShape, FastAgmsShape, PairSketchShape {

  /** The most counters a sketch may have: 1 GiB of them. */
  int MOST_COUNTERS = 1 << 27;

  /** The most rows; an estimate is a minimum or median over them. */
  int MOST_ROWS = 63;

  /** How many counters it has, fixed for ever. */
  int counters();

  /** All the memory of such a sketch: its counters, and marks of those that changed. */
  default long memoryBytes() {
    return Counters.memoryBytes(counters());
  }
}
