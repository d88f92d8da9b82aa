package io.bloomtree.filter;

/**
 * How a node's filter is cut into slices, and which of them a fingerprint belongs to. Immutable.
 */
public interface SlicePlan {

  /** How the filter is cut. */
  enum Scheme { WHOLE, HORIZONTAL, VERTICAL }

  /** An unsliced filter: one slice that holds everything. */
  static BloomSlicePlan whole(BloomShape shape) {
    return BloomSlicePlan.whole(shape);
  }

  /** Slices that are filters of their own; each fingerprint belongs to one of them. */
  static BloomSlicePlan horizontal(BloomShape shape, int count) {
    return BloomSlicePlan.horizontal(shape, count);
  }

  /**
   * Slices that each hold a range of one filter's bits.
   *
   * @throws IllegalArgumentException if the layout is not plain
   */
  static BloomSlicePlan vertical(BloomShape shape, int count) {
    return BloomSlicePlan.vertical(shape, count);
  }

  Scheme scheme();

  /** How many slices there are. */
  int count();

  /** How many positions a fingerprint has, over all slices. */
  int probes();

  /** The slice that keeps the fingerprint's claim: that of its first position. */
  int owner(long fingerprint);

  /**
   * The slices that hold the fingerprint's positions, each once, in the order of its positions; the
   * owner first.
   */
  int[] slicesOf(long fingerprint);

  /**
   * The slices that may decide about the fingerprint, in this order, each when those before it are
   * away; the owner first. Vertical: those with positions of it. Horizontal: all, in a ring.
   */
  int[] deciders(long fingerprint);

  /** A new, empty slice. */
  FilterSlice newSlice(int index);
}
