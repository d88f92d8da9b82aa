package io.bloomtree.tree;

/** How the owner of an event tests the other slices of a vertical filter. */
public enum Probing {
  /** All at once: one round trip. */
  PARALLEL,
  /** One after the other, stopping at the first unset position: fewest messages. */
  PIPELINED
}
