package io.bloomtree.filter;

/**
 * A slice of a Bloom filter. Owned by one event loop.
 *
 * <p>What it says about itself is about the events of this slice if it is whole or horizontal. A
 * vertical slice holds some bits of every event: its estimates are those of the whole filter,
 * judged by this part of it.
 */
public sealed interface BloomSlice extends FilterSlice, FilterState
    permits WholeSlice, VerticalSlice {

  /** The shape of the filter that this slice is, or is a part of. */
  BloomShape shape();
}
