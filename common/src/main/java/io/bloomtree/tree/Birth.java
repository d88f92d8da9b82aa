package io.bloomtree.tree;

/** How a machine came by its state. */
public enum Birth {
  /** It has none yet, and never had. */
  FIRST,
  /** It has the state of its earlier incarnations. */
  RECOVERED,
  /** It should have state and has not: it cannot refute a hit, and its misses prove nothing. */
  LOST
}
