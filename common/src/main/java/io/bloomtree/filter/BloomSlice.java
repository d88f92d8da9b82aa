package io.bloomtree.filter;

/** A slice of a Bloom filter. Owned by one event loop. */
public sealed interface BloomSlice extends FilterSlice permits WholeSlice, VerticalSlice {

  /** The shape of the filter that this slice is, or is a part of. */
  BloomShape shape();
}
