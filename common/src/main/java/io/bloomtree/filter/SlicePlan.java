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

  /** An unsliced filter of any kind. */
  static SlicePlan whole(FilterShape shape) {
    return shape instanceof BloomShape bloom
        ? BloomSlicePlan.whole(bloom)
        : KindSlicePlan.whole(shape);
  }

  /** Slices of any kind that are filters of their own. */
  static SlicePlan horizontal(FilterShape shape, int count) {
    return shape instanceof BloomShape bloom
        ? BloomSlicePlan.horizontal(bloom, count)
        : KindSlicePlan.horizontal(shape, count);
  }

  /**
   * Slices that each hold a range of one filter's cells.
   *
   * @throws IllegalArgumentException if the kind cannot be cut that way: only Bloom and sliding
   *     filters can, plain ones and without equal timers
   */
  static SlicePlan vertical(FilterShape shape, int count) {
    if (shape instanceof BloomShape bloom) {
      return BloomSlicePlan.vertical(bloom, count);
    }
    if (shape instanceof SlidingShape sliding) {
      return KindSlicePlan.vertical(sliding, count);
    }
    throw new IllegalArgumentException(
        "only Bloom and sliding filters that do not grow can be cut vertically: shape=" + shape);
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

  /** The shape of the filter before it is cut. */
  FilterShape shape();

  /** The shape of the filter that a slice is, or, if vertical, is a part of. */
  FilterShape sliceShape();

  /** The rate of false positives over all slices, at design load. */
  double falsePositiveRate();

  /** The memory of all slices together, in bytes. */
  long memoryBytes();

  /** The memory of one slice, in bytes. */
  long memoryBytes(int index);

  /** A new, empty slice; {@code seed}: of the random numbers of kinds that draw some. */
  FilterSlice newSlice(int index, long seed);

  /**
   * A slice on some storage: a new, empty one if the storage is new, else the one that was kept
   * there.
   *
   * @param seed of the random numbers of kinds that draw some; of no meaning if the slice is old
   * @throws StorageException if there is no room for it, or what is there is another slice
   */
  FilterSlice openSlice(int index, long seed, Storage storage);

  /**
   * Whether two slices of this plan, of one index, can be made one: see {@link FilterSlice#unite}.
   * Of filters that grow some cannot all the same, if they did not grow alike.
   */
  boolean unites();

  /** The plan in bytes, of a versioned format. */
  byte[] toBytes();

  /**
   * The plan that some bytes describe.
   *
   * @throws MalformedSnapshotException if they describe none
   */
  static SlicePlan fromBytes(byte[] bytes) {
    return PlanFormat.read(bytes);
  }

  /** A new, empty slice with a seed that is always the same. */
  default FilterSlice newSlice(int index) {
    return newSlice(index, 0);
  }
}
