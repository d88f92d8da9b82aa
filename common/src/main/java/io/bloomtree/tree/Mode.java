package io.bloomtree.tree;

/** Where events are recorded. */
public enum Mode {
  /** A distinct event, on its own path only. */
  SPARSE,
  /** Also a duplicate, at the nodes it passed below the hit, so that its next copy dies lower. */
  DENSE
}
