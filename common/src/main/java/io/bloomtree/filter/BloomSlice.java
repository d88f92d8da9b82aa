package io.bloomtree.filter;

/** A slice of a Bloom filter. Owned by one event loop. */
public sealed interface BloomSlice extends FilterSlice permits WholeSlice, VerticalSlice {

  /** The shape of the filter that this slice is, or is a part of. */
  BloomShape shape();

  /**
   * Adds every event of another slice.
   *
   * @throws IncompatibleFilterException if that is not the same part of a filter of the same shape
   */
  void union(BloomSlice other);
}
